// Command phoenixprogram is what a user of the Go SDK of Phoenix writes: phoenixprogram URL TOKEN; it prints what it
// saw. The same program as phoenix_program.py.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	phoenix "example.com/phoenixapi"
)

const (
	projectCount = 12
	csv          = "question,context,answer\nWhy?,here,Because\nWho?,there,Ämilia\n"
	prompt       = `{
		"prompt": {"name": "greet"},
		"version": {
			"model_provider": "OPENAI",
			"model_name": "gpt-4o",
			"template": {
				"type": "chat",
				"messages": [{"role": "user", "content": [{"type": "text", "text": "Hi {{name}}"}]}]
			},
			"template_type": "CHAT",
			"template_format": "MUSTACHE",
			"invocation_parameters": {"type": "openai", "openai": {"temperature": 0.5}}
		}
	}`
)

type seen map[string]any

var ctx = context.Background()

func main() {
	url, token := os.Args[1], os.Args[2]
	client := phoenix.New(phoenix.WithBaseURL(url), phoenix.WithBearer("Bearer "+token))
	all := seen{}
	maps.Copy(all, projects(client))
	maps.Copy(all, datasets(client))
	maps.Copy(all, prompts(client))
	maps.Copy(all, mistakes(client, url))
	fmt.Println(string(must(json.Marshal(all))))
}

func projects(client *phoenix.Phoenix) seen {
	for number := range projectCount {
		must(client.Projects.Create(ctx, phoenix.CreateProjectParams{Name: fmt.Sprintf("codegen-%02d", number)}))
	}
	var pages []int
	five := phoenix.GetProjectsParams{Limit: phoenix.Some(5), NameContains: phoenix.Some("codegen")}
	for page := must(client.Projects.List(ctx, five)); page != nil; page = must(page.Next(ctx)) {
		pages = append(pages, len(page.Result.Data))
	}
	var names []string
	three := phoenix.GetProjectsParams{Limit: phoenix.Some(3), NameContains: phoenix.Some("codegen")}
	for project, err := range must(client.Projects.List(ctx, three)).All(ctx) {
		check(err)
		names = append(names, project.Name)
	}
	slices.Sort(names)
	check(client.Projects.Delete(ctx, "codegen-00"))
	return seen{"pages": pages, "names": names}
}

func datasets(client *phoenix.Phoenix) seen {
	file := phoenix.FileOf([]byte(csv))
	file.Name, file.ContentType = "questions.csv", "text/csv"
	made := must(client.Datasets.UploadMultipart(ctx, phoenix.UploadDatasetMultipartParams{
		Sync:       phoenix.Some(true),
		Action:     "create",
		Name:       "questions",
		InputKeys:  []string{"question", "context"},
		OutputKeys: []string{"answer"},
		File:       file,
	}))
	id := made.Data.DatasetID
	found := must(client.Datasets.Examples(ctx, id, phoenix.GetDatasetExamplesParams{}))
	var examples [][]any
	for _, example := range found.Data.Examples {
		examples = append(examples, []any{example.Input, example.Output})
	}
	lines := strings.Count(must(client.Datasets.Csv(ctx, id, phoenix.GetDatasetCsvParams{})), "\n")
	return seen{"examples": examples, "lines": lines}
}

// prompts sends and receives members of unions by discriminator.
func prompts(client *phoenix.Phoenix) seen {
	var body phoenix.CreatePromptRequestBody
	check(json.Unmarshal([]byte(prompt), &body))
	must(client.Prompts.Create(ctx, phoenix.PostPromptVersionParams{}, phoenix.WithBody(body)))
	latest := must(client.Prompts.Latest(ctx, "greet")).Data
	all := seen{}
	if template, ok := latest.Template.(*phoenix.PromptChatTemplate); ok {
		if parts, ok := template.Messages[0].Content.(phoenix.PromptMessageContentItemList); ok {
			if part, ok := parts[0].(*phoenix.TextContentPart); ok {
				all["template"] = part.Text
			}
		}
	}
	if parameters, ok := latest.InvocationParameters.(*phoenix.PromptOpenAIInvocationParameters); ok {
		all["temperature"], _ = parameters.Openai.Temperature.Get()
	}
	return all
}

func mistakes(client *phoenix.Phoenix, url string) seen {
	all := seen{}
	nobody := phoenix.New(phoenix.WithBaseURL(url), phoenix.WithBearer("Bearer nobody"))
	_, err := nobody.Projects.List(ctx, phoenix.GetProjectsParams{})
	var refused *phoenix.AuthenticationError
	if errors.As(err, &refused) {
		all["refused"] = refused.Status
	}
	_, err = client.Projects.Get(ctx, "codegen-00")
	var gone *phoenix.NotFoundError
	if errors.As(err, &gone) {
		all["not found"] = []any{gone.Status, string(gone.Body)}
	}
	file := phoenix.FileOf(nil)
	file.Name = "a.csv"
	empty := phoenix.UploadDatasetMultipartParams{Name: "empty", InputKeys: []string{}, OutputKeys: []string{}, File: file}
	empty.Sync = phoenix.Some(true)
	_, err = client.Datasets.UploadMultipart(ctx, empty)
	var unprocessable *phoenix.UnprocessableEntityError
	if errors.As(err, &unprocessable) {
		all["unprocessable"] = unprocessable.Status
	}
	return all
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
