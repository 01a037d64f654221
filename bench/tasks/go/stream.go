package main

import (
	"context"
	"fmt"

	"example.com/openai"
)

func stream(ctx context.Context) error {
	client := openai.New()
	stream, err := client.Chat.Completions.CreateStream(ctx, openai.ChatCompletionCreateStreamParams{
		Model: openai.ModelIdsSharedGpt5Mini,
		Messages: []openai.ChatCompletionRequestMessage{
			&openai.ChatCompletionRequestUserMessage{
				Content: openai.ChatCompletionRequestUserMessageContentTextContent("Count to three."),
			},
		},
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for chunk, err := range stream.All() {
		if err != nil {
			return err
		}
		if len(chunk.Choices) > 0 {
			fmt.Print(chunk.Choices[0].Delta.Content.Or(""))
		}
	}
	fmt.Println()
	return nil
}
