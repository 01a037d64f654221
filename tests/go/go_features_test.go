package features_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.com/features"
)

var ctx = context.Background()

// serve starts a server that counts its requests, and a client of it.
func serve(t *testing.T, handler http.HandlerFunc, options ...features.Option) (*features.Features, *atomic.Int32) {
	t.Helper()
	var count atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		count.Add(1)
		handler(out, request)
	}))
	t.Cleanup(server.Close)
	return features.New(append([]features.Option{features.WithBaseURL(server.URL), features.WithExternalAuth()}, options...)...), &count
}

func answer(status int, kind, body string) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		_, _ = io.Copy(io.Discard, request.Body)
		out.Header().Set("Content-Type", kind)
		out.WriteHeader(status)
		_, _ = io.WriteString(out, body)
	}
}

const thing = `{"id":"t1","colour":"#00f","new":1}`

func TestHooksSeeEveryAttempt(t *testing.T) {
	var seen []string
	hooks := features.Hooks{
		BeforeRequest: func(request *http.Request) error {
			seen = append(seen, "before "+request.URL.Path)
			request.Header.Set("X-Trace", "1")
			return nil
		},
		AfterResponse: func(request *http.Request, response *http.Response) {
			seen = append(seen, fmt.Sprintf("after %d", response.StatusCode))
		},
		OnError: func(_ *http.Request, err error) { seen = append(seen, fmt.Sprintf("error %T", err)) },
	}
	attempt := 0
	client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		if request.Header.Get("X-Trace") != "1" {
			t.Error("the header of the hook is missing")
		}
		switch attempt++; attempt {
		case 1:
			out.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			panic(http.ErrAbortHandler)
		default:
			answer(200, "application/json", thing)(out, request)
		}
	}, features.WithHooks(hooks), features.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}))
	if _, err := client.GetThing(ctx, "t1", features.GetThingParams{}); err != nil {
		t.Fatal(err)
	}
	wanted := "before /things/t1,after 503,before /things/t1,error *features.ConnectionError,before /things/t1,after 200"
	if got := strings.Join(seen, ","); got != wanted {
		t.Error(got)
	}
	stop := errors.New("stop")
	refuse := features.WithHooks(features.Hooks{BeforeRequest: func(*http.Request) error { return stop }})
	if err := client.OldThing(ctx, refuse); !errors.Is(err, stop) {
		t.Error(err)
	}
}

func TestNothingSecretIsLogged(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	for _, credential := range []features.Option{
		features.WithBearer("s3cret"), features.WithKey("s3cret"), features.WithCookie("s3cret"),
	} {
		client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
			out.Header().Set("Set-Cookie", "sid=s3cret")
			out.WriteHeader(http.StatusNoContent)
		}, credential, features.WithLogger(logger))
		if err := client.OldThing(ctx); err != nil {
			t.Fatal(err)
		}
		nowhere := features.WithBaseURL("http://127.0.0.1:1")
		err := client.OldThing(ctx, nowhere, features.WithMaxRetries(0))
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Error(err)
		}
	}
	if text := log.String(); strings.Contains(text, "s3cret") || !strings.Contains(text, "operation=oldThing") {
		t.Error(text)
	}
}

// A POST is sent again with a key that is really sent, where there was no connection, or where the policy says so.
func TestAPostIsNotSentTwice(t *testing.T) {
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		out.WriteHeader(http.StatusServiceUnavailable)
	})
	send := func(options ...features.Option) error {
		upload := features.CheckedPartsParams{File: features.FileOf([]byte("a"))}
		return client.CheckedParts(ctx, 1, upload, options...)
	}
	policy := features.DefaultRetryPolicy()
	policy.Initial, policy.Unsafe = time.Millisecond, true
	keyless := features.WithHeader("Idempotency-Key", "")
	for _, one := range []struct {
		options []features.Option
		want    int64
	}{{nil, 3}, {[]features.Option{keyless}, 1}, {[]features.Option{keyless, features.WithRetryPolicy(policy)}, 3}} {
		count.Store(0)
		if err := send(one.options...); err == nil || int64(count.Load()) != one.want {
			t.Error(err, count.Load(), one.want)
		}
	}
	var attempts int
	hooks := features.Hooks{BeforeRequest: func(*http.Request) error { attempts++; return nil }}
	err := send(keyless, features.WithBaseURL("http://127.0.0.1:1"), features.WithHooks(hooks))
	var lost *features.ConnectionError
	if !errors.As(err, &lost) || !lost.Unsent || attempts != 3 {
		t.Error(err, attempts)
	}
}

