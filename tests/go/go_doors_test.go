package doors_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/doors"
)

var ctx = context.Background()

// sent is a request as the server saw it.
type sent struct {
	line, body string
	header     http.Header
}

type server struct {
	*httptest.Server
	lock sync.Mutex
	seen []sent
}

func serve(t *testing.T, status int, body string) *server {
	t.Helper()
	made := &server{}
	made.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		data, _ := io.ReadAll(request.Body)
		made.lock.Lock()
		made.seen = append(made.seen, sent{request.Method + " " + request.RequestURI, string(data), request.Header})
		made.lock.Unlock()
		out.Header().Set("Content-Type", "application/json")
		out.Header().Set("X-Request-Id", "req_1")
		out.WriteHeader(status)
		_, _ = io.WriteString(out, body)
	}))
	t.Cleanup(made.Close)
	return made
}

func (s *server) client(options ...doors.Option) *doors.Doors {
	return doors.New(append([]doors.Option{doors.WithBaseURL(s.URL)}, options...)...)
}

func (s *server) last() sent {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.seen[len(s.seen)-1]
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%v, not %v", got, want)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// D16.1: nothing is sent, and the error says what to give.
func TestCredentialsAreMissing(t *testing.T) {
	at := serve(t, 204, "")
	for call, want := range map[string]struct {
		run  func(*doors.Doors) error
		said string
	}{
		"one":     {func(c *doors.Doors) error { _, err := c.GetNote(ctx, "n 1", doors.GetNoteParams{}); return err }, "no credentials for GET /v1/notes/n%201: give WithKey (or set DOORS_KEY)"},
		"several": {func(c *doors.Doors) error { return c.Either(ctx) }, "no credentials for GET /either: give WithKey (or set DOORS_KEY) and WithApp (or set DOORS_APP); or WithLogin (or set DOORS_LOGIN_USERNAME and DOORS_LOGIN_PASSWORD); or WithToken (or set DOORS_TOKEN)"},
		"cookie":  {func(c *doors.Doors) error { return c.Cookie(ctx) }, "no credentials for GET /cookie: give WithSession (or set DOORS_SESSION)"},
		"door": {func(c *doors.Doors) error {
			_, err := doors.Request[any](ctx, c, "GET", "/v2/new?secret=1")
			return err
		}, "no credentials for GET /v2/new: give WithKey (or set DOORS_KEY)"},
	} {
		away := []doors.Option{doors.WithHeader("X-Key", ""), doors.WithHeader("Authorization", ""), doors.WithHeader("Cookie", "")}
		for _, options := range [][]doors.Option{nil, away, {doors.WithKey(""), doors.WithToken(""), doors.WithLogin("", ""), doors.WithSession("")}} {
			err := want.run(at.client(options...))
			var missing *doors.MissingCredentialsError
			if !errors.As(err, &missing) || err.Error() != want.said {
				t.Errorf("%s: %v", call, err)
			}
		}
	}
	t.Setenv("DOORS_KEY", "")
	if err := at.client().AddText(ctx, doors.AddTextParams{}); err == nil || !strings.Contains(err.Error(), "DOORS_KEY") {
		t.Error("an empty variable is no credential:", err)
	}
	same(t, len(at.seen), 0)
	t.Setenv("DOORS_KEY", "from-there")
	same(t, at.client(doors.WithKey("")).AddText(ctx, doors.AddTextParams{}), nil)
	same(t, at.last().header.Get("X-Key"), "from-there")
}

// D16.1: where the document, the caller's headers or something else sees to credentials, the call is made.
func TestCredentialsThatAreNotMissing(t *testing.T) {
	at := serve(t, 204, "")
	text := func(c *doors.Doors, options ...doors.Option) error {
		return c.AddText(ctx, doors.AddTextParams{}, options...)
	}
	jar, _ := cookiejar.New(nil)
	signing := transport(func(request *http.Request) (*http.Response, error) {
		request.Header.Set("X-Key", "signed")
		return http.DefaultTransport.RoundTrip(request)
	})
	plain := &http.Client{Transport: &http.Transport{}}
	for name, err := range map[string]error{
		"nothing is an alternative": at.client().Open(ctx),
		"mutual TLS":                at.client().TLS(ctx),
		"a header of the client":    text(at.client(doors.WithHeader("x-key", "k"))),
		"a header of the call":      text(at.client(), doors.WithHeader("X-Key", "k")),
		"Authorization":             at.client().Either(ctx, doors.WithHeader("authorization", "Token t")),
		"a header and a query":      at.client(doors.WithKey("k")).Either(ctx, doors.WithExtraQuery("app", "a")),
		"a cookie of the call":      at.client().Cookie(ctx, doors.WithHeader("Cookie", "sid=1")),
		"a cookie jar":              at.client(doors.WithHTTPClient(&http.Client{Jar: jar})).Cookie(ctx),
		"a transport":               text(at.client(doors.WithHTTPClient(&http.Client{Transport: signing}))),
		"a hook":                    text(at.client(doors.WithHooks(doors.Hooks{BeforeRequest: func(*http.Request) error { return nil }}))),
		"it is said":                text(at.client(doors.WithExternalAuth())),
		"a user without a password": at.client(doors.WithLogin("user", "")).Either(ctx),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	same(t, len(at.seen), 12)
	for _, options := range [][]doors.Option{
		{doors.WithHTTPClient(plain)},
		{doors.WithHooks(doors.Hooks{AfterResponse: func(*http.Request, *http.Response) {}})},
	} {
		if err := text(at.client(options...)); err == nil {
			t.Error("who only looks on does not sign")
		}
	}
	same(t, at.client(doors.WithKey("k")).Either(ctx, doors.WithExtraQuery("app", "a b")), nil)
	same(t, at.last().line, "GET /either?app=a%20b")
	same(t, at.last().header.Get("X-Key"), "k")
}

// D16.2: of a gateway's page, of a context that ends, and of a secret that the server repeats.
func TestErrorsAreALine(t *testing.T) {
	at := serve(t, 403, "<html><head><title>Blocked\n by policy</title></head><body>s3cret-s3cret</body></html>")
	_, err := at.client(doors.WithKey("s3cret-s3cret")).GetNote(ctx, "n/1", doors.GetNoteParams{View: doors.Some("all")})
	same(t, err.Error(), "403 GET /v1/notes/n%2F1: Blocked by policy (request id req_1)")
	at = serve(t, 403, `"s3cret-s3cret is no key"`)
	_, err = at.client(doors.WithKey("s3cret-s3cret")).GetNote(ctx, "n1", doors.GetNoteParams{})
	same(t, err.Error(), "403 GET /v1/notes/n1: *** is no key (request id req_1)")
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(300 * time.Millisecond) }))
	defer slow.Close()
	client := doors.New(doors.WithBaseURL(slow.URL), doors.WithKey("k"), doors.WithMaxRetries(0))
	err = client.AddText(ctx, doors.AddTextParams{}, doors.WithTimeout(50*time.Millisecond))
	same(t, err.Error(), "POST /v1/text: no answer within 0.05 s")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error("it is no error of time")
	}
	short, cancel := context.WithTimeout(ctx, 60*time.Millisecond)
	defer cancel()
	err = client.AddText(short, doors.AddTextParams{})
	if !regexp.MustCompile(`^POST /v1/text: no answer within 0\.\d+ s$`).MatchString(err.Error()) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ended, stop := context.WithCancel(ctx)
	stop()
	err = client.AddText(ended, doors.AddTextParams{})
	same(t, err.Error(), "POST /v1/text: no answer from "+slow.URL+": context canceled")
	err = doors.New(doors.WithBaseURL("http://127.0.0.1:1"), doors.WithKey("k"), doors.WithMaxRetries(0)).AddText(ctx, doors.AddTextParams{})
	if !strings.HasPrefix(err.Error(), "POST /v1/text: no answer from http://127.0.0.1:1: ") {
		t.Error(err)
	}
}

