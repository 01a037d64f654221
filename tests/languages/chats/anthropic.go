package main

import (
	"context"
	"fmt"
	"log"

	anthropic "example.com/anthropicapiadvisortool"
)

func main() {
	client := anthropic.New()
	stream, err := client.Messages.CreateStream(context.Background(), anthropic.MessageCreateStreamParams{
		Model:     anthropic.ModelClaudeHaiku45,
		MaxTokens: 64,
		Messages: []anthropic.InputMessage{
			{Role: "user", Content: anthropic.InputMessageContentString("Count to three.")},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for event, err := range stream.All() {
		if err != nil {
			log.Fatal(err)
		}
		if block, ok := event.(*anthropic.ContentBlockDeltaEvent); ok {
			if delta, ok := block.Delta.(*anthropic.TextContentBlockDelta); ok {
				fmt.Print(delta.Text)
			}
		}
	}
}