func TestHeadersAreTrimmedAndChecked(t *testing.T) {
	var got http.Header
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		got = request.Header
		out.WriteHeader(http.StatusNoContent)
	})
	if err := client.OldThing(ctx, features.WithHeader("X-A", " Käse →\t"), features.WithBearer(" t ")); err != nil {
		t.Fatal(err)
	}
	if got.Get("X-A") != "Käse →" || got.Get("Authorization") != "Bearer t" {
		t.Error(got)
	}
	for _, bad := range []string{"s3cret\r\nX-Evil: 1", "s3cret\x00", "s3cret\x7f"} {
		for _, err := range []error{
			client.OldThing(ctx, features.WithHeader("X-A", bad)),
			client.OldThing(ctx, features.WithBearer(bad)),
			client.OldThing(ctx, features.WithHeader("X A", "a")),
			client.CheckedParts(ctx, 1, features.CheckedPartsParams{File: features.FileOf([]byte("a"))}, features.WithIdempotencyKey(bad)),
		} {
			var wrong *features.ArgumentError
			if !errors.As(err, &wrong) || strings.Contains(err.Error(), "s3cret") {
				t.Error(err)
			}
		}
	}
	if count.Load() != 1 {
		t.Error(count.Load())
	}
}

// onLog is what is done with what a client logs.
type onLog func(message string)

func (onLog) Enabled(context.Context, slog.Level) bool { return true }

func (l onLog) Handle(_ context.Context, record slog.Record) error {
	l(record.Message)
	return nil
}

func (l onLog) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l onLog) WithGroup(string) slog.Handler { return l }

// endedBy makes a context that ends soon after a client logs a message: in the pause that it announces.
func endedBy(said string) (context.Context, features.Option) {
	made, cancel := context.WithCancel(ctx)
	return made, features.WithLogger(slog.New(onLog(func(message string) {
		if message == said {
			time.AfterFunc(10*time.Millisecond, cancel)
		}
	})))
}

func TestAContextEndsWaitingAndReading(t *testing.T) {
	short, logs := endedBy("trying again")
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("Retry-After", "50")
		out.WriteHeader(http.StatusServiceUnavailable)
	}, logs)
	started := time.Now()
	err := client.OldThing(short)
	if !errors.Is(err, context.Canceled) || time.Since(started) >= 50*time.Second || count.Load() != 1 {
		t.Error("slept through the pause:", err, count.Load())
	}
	client, _ = serve(t, func(out http.ResponseWriter, request *http.Request) {
		answer(200, "application/json", `{"id":"t1","colour`)(out, request)
		out.(http.Flusher).Flush()
		<-request.Context().Done()
	})
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if _, err = client.GetThing(short, "t1", features.GetThingParams{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error("in the middle of a body:", err)
	}
	gone := make(chan struct{})
	client, _ = serve(t, func(out http.ResponseWriter, request *http.Request) {
		answer(200, "text/event-stream", "id: 7\ndata: {\"id\":\"a\"}\n\n")(out, request)
		out.(http.Flusher).Flush()
		<-request.Context().Done()
		close(gone)
	})
	cancelled, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := client.Events(cancelled, features.EventsParams{})
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for item, err := range stream.All() {
		if last = err; err == nil && item.ID == "a" {
			cancel()
		}
	}
	<-gone
	if !errors.Is(last, context.Canceled) || stream.LastEventID != "7" {
		t.Error(last, stream.LastEventID)
	}
}

func TestTimeouts(t *testing.T) {
	slow := func(out http.ResponseWriter, request *http.Request) { <-request.Context().Done() }
	client, _ := serve(t, slow, features.WithMaxRetries(0))
	var connection *features.ConnectionError
	if err := client.SlowThing(ctx); !errors.As(err, &connection) || !connection.Timeout() {
		t.Error("of the operation:", err)
	}
	if err := client.OldThing(ctx, features.WithTimeout(50*time.Millisecond)); !errors.As(err, &connection) {
		t.Error("of the call:", err)
	}
	policy := features.DefaultRetryPolicy()
	policy.Budget, policy.Initial = 300*time.Millisecond, time.Millisecond
	var first atomic.Bool
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		if first.CompareAndSwap(false, true) {
			time.Sleep(policy.Budget / 3)
			out.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		slow(out, request)
	}, features.WithRetryPolicy(policy), features.WithTimeout(time.Minute))
	started := time.Now()
	err := client.OldThing(ctx)
	if !errors.As(err, &connection) || !connection.Timeout() || count.Load() != 2 || time.Since(started) > 30*time.Second {
		t.Error("of the budget:", err, count.Load())
	}
}

func TestRetryAfterThatIsTooLongEndsTheCall(t *testing.T) {
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("Retry-After", "3600")
		out.WriteHeader(http.StatusTooManyRequests)
	})
	var limited *features.RateLimitError
	err := client.OldThing(ctx)
	if !errors.As(err, &limited) || limited.RetryAfter != time.Hour || count.Load() != 1 {
		t.Error(err, count.Load())
	}
}