// D16.3: the same client with other settings, and the one it was made of as it was.
func TestOtherSettings(t *testing.T) {
	at := serve(t, 503, "")
	client := at.client(doors.WithKey("k"), doors.WithMaxRetries(0))
	other := client.WithOptions(doors.WithHeader("X-Trace", "1"), doors.WithKey("other"))
	_ = other.AddText(ctx, doors.AddTextParams{})
	same(t, at.last().header.Get("X-Trace")+at.last().header.Get("X-Key"), "1other")
	_ = client.AddText(ctx, doors.AddTextParams{})
	same(t, at.last().header.Get("X-Trace")+at.last().header.Get("X-Key"), "k")
	_ = client.WithOptions(doors.WithKey("")).WithOptions().AddText(ctx, doors.AddTextParams{})
	same(t, at.last().header.Get("X-Key"), "k")
	for _, wrong := range []doors.Option{doors.WithProxy("http://localhost:1"), doors.WithMaxConnections(1), doors.WithBody(1), doors.WithExtraBody("a", 1)} {
		var told *doors.ConfigurationError
		if err := client.WithOptions(wrong).AddText(ctx, doors.AddTextParams{}); !errors.As(err, &told) {
			t.Error(err)
		}
	}
}

// D16.3: what the document does not name, beside what it does and in its place.
func TestExtraQueryAndBody(t *testing.T) {
	at := serve(t, 204, "")
	client := at.client(doors.WithKey("k"))
	_, err := client.GetNote(ctx, "n", doors.GetNoteParams{View: doors.Some("all")}, doors.WithExtraQuery("new", "ä&b"), doors.WithExtraQuery("new", "2"))
	same(t, err, nil)
	same(t, at.last().line, "GET /v1/notes/n?view=all&new=%C3%A4%26b&new=2")
	_, _ = client.GetNote(ctx, "n", doors.GetNoteParams{View: doors.Some("all")}, doors.WithExtraQuery("view", "other"))
	same(t, at.last().line, "GET /v1/notes/n?view=other")
	more := []doors.Option{doors.WithExtraBody("tags", []string{"a"}), doors.WithExtraBody("text", "other")}
	same(t, client.AddNote(ctx, doors.AddNoteParams{ID: "n", Text: doors.Some("t")}, more...), nil)
	same(t, at.last().body, `{"id":"n","tags":["a"],"text":"other"}`)
	same(t, client.AddNote(ctx, doors.AddNoteParams{}, append(more, doors.WithBody(&doors.Note{ID: "m"}))...), nil)
	same(t, at.last().body, `{"id":"m","tags":["a"],"text":"other"}`)
	same(t, client.AddForm(ctx, doors.AddFormParams{A: doors.Some("1")}, doors.WithExtraBody("b", 2)), nil)
	same(t, at.last().body, "a=1&b=2")
	same(t, client.AddForm(ctx, doors.AddFormParams{}, doors.WithExtraBody("b", 2)), nil)
	same(t, at.last().body, "b=2")
	same(t, client.Upload(ctx, doors.UploadParams{File: doors.FileOf([]byte("abc"))}, doors.WithExtraBody("note", "n")), nil)
	if body := at.last().body; !strings.Contains(body, "abc") || !strings.Contains(body, `name="note"`) {
		t.Error(body)
	}
	count := len(at.seen)
	var wrong *doors.ArgumentError
	if err := client.AddText(ctx, doors.AddTextParams{Body: doors.Some("x")}, more...); !errors.As(err, &wrong) {
		t.Error("text has no properties:", err)
	}
	if err := client.Open(ctx, more...); !errors.As(err, &wrong) {
		t.Error("there is no body:", err)
	}
	same(t, len(at.seen), count)
}

