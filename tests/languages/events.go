// Command events reads the streams of test_events.py with a printed SDK.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	sdk "example.com/streams"
)

type order struct {
	Name   string
	Of     string
	Splits [][]string
}

type outcome struct {
	Gives [][]any `json:"gives"`
	Ends  string  `json:"ends"`
	Retry float64 `json:"retry"`
}

// pieces is a body that comes piece by piece; each character is a byte.
type pieces struct{ left []string }

func (p *pieces) Read(into []byte) (int, error) {
	for len(p.left) > 0 && p.left[0] == "" {
		p.left = p.left[1:]
	}
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	var made []byte
	for _, sign := range p.left[0] {
		made = append(made, byte(sign))
	}
	count := copy(into, made)
	if p.left = p.left[1:]; count < len(made) {
		var rest strings.Builder
		for _, sign := range made[count:] {
			rest.WriteRune(rune(sign))
		}
		p.left = append([]string{rest.String()}, p.left...)
	}
	return count, nil
}

func (p *pieces) Close() error { return nil }

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) { return t(request) }

func read(of string, split []string) (found outcome) {
	kind := "text/event-stream"
	switch of {
	case "lines":
		kind = "application/jsonl"
	case "text":
		kind += ";charset=windows-1252"
	}
	answer := transport(func(request *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {kind}}, Body: &pieces{split}, Request: request}, nil
	})
	client := sdk.New(sdk.WithHTTPClient(&http.Client{Transport: answer}))
	ctx := context.Background()
	if of == "text" {
		stream, err := client.Text(ctx)
		must(err)
		return walk(stream)
	}
	call := map[string]func(context.Context, ...sdk.Option) (*sdk.Stream[any], error){
		"json": client.JSON, "ended": client.Ended, "endless": client.Endless, "lines": client.Lines,
	}
	stream, err := call[of](ctx)
	must(err)
	return walk(stream)
}

func walk[T any](stream *sdk.Stream[T]) (found outcome) {
	found = outcome{Gives: [][]any{}, Ends: "whole"}
	for value, err := range stream.All() {
		var lost *sdk.ConnectionError
		var unreadable *sdk.DecodeError
		switch {
		case errors.As(err, &lost) && strings.Contains(err.Error(), "broke off"):
			found.Ends = "broken"
		case errors.As(err, &unreadable):
			found.Ends = "unreadable"
		case err != nil:
			must(err)
		default:
			var event any = stream.Event
			if stream.Event == "" {
				event = nil
			}
			found.Gives = append(found.Gives, []any{value, event, stream.LastEventID})
		}
	}
	found.Retry = float64(stream.RetryAfter) / float64(time.Second)
	return found
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	must(err)
	var orders []order
	must(json.Unmarshal(data, &orders))
	found := map[string][]outcome{}
	for _, item := range orders {
		for _, split := range item.Splits {
			found[item.Name] = append(found[item.Name], read(item.Of, split))
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(found))
}
