// Command labelstudioprogram is what a user of the Go SDK of Label Studio writes: labelstudioprogram URL TOKEN; it
// prints what it saw. The same program as labelstudio_program.py.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"net/http/httptest"
	"os"
	"slices"

	labelstudio "example.com/labelstudioapi"
)

const (
	projectCount = 5
	config       = "<View><Text name='t' value='$text'/></View>"
	csv          = "text,number\nhello,1\nÄmilia,2\n"
)

type seen map[string]any

var ctx = context.Background()

func main() {
	url, token := os.Args[1], os.Args[2]
	client := labelstudio.New(labelstudio.WithBaseURL(url), labelstudio.WithToken("Token "+token))
	all := projects(client)
	ids := idsOf(client)
	maps.Copy(all, nestedGroups(client, ids[0]))
	maps.Copy(all, upload(client, ids[0]))
	maps.Copy(all, mistakes(client, url))
	for _, id := range ids {
		check(client.Projects.Delete(ctx, id))
	}
	all["left"] = len(idsOf(client))
	fmt.Println(string(must(json.Marshal(all))))
}

func idsOf(client *labelstudio.LabelStudio) []int {
	var ids []int
	for project, err := range must(client.Projects.List(ctx, labelstudio.APIProjectsListParams{})).All(ctx) {
		check(err)
		ids = append(ids, project.ID)
	}
	return ids
}

func projects(client *labelstudio.LabelStudio) seen {
	for number := range projectCount {
		must(client.Projects.Create(ctx, labelstudio.APIProjectsCreateParams{
			Title: labelstudio.Some(fmt.Sprintf("project-%02d", number)), LabelConfig: labelstudio.Some(config),
		}))
	}
	var pages []int
	var titles []string
	two := labelstudio.APIProjectsListParams{PageSize: labelstudio.Some(2)}
	for page := must(client.Projects.List(ctx, two)); page != nil; page = must(page.Next(ctx)) {
		pages = append(pages, len(page.Items()))
	}
	for project, err := range must(client.Projects.List(ctx, two)).All(ctx) {
		check(err)
		titles = append(titles, project.Title.Or(""))
	}
	slices.Sort(titles)
	return seen{"pages": pages, "titles": titles}
}

func nestedGroups(client *labelstudio.LabelStudio, project int) seen {
	var types []string
	for _, item := range must(client.ImportStorage.ListTypes(ctx)) {
		types = append(types, item.Name.Or(""))
	}
	slices.Sort(types)
	exports, s3 := must(client.Projects.Exports.List(ctx, project)), must(client.ExportStorage.S3.List(ctx, project))
	return seen{"exports": exports, "types": types, "s3": s3}
}

// upload uploads a file, and waits for the webhook that tells of the tasks in it.
func upload(client *labelstudio.LabelStudio, project int) seen {
	events := make(chan *labelstudio.Sent, 1)
	receiver := must(labelstudio.NewWebhookReceiver(labelstudio.ReceiverOptions{}))
	receiver.OnEvent(func(_ context.Context, event *labelstudio.Sent) (labelstudio.Reply, error) {
		events <- event
		return labelstudio.Reply{}, nil
	})
	server := httptest.NewServer(receiver)
	defer server.Close()
	must(client.Webhooks.Create(ctx, labelstudio.APIWebhooksCreateParams{
		URL:     server.URL + "/hooks/event",
		Project: labelstudio.Some(project),
		Actions: []labelstudio.ActionsEnum{labelstudio.ActionsEnumTasksCreated},
	}))
	file := labelstudio.FileOf([]byte(csv))
	file.Name, file.ContentType = "tasks.csv", "text/csv"
	done := must(client.Projects.ImportTasksMultipart(ctx, project, labelstudio.APIProjectsImportCreateMultipartParams{File: file}))
	event := <-events
	var tasks []any
	for _, task := range must(client.Projects.Tasks(ctx, project, labelstudio.APIProjectsTasksListParams{})) {
		tasks = append(tasks, task.Data)
	}
	return seen{
		"imported": done.TaskCount.Or(0),
		"tasks":    tasks,
		"event": []any{
			event.Action == labelstudio.ActionsEnumTasksCreated, event.Project.ID == project, len(event.Tasks),
		},
	}
}

func mistakes(client *labelstudio.LabelStudio, url string) seen {
	all := seen{}
	past := labelstudio.APIProjectsListParams{Page: labelstudio.Some(4), PageSize: labelstudio.Some(2)}
	_, err := client.Projects.List(ctx, past)
	if missing := (*labelstudio.NotFoundError)(nil); errors.As(err, &missing) {
		all["past the end"] = missing.Status
	}
	nobody := labelstudio.New(labelstudio.WithBaseURL(url))
	_, err = nobody.Projects.List(ctx, labelstudio.APIProjectsListParams{})
	if refused := (*labelstudio.AuthenticationError)(nil); errors.As(err, &refused) {
		all["refused"] = refused.Status
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
