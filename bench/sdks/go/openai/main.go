// Command openai calls with openai-go.
package main

import (
	"context"

	"codegen.invalid/sdks/probe"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	ctx := context.Background()
	probe.Main(func(base string) probe.Client {
		client := openai.NewClient(option.WithBaseURL(base), option.WithAPIKey("k"), option.WithMaxRetries(0))
		list := func() error {
			_, err := client.Models.List(ctx)
			return err
		}
		events := func() (int, error) {
			stream := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
				Model: "gpt", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hello")},
			})
			defer stream.Close()
			count := 0
			for stream.Next() {
				count++
			}
			return count, stream.Err()
		}
		return probe.Client{List: list, Events: events}
	})
}