func TestErrorsSayWhatTheServerSaid(t *testing.T) {
	client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("X-Request-Id", "r1")
		answer(404, "application/json", `{"code":"gone","explanation":"no such thing","id":1}`)(out, request)
	})
	_, err := client.GetThing(ctx, "t1", features.GetThingParams{})
	var missing *features.NotFoundError
	var problem *features.Problem
	if !errors.As(err, &missing) || !errors.As(missing, &problem) || !errors.As(problem, new(*features.APIError)) {
		t.Fatal(err)
	}
	said := "404 GET /things/t1: no such thing (request id r1)"
	if problem.Value.Code != "gone" || missing.RequestID() != "r1" || err.Error() != said {
		t.Error(err, problem.Value, missing.RequestID())
	}
	client, _ = serve(t, answer(404, "application/json", `["not","a","problem"]`))
	_, err = client.GetThing(ctx, "t1", features.GetThingParams{})
	if !errors.As(err, &missing) || string(missing.Body) != `["not","a","problem"]` {
		t.Error(err)
	}
	for body, said := range map[string]string{
		`{"detail":[{"loc":["id"]}]}`:         `400 GET /old: {"detail":[{"loc":["id"]}]}`,
		"upstream\nis down":                   "400 GET /old: upstream is down",
		"<html><h1>Oops":                      "400 GET /old: Oops",
		`{"error":"the key s3cret-k is old"}`: "400 GET /old: the key *** is old",
		strings.Repeat("\u00e9", 600):         "400 GET /old: " + strings.Repeat("\u00e9", 500) + "...",
	} {
		client, _ = serve(t, answer(400, "text/plain", body), features.WithKey("s3cret-k"))
		if err := client.OldThing(ctx); err == nil || err.Error() != said {
			t.Error(err)
		}
	}
	client, _ = serve(t, answer(401, "text/plain", "s3cret-t has expired"),
		features.WithBearerSource(func(context.Context) (string, error) { return "s3cret-t", nil }))
	if err := client.OldThing(ctx); err == nil || err.Error() != "401 GET /old: *** has expired" {
		t.Error(err)
	}
	client, _ = serve(t, answer(200, "text/html", "<html>"))
	var decode *features.DecodeError
	if _, err = client.GetThing(ctx, "t1", features.GetThingParams{}); !errors.As(err, &decode) || decode.Path != "/things/t1" {
		t.Error(err)
	}
	err = client.OldThing(ctx, features.WithBaseURL("http://127.0.0.1:1"), features.WithKey("k"), features.WithMaxRetries(0))
	if err == nil || !strings.HasPrefix(err.Error(), "GET /old: no answer from http://127.0.0.1:1: ") {
		t.Error(err)
	}
	client, _ = serve(t, answer(202, "application/json", `{"code":"later","explanation":"not yet"}`))
	var later *features.APIError
	if _, err = client.StrictThing(ctx); !errors.As(err, &later) || later.Status != 202 || later.Message != "not yet" {
		t.Error("x-codegen-errors:", err)
	}
}

func TestASealedResult(t *testing.T) {
	results := []features.EitherThingResult{}
	for _, given := range []struct {
		status     int
		kind, body string
	}{{200, "application/json", thing}, {201, "application/json", `["a"]`}, {203, "text/plain", "hello"}, {204, "", ""}} {
		client, _ := serve(t, answer(given.status, given.kind, given.body))
		result, err := client.EitherThing(ctx)
		if err != nil {
			t.Fatal(given, err)
		}
		results = append(results, result)
	}
	for i, result := range results {
		switch value := result.(type) {
		case *features.Thing:
			if i != 0 || value.ID != "t1" {
				t.Error(i, value)
			}
		case features.EitherThingResultStringList:
			if i != 1 || !reflect.DeepEqual([]string(value), []string{"a"}) {
				t.Error(i, value)
			}
		case features.EitherThingResultString:
			if i != 2 || value != "hello" {
				t.Error(i, value)
			}
		case nil:
			if i != 3 {
				t.Error(i, value)
			}
		}
	}
}

// What is not asked for is none of the results.
func TestASealedResultOfAnotherMediaType(t *testing.T) {
	for kind, body := range map[string]string{"application/vnd.short+json": `{"id": "s"}`, "image/png": "\x89PNG"} {
		client, _ := serve(t, answer(200, kind, body))
		result, err := client.EitherThing(ctx)
		var unreadable *features.DecodeError
		if !errors.As(err, &unreadable) || string(unreadable.Body) != body || result != nil {
			t.Error(kind, result, err)
		}
	}
}

func TestModelsKeepWhatTheyDoNotKnow(t *testing.T) {
	var query string
	client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		query = request.URL.RawQuery + " " + request.Header.Get("X-Tenant")
		answer(200, "application/json", thing)(out, request)
	}, features.WithXTenant("acme"))
	got, err := client.GetThing(ctx, "t1", features.GetThingParams{Colour: features.ColourRed})
	if err != nil || got.Colour != "#00f" || got.Extra.String() != `{"new":1}` || query != "colour=%23f00 acme" {
		t.Error(got, err, query)
	}
	if _, err = client.GetThing(ctx, "t1", features.GetThingParams{}, features.WithXTenant("other")); err != nil || query != " other" {
		t.Error(query, err)
	}
	if data, err := got.MarshalJSON(); err != nil || string(data) != thing {
		t.Error(string(data), err)
	}
	broken := `{"id":5,"colour":"","size":"big"}`
	var model features.Thing
	if err := model.UnmarshalJSON([]byte(broken)); err != nil || string(model.Unread.Fields["size"]) != `"big"` {
		t.Error(err, model.Unread)
	}
	if data, err := model.MarshalJSON(); err != nil || string(data) != broken {
		t.Error(string(data), err)
	}
}

