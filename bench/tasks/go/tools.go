package main

import (
	"context"
	"encoding/json"
	"fmt"

	"example.com/openai"
)

func weather(city string) string { return "12 degrees in " + city }

func tools(ctx context.Context) error {
	client := openai.New()
	params := openai.ChatCompletionCreateParams{
		Model: openai.ModelIdsSharedGpt5Mini,
		Messages: []openai.ChatCompletionRequestMessage{
			&openai.ChatCompletionRequestUserMessage{
				Content: openai.ChatCompletionRequestUserMessageContentTextContent("How warm is it in Lima?"),
			},
		},
		Tools: []openai.CreateChatCompletionRequestTool{
			&openai.ChatCompletionTool{Function: openai.FunctionObject{
				Name: "weather",
				Parameters: openai.FunctionParameters{
					"type":       "object",
					"properties": map[string]any{"city": map[string]any{"type": "string"}},
					"required":   []string{"city"},
				},
			}},
		},
	}
	reply, err := client.Chat.Completions.Create(ctx, params)
	if err != nil {
		return err
	}
	calls := reply.Choices[0].Message.ToolCalls
	params.Messages = append(params.Messages, &openai.ChatCompletionRequestAssistantMessage{ToolCalls: calls})
	for _, item := range calls {
		call, ok := item.(*openai.ChatCompletionMessageToolCall)
		if !ok {
			continue
		}
		var arguments struct{ City string }
		if err := json.Unmarshal([]byte(call.Function.Arguments), &arguments); err != nil {
			return err
		}
		params.Messages = append(params.Messages, &openai.ChatCompletionRequestToolMessage{
			ToolCallID: call.ID,
			Content:    openai.ChatCompletionRequestToolMessageContentTextContent(weather(arguments.City)),
		})
	}
	reply, err = client.Chat.Completions.Create(ctx, params)
	if err != nil {
		return err
	}
	fmt.Println(reply.Choices[0].Message.Content.Or(""))
	return nil
}
