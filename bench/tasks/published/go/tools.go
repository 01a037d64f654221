package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/openai/openai-go/v3"
)

func weather(city string) string { return "12 degrees in " + city }

func tools(ctx context.Context) error {
	client := openai.NewClient()
	params := openai.ChatCompletionNewParams{
		Model:    openai.ChatModelGPT5Mini,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("How warm is it in Lima?")},
		Tools: []openai.ChatCompletionToolUnionParam{
			openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
				Name: "weather",
				Parameters: openai.FunctionParameters{
					"type":       "object",
					"properties": map[string]any{"city": map[string]any{"type": "string"}},
					"required":   []string{"city"},
				},
			}),
		},
	}
	reply, err := client.Chat.Completions.New(ctx, params)
	if err != nil {
		return err
	}
	message := reply.Choices[0].Message
	params.Messages = append(params.Messages, message.ToParam())
	for _, call := range message.ToolCalls {
		var arguments struct{ City string }
		if err := json.Unmarshal([]byte(call.Function.Arguments), &arguments); err != nil {
			return err
		}
		params.Messages = append(params.Messages, openai.ToolMessage(weather(arguments.City), call.ID))
	}
	reply, err = client.Chat.Completions.New(ctx, params)
	if err != nil {
		return err
	}
	fmt.Println(reply.Choices[0].Message.Content)
	return nil
}
