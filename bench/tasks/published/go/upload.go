package main

import (
	"context"
	"fmt"
	"os"

	"github.com/openai/openai-go/v3"
)

func upload(ctx context.Context) error {
	client := openai.NewClient()
	content, err := os.Open("training.jsonl")
	if err != nil {
		return err
	}
	defer content.Close()
	file, err := client.Files.New(ctx, openai.FileNewParams{
		File:    content,
		Purpose: openai.FilePurposeFineTune,
	})
	if err != nil {
		return err
	}
	fmt.Println(file.ID, file.Filename)
	return nil
}
