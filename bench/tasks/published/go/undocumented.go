package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
)

func undocumented(ctx context.Context) error {
	client := openai.NewClient()
	var answer struct{ ID string }
	if err := client.Post(ctx, "/experiments", map[string]any{"name": "first"}, &answer); err != nil {
		return err
	}
	fmt.Println(answer.ID)
	return nil
}
