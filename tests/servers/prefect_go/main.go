// Command prefectprogram is what a user of the Go SDK of Prefect writes: prefectprogram URL RUN NOW; it prints what it
// saw. The same program as prefect_program.py.
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
	"time"

	prefect "example.com/prefectapi"
)

const (
	flowCount  = 23
	eventCount = 17
	version    = "0.8.4"
	nowhere    = "00000000-0000-4000-8000-000000000000"
)

type seen map[string]any

func main() {
	ctx := context.Background()
	client := prefect.New(prefect.WithBaseURL(os.Args[1]))
	all := seen{}
	maps.Copy(all, flows(ctx, client))
	maps.Copy(all, paging(ctx, client))
	maps.Copy(all, events(ctx, client, os.Args[2], must(time.Parse(time.RFC3339, os.Args[3]))))
	maps.Copy(all, mistakes(ctx, client))
	fmt.Println(string(must(json.Marshal(all))))
}

func flowName(number int) string { return fmt.Sprintf("flow-%02d", number) }

func flows(ctx context.Context, client *prefect.PrefectREST) seen {
	for number := range flowCount {
		flow := prefect.CreateFlowFlowsPostParams{Name: flowName(number), Tags: []string{"codegen"}}
		must(client.Flows.Create(ctx, flow))
	}
	again := must(client.Flows.Create(ctx, prefect.CreateFlowFlowsPostParams{Name: "flow-00"}))
	asked := prefect.ReadFlowFlowsIDGetParams{XPrefectAPIVersion: prefect.Some(version)}
	read := must(client.Flows.Get(ctx, again.ID, asked))
	return seen{"created again": []any{again.Name, again.Tags}, "read": read.Name}
}

func paging(ctx context.Context, client *prefect.PrefectREST) seen {
	var offsets [][]string
	byName := prefect.ReadFlowsFlowsFilterPostParams{Limit: prefect.Some(10), Sort: prefect.FlowSortNameAsc}
	for page := must(client.Flows.List(ctx, byName)); page != nil; page = must(page.Next(ctx)) {
		var names []string
		for _, flow := range page.Result {
			names = append(names, flow.Name)
		}
		offsets = append(offsets, names)
	}

	var ten []string
	for number := range 10 {
		ten = append(ten, flowName(number))
	}
	filter := &prefect.FlowFilter{Name: prefect.Some(&prefect.FlowFilterName{Any: prefect.Some(ten)})}
	five := prefect.ReadFlowsFlowsFilterPostParams{Limit: prefect.Some(5), Flows: filter}
	var full []int
	for page, err := range must(client.Flows.List(ctx, five)).Pages(ctx) {
		check(err)
		full = append(full, len(page.Result))
	}

	whole := must(client.Flows.List(ctx, prefect.ReadFlowsFlowsFilterPostParams{}))
	empty := must(whole.Next(ctx))
	after := must(empty.Next(ctx))

	var numbers [][]int
	numbered := prefect.PaginateFlowsFlowsPaginatePostParams{Limit: prefect.Some(10), Page: prefect.Some(1)}
	for page := must(client.Flows.Paginate(ctx, numbered)); page != nil; page = must(page.Next(ctx)) {
		numbers = append(numbers, []int{page.Result.Page, len(page.Result.Results)})
	}

	var all []string
	seven := prefect.PaginateFlowsFlowsPaginatePostParams{Limit: prefect.Some(7)}
	for flow, err := range must(client.Flows.Paginate(ctx, seven)).All(ctx) {
		check(err)
		all = append(all, flow.Name)
	}
	slices.Sort(all)
	return seen{
		"offset and limit":   offsets,
		"until one is empty": full,
		"without a body":     []any{len(whole.Result), len(empty.Result), after == nil},
		"page and numPages":  numbers,
		"by iteration":       all,
	}
}

func events(ctx context.Context, client *prefect.PrefectREST, run string, now time.Time) seen {
	var body []prefect.Event
	for number := range eventCount {
		body = append(body, prefect.Event{
			ID:       fmt.Sprintf("%s-%012d", run, number),
			Occurred: now.Add(-time.Duration(number) * time.Second),
			Event:    fmt.Sprintf("codegen.%02d", number),
			Resource: prefect.Resource{"prefect.resource.id": "codegen." + run},
		})
	}
	check(client.Events.Create(ctx, prefect.CreateEventsEventsPostParams{Body: body}))
	resource := &prefect.EventResourceFilter{ID: prefect.Some([]string{"codegen." + run})}
	wanted := prefect.ReadEventsEventsFilterPostParams{
		Filter: prefect.Some(&prefect.EventFilter{Resource: prefect.Some(resource)}),
		Limit:  prefect.Some(5),
	}
	var found [][]string
	for page, err := range must(client.Events.List(ctx, wanted)).Pages(ctx) {
		check(err)
		var names []string
		for _, event := range page.Result.Events {
			names = append(names, event.Event)
		}
		found = append(found, names)
	}
	return seen{"url": found}
}

func mistakes(ctx context.Context, client *prefect.PrefectREST) seen {
	all := seen{}
	_, err := client.Flows.Create(ctx, prefect.CreateFlowFlowsPostParams{})
	var missing *prefect.MissingBodyError
	if errors.As(err, &missing) {
		all["missing body"] = true
	}
	_, err = client.Flows.Get(ctx, nowhere, prefect.ReadFlowFlowsIDGetParams{})
	var notFound *prefect.NotFoundError
	if errors.As(err, &notFound) {
		all["not found"] = notFound.Status
	}
	_, err = client.Flows.Create(ctx, prefect.CreateFlowFlowsPostParams{Name: "not/allowed"})
	var refused *prefect.UnprocessableEntityError
	if errors.As(err, &refused) {
		all["unprocessable"] = refused.Status
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
