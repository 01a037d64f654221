package main

import (
	"context"
	"fmt"
	"os"

	"github.com/google/go-github/v75/github"
)

func issue(ctx context.Context) error {
	client := github.NewClient(nil).WithAuthToken(os.Getenv("GITHUB_TOKEN"))
	issue, _, err := client.Issues.Create(ctx, "octo", "hello", &github.IssueRequest{
		Title: github.Ptr("It breaks"),
		Body:  github.Ptr("Every day."),
	})
	if err != nil {
		return err
	}
	labels, _, err := client.Issues.AddLabelsToIssue(ctx, "octo", "hello", issue.GetNumber(), []string{"bug"})
	if err != nil {
		return err
	}
	closed, _, err := client.Issues.Edit(ctx, "octo", "hello", issue.GetNumber(), &github.IssueRequest{
		State:       github.Ptr("closed"),
		StateReason: github.Ptr("completed"),
	})
	if err != nil {
		return err
	}
	fmt.Println(closed.GetNumber(), labels[0].GetName(), closed.GetState())
	return nil
}
