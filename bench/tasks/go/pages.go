package main

import (
	"context"
	"fmt"

	"example.com/openai"
)

func pages(ctx context.Context) error {
	client := openai.New()
	page, err := client.Files.List(ctx, openai.FileListParams{Limit: openai.Some(2)})
	if err != nil {
		return err
	}
	for file, err := range page.All(ctx) {
		if err != nil {
			return err
		}
		fmt.Println(file.ID, file.Filename)
	}
	return nil
}
