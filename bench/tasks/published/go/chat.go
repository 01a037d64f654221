package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
)

func chat(ctx context.Context) error {
	client := openai.NewClient()
	reply, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
		Model:    openai.ChatModelGPT5Mini,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Name the capital of Peru.")},
	})
	if err != nil {
		return err
	}
	fmt.Println(reply.Choices[0].Message.Content)
	return nil
}
