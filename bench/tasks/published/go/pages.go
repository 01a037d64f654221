package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
)

func pages(ctx context.Context) error {
	client := openai.NewClient()
	files := client.Files.ListAutoPaging(ctx, openai.FileListParams{Limit: openai.Int(2)})
	for files.Next() {
		file := files.Current()
		fmt.Println(file.ID, file.Filename)
	}
	return files.Err()
}
