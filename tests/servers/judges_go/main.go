// Command judgesprogram is what a user of a Go SDK writes: judgesprogram URL httpbin|wiremock; it prints what it saw.
// The same program as judges_program.py.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http/httptest"
	"os"
	"strconv"
	"time"

	judges "example.com/judgesapi"
)

const text = "Ämilia & Söhne = 1+1? 100%"

var (
	ctx = context.Background()
	png = []byte("\x89PNG\r\n\x1a\n")
)

type seen map[string]any

func main() {
	url, judge := os.Args[1], os.Args[2]
	client := judges.New(judges.WithBaseURL(url), judges.WithLogin("Ämilia", "p:w"), judges.WithToken("t-1"))
	all := seen{"echo": echo(client)}
	if judge == "httpbin" {
		maps.Copy(all, httpbin(client, url))
	} else {
		maps.Copy(all, wiremock(client))
		maps.Copy(all, callback(client))
	}
	fmt.Println(string(must(json.Marshal(all))))
}

func between(from, to int) *judges.Range {
	return &judges.Range{From: judges.Some(from), To: judges.Some(to)}
}

// echo sends every way to write a parameter and a body, which both servers look at.
func echo(client *judges.Judges) seen {
	file := judges.FileOf([]byte("a,b\n1,2\n"))
	file.Name, file.ContentType = `a "b".csv`, "text/csv"
	second := judges.FileFrom(io.MultiReader(bytes.NewReader(png), bytes.NewBufferString("2")))
	second.Name = "2.png"
	return seen{
		"query": must(client.Echo.Query(ctx, judges.QueryParams{
			Text:     judges.Some(text),
			Exploded: []string{"a b", "c,d", "é"},
			Comma:    []int{1, 2, 3},
			Pipes:    []string{"a", "b c"},
			Spaces:   []string{"a", "b"},
			Filter:   between(1, 9),
			Spread:   between(2, 8),
			Reserved: judges.Some("a/b:c?d@e"),
			Where:    between(3, 7),
			XTags:    []string{"red", "green"},
			Session:  judges.Some("s-1"),
		})),
		"path": must(client.Echo.Path(ctx, []string{"a", "b c"}, "1.5", *between(4, 6))),
		"form": must(client.Echo.Form(ctx, judges.FormParams{
			Name:  judges.Some(text),
			Tags:  []string{"a", "b&c"},
			Ids:   []int{1, 2},
			Range: between(1, 2),
			Deep:  between(5, 6),
			Ok:    judges.Some(true),
		})),
		"parts": must(client.Echo.Parts(ctx, judges.PartsParams{
			Name:   text,
			Count:  judges.Some(3),
			Range:  between(1, 2),
			Labels: []string{"x", "y z"},
			Note:   judges.Some("# Ä\n"),
			File:   file,
			More:   []*judges.File{judges.FileOf(png), second},
		})),
		"upload": must(client.Echo.Upload(ctx, judges.UploadParams{Body: judges.FileOf(png)})),
		"text":   must(client.Echo.Text(ctx, judges.TextParams{Body: judges.Some(text)})),
		"json": must(client.Echo.JSON(ctx, judges.JSONParams{
			Name:  judges.Null[string](),
			Big:   judges.Some[int64](9007199254740993),
			Price: judges.Some(0.1),
			At:    judges.Some(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
			List:  []judges.Opt[string]{judges.Some(text), judges.Null[string]()},
			Deep:  map[string]int{"a/b~c": 1},
		})),
	}
}

// httpbin does besides: credentials, compression, redirects, statuses, bytes, delay.
func httpbin(client *judges.Judges, url string) seen {
	all, there := seen{}, url+"/anything/there"
	all["basic"] = must(client.Httpbin.Basic(ctx, "Ämilia", "p:w")).User
	all["bearer"] = must(client.Httpbin.Bearer(ctx)).Token
	nobody := judges.New(judges.WithBaseURL(url), judges.WithLogin("nobody", ""))
	_, err := nobody.Httpbin.Basic(ctx, "Ämilia", "p:w")
	if refused := (*judges.AuthenticationError)(nil); errors.As(err, &refused) {
		all["refused"] = refused.Status
	}
	all["gzip"] = must(client.Httpbin.Gzip(ctx)).Gzipped
	all["redirected"] = must(client.Httpbin.Redirect(ctx, 2))["headers"].(map[string]any)["Authorization"]
	moved := judges.RedirectToParams{URL: there, StatusCode: 307, From: judges.Some(1)}
	all["redirected with its body"] = must(client.Httpbin.RedirectTo(ctx, moved))["json"]
	moved.StatusCode = 303
	all["redirected as GET"] = must(client.Httpbin.RedirectTo(ctx, moved))["method"]
	statuses := seen{}
	for _, code := range []int{204, 418, 503} {
		var failure *judges.APIError
		if errors.As(client.Httpbin.Status(ctx, code), &failure) {
			statuses[strconv.Itoa(code)] = []any{failure.Status, bytes.Contains(failure.Body, []byte("teapot"))}
		}
	}
	all["statuses"] = statuses
	download := must(client.Httpbin.Download(ctx, 100_000, judges.BytesOfParams{Seed: judges.Some(7)}))
	all["bytes"] = fmt.Sprintf("%x", sha256.Sum256(must(io.ReadAll(download))))
	check(download.Close())
	_, err = client.Httpbin.Delay(ctx, 3, judges.WithTimeout(300*time.Millisecond), judges.WithMaxRetries(0))
	if failure := (*judges.ConnectionError)(nil); errors.As(err, &failure) && failure.Timeout() {
		all["timeout"] = true
	}
	return all
}

// wiremock does besides: faults, events in pieces.
func wiremock(client *judges.Judges) seen {
	all := seen{}
	for _, fault := range []string{"reset", "empty", "garbage", "chunk", "busy"} {
		all[fault] = must(client.Wiremock.Flaky(ctx, judges.FlakyParams{Fault: fault}))["matched"]
	}
	_, err := client.Wiremock.Flaky(ctx, judges.FlakyParams{Fault: "always"})
	if failure := (*judges.ConnectionError)(nil); errors.As(err, &failure) {
		all["always"] = true
	}
	all["charged"] = must(client.Wiremock.Charge(ctx, judges.ChargeParams{From: judges.Some(1)}))["matched"]
	var events [][]int
	for event, err := range must(client.Wiremock.Events(ctx)).All() {
		check(err)
		events = append(events, []int{event.From.Or(0), event.To.Or(0)})
	}
	all["events"] = events
	return all
}

// callback starts a job, and waits for the server to tell that it is done.
func callback(client *judges.Judges) seen {
	told := make(chan *judges.Done, 1)
	receiver := must(judges.NewWebhookReceiver(judges.ReceiverOptions{}))
	receiver.OnJobDone(func(_ context.Context, done *judges.Done) (judges.Reply, error) {
		told <- done
		return judges.Reply{}, nil
	})
	server := httptest.NewServer(receiver)
	defer server.Close()
	url := server.URL + "/callbacks/start.jobDone"
	check(client.Wiremock.Start(ctx, judges.StartParams{Name: "Ämilia's", CallbackURL: url}))
	done := <-told
	return seen{"callback": []any{done.Job, done.State}}
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