// D16.3: a request of one's own has the client's credentials, retries and errors.
func TestARequestOfOnesOwn(t *testing.T) {
	at := serve(t, 200, `{"id":"n","text":"t","more":[1]}`)
	client := at.client(doors.WithKey("k"), doors.WithMaxRetries(1))
	note, err := doors.Request[*doors.Note](ctx, client, "post", "/v2/notes?a=1", doors.WithBody(map[string]any{"x": 1}), doors.WithExtraQuery("b", "2"))
	more, known := note.Extra.Get("more")
	if err != nil || note.ID != "n" || !known || len(more.([]any)) != 1 {
		t.Error(note, err)
	}
	same(t, at.last().line+" "+at.last().body, `POST /v2/notes?a=1&b=2 {"x":1}`)
	same(t, at.last().header.Get("X-Key")+at.last().header.Get("Content-Type"), "kapplication/json")
	type own struct {
		ID   string
		More []int `json:"more"`
	}
	mine, err := doors.Request[own](ctx, client, "GET", "/v2/notes", doors.WithExtraBody("y", true))
	if err != nil || mine.ID != "n" || len(mine.More) != 1 {
		t.Error(mine, err)
	}
	same(t, at.last().body, `{"y":true}`)
	raw, err := doors.Request[[]byte](ctx, client, "GET", "/v2/notes")
	same(t, string(raw), `{"id":"n","text":"t","more":[1]}`)
	same(t, err, nil)
	tree, err := doors.Request[any](ctx, client, "GET", "/v2/notes")
	text, _ := json.Marshal(tree)
	same(t, string(text), `{"id":"n","more":[1],"text":"t"}`)
	same(t, err, nil)
	count := len(at.seen)
	for _, path := range []string{"v2", "https://evil.example/", "/v2/{id}", "/a/../b", ""} {
		var wrong *doors.ArgumentError
		if _, err := doors.Request[any](ctx, client, "GET", path); !errors.As(err, &wrong) {
			t.Error(path, err)
		}
	}
	same(t, len(at.seen), count)
	at = serve(t, 503, `{"message":"busy"}`)
	_, err = doors.Request[any](ctx, at.client(doors.WithKey("k"), doors.WithMaxRetries(1), doors.WithValidation()), "GET", "/v2/x")
	same(t, err.Error(), "503 GET /v2/x: busy (request id req_1)")
	same(t, len(at.seen), 2)
	strict := doors.WithResponseValidation(doors.StrictResponses)
	at = serve(t, 200, `[{"id":"n"},{"id":3}]`)
	_, err = doors.Request[[]doors.Note](ctx, at.client(doors.WithKey("k"), strict), "GET", "/v2/notes")
	same(t, err.Error(), "200 GET /v2/notes: the body breaks its schema at /1/id: must be string, not integer (request id req_1)")
	_, err = doors.Request[[]doors.Note](ctx, at.client(doors.WithKey("k"), strict), "GET", "/v2/notes", doors.WithResponseValidation(""))
	same(t, err, nil)
	empty := serve(t, 204, "")
	_, err = doors.Request[any](ctx, empty.client(doors.WithKey("k")), "DELETE", "/v2/x")
	same(t, err, nil)
}

