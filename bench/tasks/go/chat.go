package main

import (
	"context"
	"fmt"

	"example.com/openai"
)

func chat(ctx context.Context) error {
	client := openai.New()
	reply, err := client.Chat.Completions.Create(ctx, openai.ChatCompletionCreateParams{
		Model: openai.ModelIdsSharedGpt5Mini,
		Messages: []openai.ChatCompletionRequestMessage{
			&openai.ChatCompletionRequestUserMessage{
				Content: openai.ChatCompletionRequestUserMessageContentTextContent("Name the capital of Peru."),
			},
		},
	})
	if err != nil {
		return err
	}
	fmt.Println(reply.Choices[0].Message.Content.Or(""))
	return nil
}
