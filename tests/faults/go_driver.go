// Command faults makes the calls of the faults with the Go SDK: orders as JSON on stdin, what came of them on stdout.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	sdk "example.com/sdkfaults"
)

type order struct {
	Number  int
	URL     string
	Call    string
	Timeout float64
	Silence float64
	Retries int
	Alone   bool
}

type ended struct {
	Number  int            `json:"number"`
	Value   any            `json:"value,omitempty"`
	Items   []string       `json:"items"`
	Error   map[string]any `json:"error,omitempty"`
	Seconds float64        `json:"seconds"`
}

var ctx = context.Background()

func main() {
	var log bytes.Buffer
	level := new(slog.LevelVar)
	level.Set(slog.LevelDebug)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level})))
	var orders []order
	if err := json.NewDecoder(os.Stdin).Decode(&orders); err != nil {
		panic(err)
	}
	all := make([]ended, len(orders))
	var group sync.WaitGroup
	for i, one := range orders {
		if !one.Alone {
			group.Add(1)
			go func() {
				defer group.Done()
				all[i] = one.do()
			}()
		}
	}
	group.Wait()
	level.Set(slog.LevelError) // what ten thousand pages log is what the others log
	for i, one := range orders {
		if one.Alone {
			all[i] = one.do()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"ended": all, "log": log.String()}); err != nil {
		panic(err)
	}
}

func (o order) do() ended {
	made := ended{Number: o.Number, Items: []string{}}
	started := time.Now()
	// net/http by itself repeats a request whose kept connection turns out to be closed: each call has its own.
	own := &http.Client{Transport: &http.Transport{}}
	client := sdk.New(
		sdk.WithHTTPClient(own),
		sdk.WithBaseURL(o.URL), sdk.WithMaxRetries(o.Retries),
		sdk.WithTimeout(time.Duration(o.Timeout*float64(time.Second))),
		sdk.WithStreamTimeout(time.Duration(o.Silence*float64(time.Second))),
		sdk.WithToken("s3cr3t-token"), sdk.WithKey("s3cr3t-key"),
		sdk.WithSecret("s3cr3t-header"), sdk.WithSession("s3cr3t-cookie"),
	)
	if err := made.call(client.Things, o.Call); err != nil {
		made.Error = failed(err)
	}
	made.Seconds = time.Since(started).Seconds()
	return made
}

func (e *ended) call(things *sdk.ThingsGroup, name string) error {
	switch name {
	case "get":
		return e.one(things.Get(ctx, "t1"))
	case "create":
		return e.one(things.Create(ctx, sdk.CreateThingParams{Name: "n"}))
	case "unkeyed":
		return e.one(things.Unkeyed(ctx, sdk.UnkeyedParams{Name: "n"}))
	case "send-bytes":
		return e.sent(things.Send(ctx, sdk.SendParams{Body: sdk.FileOf([]byte("abc"))}))
	case "send-stream":
		return e.sent(things.Send(ctx, sdk.SendParams{Body: sdk.FileFrom(io.MultiReader(strings.NewReader("abc")))}))
	case "content":
		return e.content(things.Content(ctx))
	case "resume":
		return e.resume(things.List(ctx, sdk.ListThingsParams{}))
	case "list":
		first, err := things.List(ctx, sdk.ListThingsParams{})
		return pages(e, first, err)
	case "numbered":
		first, err := things.Numbered(ctx, sdk.NumberedParams{})
		return pages(e, first, err)
	case "linked":
		first, err := things.Linked(ctx)
		return pages(e, first, err)
	case "events":
		return e.stream(things.Events(ctx))
	case "reconnect":
		return e.stream(things.Events(ctx, sdk.WithReconnect(2)))
	case "watch-bytes":
		return e.stream(things.Watch(ctx, sdk.WatchParams{Body: sdk.FileOf([]byte("abc"))}, sdk.WithReconnect(2)))
	case "watch-stream":
		return e.stream(things.Watch(ctx, sdk.WatchParams{Body: sdk.FileFrom(io.MultiReader(strings.NewReader("abc")))}, sdk.WithReconnect(2)))
	case "lines":
		return e.stream(things.Lines(ctx))
	}
	return fmt.Errorf("unknown call %q", name)
}

func (e *ended) one(thing *sdk.Thing, err error) error {
	if err == nil {
		e.Value = thing
	}
	return err
}

func (e *ended) sent(err error) error {
	if err == nil {
		e.Value = "sent"
	}
	return err
}

func (e *ended) content(body io.ReadCloser, err error) error {
	if err != nil {
		return err
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err == nil {
		e.Value = string(data)
	}
	return err
}

func (e *ended) resume(page *sdk.Page[sdk.Cursored, sdk.Name], err error) error {
	for ; page != nil && err == nil; err = nil {
		for _, item := range page.Items() {
			e.Items = append(e.Items, item.ID)
		}
		next, failure := page.Next(ctx)
		for range 2 {
			if failure != nil {
				next, failure = page.Next(ctx)
			}
		}
		if failure != nil {
			return failure
		}
		page = next
	}
	return err
}

func pages[R any](e *ended, first *sdk.Page[R, sdk.Name], err error) error {
	if err != nil {
		return err
	}
	return e.all(first.All(ctx))
}

func (e *ended) stream(values *sdk.Stream[sdk.Name], err error) error {
	if err != nil {
		return err
	}
	return e.all(values.All())
}

func (e *ended) all(items iter.Seq2[sdk.Name, error]) error {
	for item, err := range items {
		if err != nil {
			return err
		}
		e.Items = append(e.Items, item.ID)
	}
	return nil
}

// failed is what an error tells; text is all that a log would show of it.
func failed(err error) map[string]any {
	told := map[string]any{"line": err.Error(), "text": fmt.Sprintf("%v\n%+v", err, err)}
	kinds, classes := []string{}, []string{}
	if as[*sdk.ConnectionError](err) {
		kinds = append(kinds, "connection")
		if errors.Is(err, context.DeadlineExceeded) {
			kinds = append(kinds, "timeout")
		}
	}
	if as[*sdk.PaginationError](err) {
		kinds = append(kinds, "pagination")
	}
	var decode *sdk.DecodeError
	if errors.As(err, &decode) {
		kinds = append(kinds, "decode")
		told["status"], told["body"] = decode.Status, read(decode.Body)
	}
	var api *sdk.APIError
	if errors.As(err, &api) {
		kinds = append(kinds, "api")
		told["status"], told["body"], told["error"] = api.Status, read(api.Body), api.Value
		told["retryAfter"] = api.RetryAfter.Seconds()
	}
	for name, is := range map[string]bool{
		"NotFoundError":            as[*sdk.NotFoundError](err),
		"UnprocessableEntityError": as[*sdk.UnprocessableEntityError](err),
		"RateLimitError":           as[*sdk.RateLimitError](err),
		"AuthenticationError":      as[*sdk.AuthenticationError](err),
		"ServerError":              as[*sdk.ServerError](err),
	} {
		if is {
			classes = append(classes, name)
		}
	}
	if len(kinds) == 0 {
		kinds = append(kinds, fmt.Sprintf("foreign: %T", err))
	}
	told["kinds"], told["classes"] = kinds, classes
	return told
}

// read is a body as its JSON, else as text.
func read(body []byte) any {
	var value any
	if json.Unmarshal(body, &value) != nil {
		return string(body)
	}
	return value
}

func as[E error](err error) bool {
	var found E
	return errors.As(err, &found)
}
