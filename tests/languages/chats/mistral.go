package main

import (
	"context"
	"fmt"
	"log"

	"example.com/mistralai"
)

func main() {
	client := mistralai.New()
	stream, err := client.Chat.Completions.CreateStream(context.Background(), mistralai.ChatCompletionCreateStreamParams{
		Model: "mistral-small-latest",
		Messages: []mistralai.ChatCompletionRequestMessage{
			&mistralai.UserMessage{Content: mistralai.UserMessageContentString("Count to three.")},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range stream.All() {
		if err != nil {
			log.Fatal(err)
		}
		if text, ok := chunk.Choices[0].Delta.Content.(mistralai.DeltaMessageContentString); ok {
			fmt.Print(text)
		}
	}
}
