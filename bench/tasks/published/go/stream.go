package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
)

func stream(ctx context.Context) error {
	client := openai.NewClient()
	stream := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
		Model:    openai.ChatModelGPT5Mini,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Count to three.")},
	})
	defer stream.Close()
	for stream.Next() {
		if chunk := stream.Current(); len(chunk.Choices) > 0 {
			fmt.Print(chunk.Choices[0].Delta.Content)
		}
	}
	fmt.Println()
	return stream.Err()
}