func TestNullWhereTheTypeIsAny(t *testing.T) {
	for wanted, given := range map[string]any{"null": features.Null[any](), "": nil, "[null]": []any{nil}} {
		data, err := json.Marshal(features.Thing{ID: "t1", Detail: given})
		body, _ := strings.CutPrefix(string(data), `{"id":"t1"`)
		if wanted != "" {
			wanted = `,"detail":` + wanted
		}
		if err != nil || body != wanted+"}" {
			t.Error(string(data), err)
		}
	}
}

func TestARequiredEnumIsAskedFor(t *testing.T) {
	var asked string
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		asked = request.URL.RawQuery
		out.WriteHeader(http.StatusNoContent)
	})
	var missing *features.ArgumentError
	if err := client.Paint(ctx, features.PaintParams{}); !errors.As(err, &missing) || missing.Name != "Colour" || count.Load() != 0 {
		t.Error(err, count.Load())
	}
	if err := client.Paint(ctx, features.PaintParams{Colour: "#unknown"}); err != nil || asked != "colour=%23unknown" {
		t.Error(err, asked)
	}
}

func TestStreams(t *testing.T) {
	text := ": hello\r\nid: 1\r\ndata: {\"id\":\r\ndata: \"a\"}\r\n\r\nevent: x\rid: 2\rdata: {\"id\":\"b\"}\r\rdata: [DONE]\n\n"
	client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		out.Header().Set("Content-Type", "text/event-stream")
		for i := range text { // a byte at a time
			_, _ = io.WriteString(out, text[i:i+1])
			out.(http.Flusher).Flush()
		}
	})
	stream, err := client.Events(ctx, features.EventsParams{LastEventID: features.Some("0")})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for item, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, item.ID+stream.LastEventID)
	}
	if fmt.Sprint(seen) != "[a1 b2]" {
		t.Error(seen)
	}
	client, _ = serve(t, answer(200, "application/jsonl", "{\"id\":\"a\"}\n\n{\"id\":\"b\"}"))
	lines, err := client.Lines(ctx)
	if err != nil {
		t.Fatal(err)
	}
	seen = nil
	for item, err := range lines.All() {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, item.ID)
	}
	if fmt.Sprint(seen) != "[a b]" {
		t.Error(seen)
	}
}

// zeros are so many bytes, which nobody can read twice.
type zeros struct{ left int64 }

func (z *zeros) Read(into []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	count := min(int64(len(into)), z.left)
	z.left -= count
	return int(count), nil
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) { return t(request) }

// drip is a body of small pieces.
type drip struct{ io.Reader }

func (d drip) Read(into []byte) (int, error) { return d.Reader.Read(into[:min(len(into), 100)]) }

// readLine reads an event of a size in small pieces, and tells what CPU time that took.
func readLine(t *testing.T, size int) time.Duration {
	t.Helper()
	client, _ := serve(t, nil, features.WithHTTPClient(&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		text := `data: {"id":"` + strings.Repeat("x", size) + "\"}\r\n\r\n"
		header := http.Header{"Content-Type": {"text/event-stream"}}
		return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(drip{strings.NewReader(text)})}, nil
	})}))
	stream, err := client.Events(ctx, features.EventsParams{})
	if err != nil {
		t.Fatal(err)
	}
	began := used(t)
	for item, err := range stream.All() {
		if err != nil || len(item.ID) != size {
			t.Error(err, len(item.ID))
		}
	}
	return used(t) - began
}