// D16.4: a line for each attempt, without queries, headers and bodies; none unless it is asked for.
func TestTheDebugLog(t *testing.T) {
	var lines bytes.Buffer
	log.SetOutput(&lines)
	log.SetFlags(0)
	defer log.SetOutput(os.Stderr)
	at := serve(t, 204, "")
	_, _ = at.client(doors.WithKey("s3cret-s3cret")).GetNote(ctx, "n1", doors.GetNoteParams{})
	same(t, lines.String(), "")
	t.Setenv("DOORS_LOG", "debug")
	_, _ = at.client(doors.WithKey("s3cret-s3cret")).GetNote(ctx, "n1", doors.GetNoteParams{View: doors.Some("all")})
	if !regexp.MustCompile(`^GET /v1/notes/n1 -> 204 in \d+ ms \(request id req_1\)\n$`).MatchString(lines.String()) {
		t.Error(lines.String())
	}
	lines.Reset()
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(200 * time.Millisecond) }))
	defer slow.Close()
	_ = doors.New(doors.WithBaseURL(slow.URL), doors.WithKey("k"), doors.WithMaxRetries(0), doors.WithTimeout(50*time.Millisecond)).AddText(ctx, doors.AddTextParams{})
	if !regexp.MustCompile(`^POST /v1/text: no answer within 0\.05 s, after \d+ ms\n$`).MatchString(lines.String()) {
		t.Error(lines.String())
	}
}

// D16.4: hooks, transports and logs know the operation, its route too.
func TestHooksKnowTheOperation(t *testing.T) {
	at := serve(t, 204, "")
	var seen []doors.OperationInfo
	var logged bytes.Buffer
	look := func(request *http.Request) {
		info, ok := doors.OperationOf(request.Context())
		same(t, ok, true)
		seen = append(seen, info)
	}
	client := at.client(
		doors.WithLogger(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))),
		doors.WithHooks(doors.Hooks{
			BeforeRequest: func(request *http.Request) error { look(request); return nil },
			AfterResponse: func(request *http.Request, _ *http.Response) { look(request) },
		}),
		doors.WithHTTPClient(&http.Client{Transport: transport(func(request *http.Request) (*http.Response, error) {
			look(request)
			return http.DefaultTransport.RoundTrip(request)
		})}))
	_, err := client.GetNote(ctx, "n1", doors.GetNoteParams{View: doors.Some("all")})
	same(t, err, nil)
	same(t, len(seen), 3)
	for _, info := range seen {
		same(t, info, doors.OperationInfo{ID: "getNote", Route: "/v1/notes/{noteId}"})
	}
	for _, part := range []string{"operation=getNote", "route=/v1/notes/{noteId}", "path=/v1/notes/n1 ", "status=204", "request_id=req_1"} {
		if !strings.Contains(logged.String(), part) {
			t.Error(logged.String())
		}
	}
	if _, ok := doors.OperationOf(ctx); ok || strings.Contains(logged.String(), "view") {
		t.Error("there is none, and no query is logged")
	}
}
