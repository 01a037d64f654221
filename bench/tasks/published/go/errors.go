package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func failures(ctx context.Context) error {
	client := openai.NewClient()
	var failed *openai.Error
	_, err := client.Files.Get(ctx, "file-none")
	if !errors.As(err, &failed) || failed.StatusCode != http.StatusNotFound {
		return err
	}
	fmt.Println(failed)

	_, err = client.Models.List(ctx, option.WithMaxRetries(0))
	if !errors.As(err, &failed) || failed.StatusCode != http.StatusTooManyRequests {
		return err
	}
	fmt.Println("wait", failed.Response.Header.Get("Retry-After"))
	models, err := client.Models.List(ctx)
	if err != nil {
		return err
	}
	fmt.Println(models.Data[0].ID)
	return nil
}