// used is the CPU time of the process.
func used(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestALongLine takes no longer than its bytes, in whatever pieces it comes: an event may hold an image. Sixteen times
// as much takes sixteen times as long, and would take 256 times; the quickest of some runs counts.
func TestALongLine(t *testing.T) {
	less, more := readLine(t, 1<<20), readLine(t, 16<<20)
	for tries := 0; more > 64*less && tries < 3; tries++ {
		less, more = min(less, readLine(t, 1<<20)), min(more, readLine(t, 16<<20))
	}
	if more > 64*less {
		t.Error(less, more)
	}
}

const gigabyte = 1 << 30

// TestAGigabyteIsNotLoaded sends and receives one, and looks at what was allocated in all.
func TestAGigabyteIsNotLoaded(t *testing.T) {
	var received atomic.Int64
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodGet {
			out.Header().Set("Content-Type", "application/octet-stream")
			_, _ = io.Copy(out, &zeros{gigabyte})
			return
		}
		size, _ := io.Copy(io.Discard, request.Body)
		received.Store(size)
		out.WriteHeader(http.StatusNoContent)
	}, features.WithTimeout(0))
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, gigabyte); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	steps := map[string]func() error{
		"a reader": func() error {
			return client.Upload(ctx, features.UploadParams{Body: features.FileFrom(&zeros{gigabyte})})
		},
		"a part": func() error {
			return client.UploadParts(ctx, features.UploadPartsParams{File: features.FileAt(path), Note: features.Some("n")})
		},
		"a download": func() error {
			body, err := client.Download(ctx)
			if err != nil {
				return err
			}
			defer body.Close()
			size, err := io.Copy(io.Discard, body)
			received.Store(size)
			return err
		},
	}
	for name, step := range steps {
		if err := step(); err != nil || received.Load() < gigabyte {
			t.Error(name, err, received.Load())
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 || count.Load() != 3 {
		t.Errorf("%d MB were allocated, in %d requests", used>>20, count.Load())
	}
}

func TestAStreamIsNotSentTwice(t *testing.T) {
	client, count := serve(t, answer(503, "text/plain", "later"))
	var failed *features.ServerError
	if err := client.Upload(ctx, features.UploadParams{Body: features.FileFrom(&zeros{10})}); !errors.As(err, &failed) || count.Load() != 1 {
		t.Error(err, count.Load())
	}
	if err := client.Upload(ctx, features.UploadParams{Body: features.FileFrom(strings.NewReader("again"))}); !errors.As(err, &failed) || count.Load() != 4 {
		t.Error(err, count.Load())
	}
}

// TestABodyIsReadForOneRequest: a server that sends a request elsewhere before it has read the body gets none of what the
// next server is sent, although net/http goes on sending.
func TestABodyIsReadForOneRequest(t *testing.T) {
	data := make([]byte, 8<<20)
	for i := range data {
		data[i] = byte(i >> 8)
	}
	var got []byte
	client, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/moved" {
			got, _ = io.ReadAll(request.Body)
			out.WriteHeader(http.StatusNoContent)
			return
		}
		control := http.NewResponseController(out)
		_ = control.EnableFullDuplex()
		out.Header().Set("Location", "/moved")
		out.WriteHeader(http.StatusTemporaryRedirect)
		_ = control.Flush()
		_, _ = io.Copy(io.Discard, request.Body)
	})
	if err := client.Upload(ctx, features.UploadParams{Body: features.FileFrom(bytes.NewReader(data))}); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%v: %d bytes of %d", err, len(got), len(data))
	}
}

// brittle is a connection that takes nothing any more once it is broken.
type brittle struct {
	net.Conn
	broken *atomic.Bool
}

func (b *brittle) Write(data []byte) (int, error) {
	if b.broken.CompareAndSwap(true, false) {
		return 0, syscall.EPIPE
	}
	return b.Conn.Write(data)
}

// TestAClosedConnectionTookNothing: what a kept connection did not take is sent on another one, also after a POST.
func TestAClosedConnectionTookNothing(t *testing.T) {
	var broken atomic.Bool
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		made, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &brittle{made, &broken}, err
	}}
	client, count := serve(t, answer(204, "text/plain", ""),
		features.WithHTTPClient(&http.Client{Transport: transport}), features.WithMaxRetries(0))
	for range 2 {
		if err := client.Upload(ctx, features.UploadParams{Body: features.FileOf([]byte("x"))}); err != nil {
			t.Error(err)
		}
		broken.Store(true)
	}
	if count.Load() != 2 {
		t.Error(count.Load())
	}
}

// TestFilesOfPartsAreClosed also where the server does not want them, so that whoever writes into a pipe is told.
func TestFilesOfPartsAreClosed(t *testing.T) {
	client, _ := serve(t, func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(http.StatusBadRequest) })
	reader, writer := io.Pipe()
	told := make(chan error, 1)
	go func() {
		_, err := io.Copy(writer, &zeros{gigabyte})
		told <- err
	}()
	_ = client.UploadParts(ctx, features.UploadPartsParams{File: features.FileFrom(reader)})
	select {
	case err := <-told:
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("the writer still waits")
	}
	path := filepath.Join(t.TempDir(), "small")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = client.UploadParts(ctx, features.UploadPartsParams{File: features.FileAt(path)})
	open, _ := filepath.Glob("/proc/self/fd/*") // none where the system has no such folder
	for _, name := range open {
		if target, _ := os.Readlink(name); target == path {
			t.Error(path, "is still open")
		}
	}
}

// proxy notes what it is asked, and passes on what is no tunnel.
func proxy(t *testing.T) (target string, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		user, password, _ := (&http.Request{Header: http.Header{"Authorization": request.Header["Proxy-Authorization"]}}).BasicAuth()
		*asked = append(*asked, fmt.Sprint(request.Method, " ", request.URL, " ", user, ":", password))
		if request.Method == http.MethodConnect {
			out.WriteHeader(http.StatusBadGateway)
			return
		}
		request.RequestURI = ""
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			out.WriteHeader(http.StatusBadGateway)
			return
		}
		defer response.Body.Close()
		out.WriteHeader(response.StatusCode)
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "http://", "http://me:s3cret@", 1), asked
}

