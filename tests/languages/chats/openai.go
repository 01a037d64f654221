package main

import (
	"context"
	"fmt"
	"log"

	"example.com/openai"
)

func main() {
	client := openai.New()
	stream, err := client.Chat.Completions.CreateStream(context.Background(), openai.ChatCompletionCreateStreamParams{
		Model: openai.ModelIdsSharedGpt5Mini,
		Messages: []openai.ChatCompletionRequestMessage{
			&openai.ChatCompletionRequestUserMessage{
				Content: openai.ChatCompletionRequestUserMessageContentTextContent("Count to three."),
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range stream.All() {
		if err != nil {
			log.Fatal(err)
		}
		if len(chunk.Choices) > 0 {
			fmt.Print(chunk.Choices[0].Delta.Content.Or(""))
		}
	}
}
