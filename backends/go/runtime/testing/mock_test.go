package sdk_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

//go:embed testdata/exchanges.json
var exchangesJSON []byte

// exchangeFacts are what one call must send, and the response.
type exchangeFacts struct {
	Method, Path   string
	Query, Headers []string
	MediaType      string `json:"media_type"`
	Fields         []string
	Status         int
	AnswerType     string `json:"answer_type"`
	Answer         string
	Location       bool
}

var exchanges = func() (found map[string]exchangeFacts) {
	if err := json.Unmarshal(exchangesJSON, &found); err != nil {
		panic(err)
	}
	return found
}()

// exchange is one call of a test.
type exchange struct {
	t     *testing.T
	facts exchangeFacts
	calls int
}

// expect serves the response of a call, and checks what the call sends; it returns the URL to call.
func expect(t *testing.T, name string) (context.Context, string, *exchange) {
	t.Helper()
	found := &exchange{t: t, facts: exchanges[name]}
	server := httptest.NewServer(found)
	t.Cleanup(server.Close)
	return t.Context(), server.URL, found
}

// ServeHTTP checks a request and answers it; a redirect leads to /mock-moved.
func (e *exchange) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	moved := request.URL.Path == "/mock-moved"
	status := http.StatusOK
	if !moved {
		e.calls++
		e.check(request, body)
		status = e.facts.Status
		if e.facts.Location {
			response.Header().Set("Location", "/mock-moved")
		}
	}
	if e.facts.AnswerType != "" {
		response.Header().Set("Content-Type", e.facts.AnswerType)
	}
	response.WriteHeader(status)
	_, _ = io.WriteString(response, e.facts.Answer)
}

var (
	severalInPath = regexp.MustCompile(`\\\{\\\+.*?\\\}`)
	inPath        = regexp.MustCompile(`\\\{.*?\\\}`)
)

func (e *exchange) check(request *http.Request, body []byte) {
	facts := e.facts
	expected := severalInPath.ReplaceAllString(regexp.QuoteMeta(facts.Path), `.*`)
	expected = inPath.ReplaceAllString(expected, `[^/]*`)
	path := request.URL.EscapedPath()
	if request.Method != facts.Method || !regexp.MustCompile("^"+expected+"$").MatchString(path) {
		e.t.Errorf("%s %s is not %s %s", request.Method, path, facts.Method, facts.Path)
	}
	query := request.URL.Query()
	for _, name := range facts.Query {
		if !query.Has(name) {
			e.t.Errorf("the query has no %s: %s", name, request.URL.RawQuery)
		}
	}
	for _, name := range facts.Headers {
		if request.Header.Get(name) == "" {
			e.t.Errorf("there is no header %s", name)
		}
	}
	kind, _, _ := strings.Cut(strings.ToLower(facts.MediaType), ";")
	if kind == "" {
		return
	}
	if found := request.Header.Get("Content-Type"); !strings.HasPrefix(strings.ToLower(found), kind) {
		e.t.Errorf("the body is %q, not %s", found, kind)
	}
	names := namesIn(kind, body)
	for _, name := range facts.Fields {
		if !slices.Contains(names, name) {
			e.t.Errorf("the body has no %s: %s", name, body)
		}
	}
}

var partName = regexp.MustCompile(`; name="([^"]*)"`)

// namesIn lists the names of the properties in a body.
func namesIn(kind string, body []byte) (names []string) {
	switch {
	case kind == "application/x-www-form-urlencoded":
		values, _ := url.ParseQuery(string(body))
		for name := range values {
			names = append(names, name)
		}
	case strings.HasPrefix(kind, "multipart/"):
		for _, found := range partName.FindAllSubmatch(body, -1) {
			names = append(names, string(found[1]))
		}
	default:
		var object map[string]any
		_ = json.Unmarshal(body, &object)
		for name := range object {
			names = append(names, name)
		}
	}
	return names
}

// done fails if the call failed, or nothing was sent.
func (e *exchange) done(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
	if e.calls != 1 {
		e.t.Errorf("%d requests were sent", e.calls)
	}
}

// same fails if a result, written as JSON again, does not equal the response.
func (e *exchange) same(result any, err error) {
	e.t.Helper()
	e.done(err)
	text := e.facts.Answer
	if strings.HasPrefix(e.facts.AnswerType, "text/event-stream") {
		_, text, _ = strings.Cut(text, "data: ")
		text, _, _ = strings.Cut(text, "\n")
	}
	var wanted any
	if json.Unmarshal([]byte(text), &wanted) != nil {
		wanted = text
	}
	written, err := json.Marshal(result)
	var found any
	if err == nil {
		err = json.Unmarshal(written, &found)
	}
	if err != nil || !reflect.DeepEqual(plain(found), plain(wanted)) {
		e.t.Errorf("the result is %s (%v), not %s", written, err, text)
	}
}

// plain normalises times.
func plain(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, item := range value {
			value[name] = plain(item)
		}
	case []any:
		for at, item := range value {
			value[at] = plain(item)
		}
	case string:
		if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
			return at.UTC().String()
		}
	}
	return value
}

// text reads what was downloaded.
func text(body io.ReadCloser, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer body.Close()
	content, err := io.ReadAll(body)
	return string(content), err
}

// only returns the value of a stream that has one.
func only[T any](t *testing.T, values iter.Seq2[T, error]) (found T, err error) {
	t.Helper()
	count := 0
	for value, err := range values {
		if err != nil {
			return found, err
		}
		found = value
		count++
	}
	if count != 1 {
		t.Errorf("the stream has %d values", count)
	}
	return found, nil
}
