package main

import (
	"context"
	"fmt"

	"example.com/openai"
)

func upload(ctx context.Context) error {
	client := openai.New()
	file, err := client.Files.Create(ctx, openai.FileCreateParams{
		File:    openai.FileAt("training.jsonl"),
		Purpose: openai.CreateFileRequestPurposeFineTune,
	})
	if err != nil {
		return err
	}
	fmt.Println(file.ID, file.Filename)
	return nil
}