func TestAProxy(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	target, asked := proxy(t)
	client, count := serve(t, answer(204, "", ""), features.WithProxy(target), features.WithLogger(logger))
	if err := client.OldThing(ctx); err != nil || count.Load() != 1 {
		t.Error(err, count.Load())
	}
	err := client.OldThing(ctx, features.WithBaseURL("https://api.example.com"), features.WithMaxRetries(0))
	var lost *features.ConnectionError
	if !errors.As(err, &lost) || len(*asked) != 2 {
		t.Fatal(err, *asked)
	}
	if !strings.HasSuffix((*asked)[0], "/old me:s3cret") || (*asked)[1] != "CONNECT //api.example.com:443 me:s3cret" {
		t.Error(*asked)
	}
	if strings.Contains(log.String()+err.Error(), "s3cret") {
		t.Error(err, log.String())
	}
	for _, options := range [][]features.Option{
		{features.WithProxy(target), features.WithHTTPClient(&http.Client{})},
		{features.WithHTTPClient(&http.Client{}), features.WithMaxConnections(1)},
		{features.WithProxy("me:s3cret@nowhere")},
		{features.WithMaxConnections(-1)},
	} {
		var wrong *features.ConfigurationError
		client, count := serve(t, answer(204, "", ""), options...)
		if err := client.OldThing(ctx); !errors.As(err, &wrong) || strings.Contains(err.Error(), "s3cret") || count.Load() != 0 {
			t.Error(err, count.Load())
		}
	}
	client, _ = serve(t, answer(204, "", ""))
	var wrong *features.ConfigurationError
	if err := client.OldThing(ctx, features.WithProxy(target)); !errors.As(err, &wrong) {
		t.Error("a proxy of one call", err)
	}
}

func TestBaseURLs(t *testing.T) {
	// What stands behind a ? or # would swallow the path.
	for _, target := range []string{"http://h/v1?key=k", "http://h/v1#a", "http:///v1", "ftp://h", "http://me:s3cret@h/v1"} {
		var wrong *features.ConfigurationError
		err := features.New(features.WithBaseURL(target)).OldThing(ctx)
		if !errors.As(err, &wrong) || strings.Contains(err.Error(), "s3cret") {
			t.Error(target, err)
		}
	}
	client, count := serve(t, answer(204, "", ""))
	if err := client.OldThing(ctx); err != nil || count.Load() != 1 {
		t.Error(err)
	}
	// What has to be encoded in the path of a base URL leaves an argument as it is.
	var asked string
	client = features.New(features.WithBaseURL("http://h/ü|%20/"), features.WithHTTPClient(&http.Client{
		Transport: transport(func(request *http.Request) (*http.Response, error) {
			asked = request.URL.RequestURI()
			return nil, io.EOF
		}),
	}), features.WithMaxRetries(0))
	_, _ = client.GetThing(ctx, "a/b", features.GetThingParams{})
	if asked != "/%C3%BC%7C%20/things/a%2Fb" {
		t.Error(asked)
	}
}

func TestASourceWithoutACredential(t *testing.T) {
	client, count := serve(t, answer(204, "", ""),
		features.WithBearerSource(func(context.Context) (string, error) { return "", nil }))
	var wrong *features.ArgumentError
	if err := client.OldThing(ctx); !errors.As(err, &wrong) || count.Load() != 0 {
		t.Error(err, count.Load())
	}
}

func TestMaxConnections(t *testing.T) {
	for limit, wanted := range map[int]int32{0: 6, 2: 2} {
		var now, most atomic.Int32
		together := make(chan struct{})
		client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
			reached := now.Add(1)
			for old := most.Load(); reached > old && !most.CompareAndSwap(old, reached); old = most.Load() {
			}
			select {
			case together <- struct{}{}: // the others wait for the same
			case <-together:
			case <-time.After(5 * time.Minute):
			}
			time.Sleep(20 * time.Millisecond) // one more than may come would come meanwhile
			now.Add(-1)
			out.WriteHeader(http.StatusNoContent)
		}, features.WithMaxConnections(limit))
		var all sync.WaitGroup
		for range 6 {
			all.Add(1)
			go func() {
				defer all.Done()
				if err := client.OldThing(ctx); err != nil {
					t.Error(err)
				}
			}()
		}
		all.Wait()
		if most.Load() > wanted || count.Load() != 6 || (limit == 0 && most.Load() < 2) {
			t.Errorf("limit %d: %d at a time of %d", limit, most.Load(), count.Load())
		}
	}
}

