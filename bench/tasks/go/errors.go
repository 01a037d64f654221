package main

import (
	"context"
	"errors"
	"fmt"

	"example.com/openai"
)

func failures(ctx context.Context) error {
	client := openai.New()
	var missing *openai.NotFoundError
	if _, err := client.Files.Get(ctx, "file-none"); !errors.As(err, &missing) {
		return err
	}
	fmt.Println(missing)

	var limited *openai.RateLimitError
	if _, err := client.Models.List(ctx, openai.WithMaxRetries(0)); !errors.As(err, &limited) {
		return err
	}
	fmt.Println("wait", limited.RetryAfter)
	models, err := client.Models.List(ctx)
	if err != nil {
		return err
	}
	fmt.Println(models.Data[0].ID)
	return nil
}
