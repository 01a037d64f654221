package main

import (
	"context"
	"fmt"

	"example.com/github"
)

func issue(ctx context.Context) error {
	client := github.New()
	issue, err := client.Issues.Create(ctx, "octo", "hello", github.IssuesCreateParams{
		Title: github.IssuesCreateRequestTitleString("It breaks"),
		Body:  github.Some("Every day."),
	})
	if err != nil {
		return err
	}
	labels, err := client.Issues.AddLabels(ctx, "octo", "hello", issue.Number, github.IssuesAddLabelsParams{
		Labels: []github.IssuesAddLabelsRequestLabel{github.IssuesAddLabelsRequestLabelString("bug")},
	})
	if err != nil {
		return err
	}
	closed, err := client.Issues.Update(ctx, "octo", "hello", issue.Number, github.IssuesUpdateParams{
		State:       github.IssuesUpdateRequestStateClosed,
		StateReason: github.Some(github.IssuesUpdateRequestStateReasonCompleted),
	})
	if err != nil {
		return err
	}
	fmt.Println(closed.Number, labels[0].Name, closed.State)
	return nil
}