func TestAStreamIsTakenUpAgain(t *testing.T) {
	parts := []string{
		"retry: 20\nid: 1\nevent: first\ndata: {\"id\":\"a\"}\n\nid: 2\ndata: {\"id\":",
		"data: {\"id\":\"b\"}\n\nid:\n\n", // the id is taken back
		"data: [DONE]\n\n",
	}
	var ids []string
	handler := func(out http.ResponseWriter, request *http.Request) {
		ids = append(ids, request.Header.Get("Last-Event-ID"))
		answer(200, "text/event-stream", parts[(len(ids)-1)%len(parts)])(out, request)
	}
	client, _ := serve(t, handler)
	stream, err := client.Events(ctx, features.EventsParams{LastEventID: features.Some("0")}, features.WithReconnect(1))
	if err != nil {
		t.Fatal(err)
	}
	first := stream.Response
	var seen []string
	for item, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, fmt.Sprint(item.ID, " ", stream.Event, " ", stream.LastEventID, " ", stream.RetryAfter))
	}
	if strings.Join(seen, ",") != "a first 1 20ms,b message 1 20ms" || fmt.Sprint(ids) != "[0 1 ]" || stream.Response == first {
		t.Error(seen, ids)
	}
	requests := 0
	restarted, _ := serve(t, func(out http.ResponseWriter, request *http.Request) {
		if requests++; requests == 2 {
			panic(http.ErrAbortHandler)
		}
		answer(200, "text/event-stream", "retry: 0\ndata: {\"id\":\"a\"}\n\n"+strings.Repeat("data: [DONE]\n\n", requests/3))(out, request)
	}, features.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}))
	if stream, err = restarted.Events(ctx, features.EventsParams{}, features.WithReconnect(2), features.WithMaxRetries(0)); err != nil {
		t.Fatal(err)
	}
	seen = nil
	for item, err := range stream.All() {
		seen = append(seen, fmt.Sprint(item.ID, err))
	}
	if fmt.Sprint(seen) != "[a<nil> a<nil>]" || requests != 3 {
		t.Error("a server that is started again:", seen, requests)
	}
	parts[0] = "retry: 50000\ndata: {\"id\":\"a\"}\n\n"
	ids = nil
	short, logs := endedBy("resuming the stream")
	client, _ = serve(t, handler, logs)
	started := time.Now()
	if stream, err = client.Events(short, features.EventsParams{LastEventID: features.Some("0")}, features.WithReconnect(1)); err != nil {
		t.Fatal(err)
	}
	for _, err = range stream.All() {
	}
	if !errors.Is(err, context.Canceled) || time.Since(started) >= 50*time.Second || len(ids) != 1 {
		t.Error("slept through the wait:", err, ids)
	}
}

