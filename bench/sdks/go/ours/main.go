// Command ours calls with the SDK that we print.
package main

import (
	"context"

	"codegen.invalid/sdks/probe"
	"example.com/openai"
)

func main() {
	ctx := context.Background()
	probe.Main(func(base string) probe.Client {
		client := openai.New(openai.WithBaseURL(base), openai.WithAPIKeyAuth("k"), openai.WithMaxRetries(0))
		list := func() error {
			_, err := client.Models.List(ctx)
			return err
		}
		events := func() (int, error) {
			user := &openai.ChatCompletionRequestUserMessage{Content: openai.ChatCompletionRequestUserMessageContentTextContent("hello")}
			stream, err := client.Chat.Completions.CreateStream(ctx, openai.ChatCompletionCreateStreamParams{
				Model: "gpt", Messages: []openai.ChatCompletionRequestMessage{user},
			})
			if err != nil {
				return 0, err
			}
			count := 0
			for _, err := range stream.All() {
				if err != nil {
					return 0, err
				}
				count++
			}
			return count, nil
		}
		return probe.Client{List: list, Events: events}
	})
}