func TestASourceIsAskedForEachAttempt(t *testing.T) {
	var sent []string
	client, count := serve(t, func(out http.ResponseWriter, request *http.Request) {
		sent = append(sent, request.Header.Get("Authorization"))
		if len(sent) < 3 {
			out.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		out.WriteHeader(http.StatusNoContent)
	}, features.WithBearerSource(func(context.Context) (string, error) { return fmt.Sprint("t", len(sent)), nil }))
	if err := client.OldThing(ctx); err != nil || count.Load() != 3 || fmt.Sprint(sent) != "[Bearer t0 Bearer t1 Bearer t2]" {
		t.Error(err, sent)
	}
}

func TestACallThatIsCheckedFirst(t *testing.T) {
	client, count := serve(t, answer(204, "", ""), features.WithValidation(), features.WithXTenant("four"))
	long := features.CheckedThingParams{Body: &features.Note{Text: "too long"}}
	err := client.CheckedThing(ctx, 0, features.CheckedThingParams{Body: &features.Note{Text: "too long"}, Tags: []string{"a", "bb", "cc"}})
	var wrong *features.InvalidRequestError
	if !errors.As(err, &wrong) || count.Load() != 0 {
		t.Fatal(err, count.Load())
	}
	var told []string
	for _, one := range wrong.Violations {
		told = append(told, one.Place+one.Pointer+" "+one.Rule)
	}
	wanted := "path/number minimum,query/tags maxItems,query/tags/0 minLength,header/X-Tenant maxLength,body/text maxLength"
	if strings.Join(told, ",") != wanted {
		t.Error(told)
	}
	if err = client.CheckedThing(ctx, 1, features.CheckedThingParams{Body: &features.Note{Text: "short"}}, features.WithXTenant("two")); err != nil {
		t.Error(err)
	}
	upload := features.CheckedPartsParams{File: features.FileOf([]byte("abc")), Names: []string{"a", "b"}}
	if err = client.CheckedParts(ctx, 1, upload); !errors.As(err, &wrong) || err.Error() != "body/names: must have at most 1 items" {
		t.Error(err)
	}
	upload.Names = nil
	if err = client.CheckedParts(ctx, 1, upload); err != nil {
		t.Error(err)
	}
	unchecked, count := serve(t, answer(204, "", ""))
	if err = unchecked.CheckedThing(ctx, 0, long); err != nil || count.Load() != 1 {
		t.Error(err, count.Load())
	}
	if err = unchecked.CheckedThing(ctx, 0, long, features.WithValidation()); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

// trips counts what goes through it.
type trips struct{ count int }

func (r *trips) RoundTrip(request *http.Request) (*http.Response, error) {
	r.count++
	return http.DefaultTransport.RoundTrip(request)
}

func TestAClientOfYourOwn(t *testing.T) {
	own := &trips{}
	client, _ := serve(t, answer(204, "", ""), features.WithHTTPClient(&http.Client{Transport: own}))
	if err := client.OldThing(ctx); err != nil || own.count != 1 {
		t.Error(err, own.count)
	}
}

func TestServers(t *testing.T) {
	var asked []string
	stop := errors.New("stop")
	look := features.WithHooks(features.Hooks{BeforeRequest: func(request *http.Request) error {
		asked = append(asked, request.URL.Host+request.URL.Path)
		return stop
	}})
	client := features.New(look)
	_ = client.OldThing(ctx)
	_ = client.OldThing(ctx, features.WithRegion("us"))
	_ = client.OldThing(ctx, features.WithServer("test"))
	_ = client.OldThing(ctx, features.WithServer("1"))
	_ = client.OldThing(ctx, features.WithServer("own"), features.WithPlace("https://own.example/v2/"))
	wanted := "[eu.example.com/v1/old us.example.com/v1/old test.example.com/old test.example.com/old own.example/v2/old]"
	err := client.OldThing(ctx, features.WithRegion("moon"))
	if err == nil || !strings.Contains(err.Error(), `region must be one of eu, us, not "moon"`) {
		t.Error(err)
	}
	err = client.OldThing(ctx, features.WithServer("own"))
	if err == nil || !strings.Contains(err.Error(), "the server variable place has no value") {
		t.Error(err)
	}
	if fmt.Sprint(asked) != wanted {
		t.Error(asked)
	}
}

func TestAReceiverIsAHandler(t *testing.T) {
	seen := map[string]bool{}
	receiver, err := features.NewWebhookReceiver(features.ReceiverOptions{
		Secrets: []string{"old", "new"}, MaxBodyBytes: 100,
		Logger: slog.New(slog.DiscardHandler),
		Seen:   func(id string) bool { defer func() { seen[id] = true }(); return seen[id] },
		EventName: func(payload []byte, _ http.Header) string {
			var found struct{ Event string }
			_ = json.Unmarshal(payload, &found)
			return found.Event
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	handled := 0
	receiver.OnThingChanged(func(_ context.Context, payload *features.Thing) (features.Reply, error) {
		handled++
		switch payload.ID {
		case "panic":
			panic("no")
		case "fail":
			return features.Reply{}, errors.New("no")
		}
		return features.Reply{}, nil
	})
	for _, secrets := range [][]string{nil, {}, {"new", ""}} { // anyone could sign with an empty one
		var wrong *features.ConfigurationError
		if _, err := features.NewWebhookReceiver(features.ReceiverOptions{Secrets: secrets}); !errors.As(err, &wrong) {
			t.Error(secrets, err)
		}
	}
	server := httptest.NewServer(receiver)
	defer server.Close()
	for path, allowed := range map[string]string{"/hooks/thingChanged": "POST", "/thingGone": "DELETE", "/nothing": ""} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if (response.StatusCode == 405) != (allowed != "") || response.Header.Get("Allow") != allowed {
			t.Error(path, response.Status, response.Header)
		}
	}
	send := func(path, body, secret string) int {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(body))
		request, _ := http.NewRequest(http.MethodPost, server.URL+path, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	for _, one := range []struct {
		path, body, secret string
		status, handled    int
	}{
		{"/hooks/thingChanged", `{"id":"a"}`, "new", 200, 1},
		{"/hooks/thingChanged", `{"id":"a"}`, "old", 200, 1},
		{"/hooks/thingChanged", `{"id":"b"}`, "other", 401, 1},
		{"/hooks/thingChanged", `{"id":"fail"}`, "new", 503, 2},
		{"/hooks/thingChanged", `{"id":"panic"}`, "new", 503, 3},
		{"/hooks/thingChanged", `{"id":`, "new", 503, 3},
		{"/hooks/thingChanged", ``, "new", 503, 3},
		{"/hooks/thingChanged", `{"id":"` + strings.Repeat("x", 100) + `"}`, "new", 413, 3},
		{"/hooks/thingchanged", `{"id":"c"}`, "new", 404, 3},
		{"/hooks", `{"id":"d","event":"thingChanged"}`, "new", 200, 4},
		{"/hooks", `{"id":"d","event":"thingGone"}`, "new", 405, 4},
		{"/hooks", `{"id":"` + strings.Repeat("x", 100) + `"}`, "new", 413, 4},
	} {
		if status := send(one.path, one.body, one.secret); status != one.status || handled != one.handled {
			t.Error(one, status, handled)
		}
	}
}

// D11.1: validators tell all that is wrong, in the order of the document; a model is asked by itself. An operation that
// nobody declared is an error of who asks.
func TestValidators(t *testing.T) {
	request := features.ReceivedRequest{
		Path:   map[string]string{"number": "0"},
		Query:  url.Values{"tags": {"a", "bb", "cc"}},
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   []byte(`{"text": "too long", "more": "x"}`),
	}
	found, err := features.ValidateRequest("checkedThing", request)
	wanted := "[path/number: must be at least 1 query/tags: must have at most 2 items query/tags/0: must have at least 2 characters" +
		" body/text: must have at most 5 characters body/more: must be integer, not string]"
	if fmt.Sprint(found) != wanted || err != nil {
		t.Error(found, err)
	}
	if _, err := features.ValidateRequest("nothing", request); err == nil {
		t.Error("an operation that nobody declared")
	}
	if found := features.Validate(&features.Note{Text: "short"}); len(found) != 0 {
		t.Error(found)
	}
	long := features.Note{Text: "too long"}
	for at, model := range map[string]any{
		"": &long, "/1": []features.Note{{Text: "short"}, long}, "/a": map[string]*features.Note{"a": &long, "b": nil}, "/0/0": [][]features.Note{{long}},
	} {
		if found := features.Validate(model); len(found) != 1 || found[0].Rule != "maxLength" || found[0].Pointer != at+"/text" {
			t.Error(found)
		}
	}
}
