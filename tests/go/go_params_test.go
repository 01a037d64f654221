package params_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/params"
)

var ctx = context.Background()

// sent is a request as the server saw it.
type sent struct {
	method, path, body, key, kind string
	header                        http.Header
}

// heard starts a server that answers with texts, one after the other, the last one again and again; "503" is a status.
func heard(t *testing.T, answers ...string) (*params.Params, *[]sent) {
	t.Helper()
	var found []sent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		found = append(found, sent{
			r.Method, r.URL.RequestURI(), string(data), r.Header.Get("Idempotency-Key"), r.Header.Get("Content-Type"), r.Header,
		})
		if len(answers) == 0 {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		answer := answers[min(len(found), len(answers))-1]
		if answer == "503" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(answer, "data:") {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return params.New(params.WithBaseURL(server.URL)), &found
}

// holds checks the only request.
func holds(t *testing.T, found *[]sent, err error, path, body string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if len(*found) != 1 || (*found)[0].path != path {
		t.Fatalf("sent %v", *found)
	}
	if got := (*found)[0].body; got != body && !equal(got, body) {
		t.Errorf("sent %s, not %s", got, body)
	}
}

func equal(left, right string) bool {
	var one, other any
	if json.Unmarshal([]byte(left), &one) != nil || json.Unmarshal([]byte(right), &other) != nil {
		return false
	}
	return reflect.DeepEqual(one, other)
}

// refused checks that a call fails before it is sent, and names what is wrong.
func refused(t *testing.T, found *[]sent, err error, words ...string) {
	t.Helper()
	var told *params.ArgumentError
	if !errors.As(err, &told) {
		t.Fatalf("%T %v", err, err)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	if len(*found) != 0 {
		t.Errorf("sent %v", *found)
	}
}

// missing checks that a call fails for want of a body, before it is sent.
func missing(t *testing.T, found *[]sent, err error) {
	t.Helper()
	var told *params.MissingBodyError
	if !errors.As(err, &told) {
		t.Fatalf("%T %v", err, err)
	}
	if len(*found) != 0 {
		t.Errorf("sent %v", *found)
	}
}

func mail() params.SendMailParams {
	return params.SendMailParams{
		To:     "ada",
		Extra:  []string{},
		Owner:  map[string]string{"id": "1"},
		State:  params.MailStateDraft,
		Thread: params.Null[string](),
		Shape:  params.MailShapeString("round"),
	}
}

// The path's arguments come first, then one struct: of queries, headers and properties of the body (D4.9).
func TestPathThenParams(t *testing.T) {
	client, found := heard(t, "{}")
	_, err := client.UpdateFile(ctx, "f 1", params.UpdateFileParams{
		Name: params.Some("x"), Parent: params.Null[string](), Notify: []string{"a", "b"}, XTrace: params.Some("t"),
	})
	holds(t, found, err, "/files/f%201?notify=a&notify=b", `{"name":"x","parent":null}`)
	if (*found)[0].header.Get("X-Trace") != "t" {
		t.Error((*found)[0].header)
	}
}

// There is no struct where there is nothing to put in; paths give the order (D4.9).
func TestNoParams(t *testing.T) {
	client, found := heard(t)
	holds(t, found, client.DeleteFile(ctx, "f1"), "/files/f1", "")
	client, found = heard(t)
	holds(t, found, client.GetFile(ctx, "folder", "file"), "/folders/folder/files/file", "")
}

// An empty path argument is an error before I/O (D4.10).
func TestEmptyPath(t *testing.T) {
	client, found := heard(t)
	refused(t, found, client.DeleteFile(ctx, ""), "fileID")
	refused(t, found, client.GetFile(ctx, "a", ""), "file")
}

// Zero numbers, booleans and texts of a body that is given are sent; constants are sent untold (D4.10).
func TestZeros(t *testing.T) {
	client, found := heard(t)
	given := mail()
	given.To = ""
	holds(t, found, client.SendMail(ctx, given), "/mails", `{
		"kind": "mail", "to": "", "size": 0, "urgent": false, "extra": [], "owner": {"id": "1"}, "state": "draft",
		"thread": null, "shape": "round"
	}`)
}

// A required field whose zero is nil is an error before I/O that names it (D4.10).
func TestNil(t *testing.T) {
	client, found := heard(t)
	for name, empty := range map[string]func(*params.SendMailParams){
		"Extra":  func(p *params.SendMailParams) { p.Extra = nil },
		"Owner":  func(p *params.SendMailParams) { p.Owner = nil },
		"Thread": func(p *params.SendMailParams) { p.Thread = params.Opt[string]{} },
		"Shape":  func(p *params.SendMailParams) { p.Shape = nil },
	} {
		given := mail()
		empty(&given)
		refused(t, found, client.SendMail(ctx, given), name)
	}
	refused(t, found, client.SendMail(ctx, params.SendMailParams{To: "ada"}), "Extra", "Owner", "Thread", "Shape")
}

// A required body of which nothing is given is missing, whatever its schema requires (spec 2.6.2).
func TestMissingBody(t *testing.T) {
	client, found := heard(t)
	_, err := client.UpdateFile(ctx, "f1", params.UpdateFileParams{Notify: []string{"a"}})
	missing(t, found, err)
	missing(t, found, client.SendMail(ctx, params.SendMailParams{}))
	missing(t, found, client.AddMark(ctx, params.AddMarkParams{}))
	if err := client.AddMark(ctx, params.AddMarkParams{}); !strings.Contains(err.Error(), "all its fields are zero: WithBody") {
		t.Error(err)
	}
	missing(t, found, client.PutShape(ctx, params.PutShapeParams{}))
	missing(t, found, client.Upload(ctx, params.UploadParams{}))
	missing(t, found, client.Upload(ctx, params.UploadParams{}, params.WithBody(nil)))
}

// A switch that is off, and a count of nothing, are said: a required body of them alone is sent.
func TestZerosAlone(t *testing.T) {
	client, found := heard(t)
	holds(t, found, client.SetAlarm(ctx, params.SetAlarmParams{}), "/alarm", `{"enabled":false,"volume":0}`)
}

// Where nothing is left to say, nothing has to be said (D4.10).
func TestConstantsAlone(t *testing.T) {
	client, found := heard(t)
	holds(t, found, client.Ping(ctx), "/ping", `{"type":"ping"}`)
}

// A list of one value is sent untold, and may be said (D4.10).
func TestListOfOne(t *testing.T) {
	client, found := heard(t)
	holds(t, found, client.AddMark(ctx, params.AddMarkParams{Text: "a"}), "/marks", `{"format":"plain","text":"a","level":0}`)
	client, found = heard(t)
	said := params.AddMarkParams{Text: "a", Level: 2, Format: params.Some("rich")}
	holds(t, found, client.AddMark(ctx, said), "/marks", `{"text":"a","format":"rich","level":2}`)
}

// A model prints as its JSON, behind a pointer too.
func TestString(t *testing.T) {
	if text := fmt.Sprint(&params.Touch{By: "a", In: []string{"b"}}, params.Some(params.Touch{})); text != `{"by":"a","at":0,"in":["b"]} {"by":"","at":0,"in":[]}` {
		t.Error(text)
	}
}

// An optional body: nothing given sends none; if a field is given, those that the schema requires must be (D4.10).
func TestOptionalBody(t *testing.T) {
	client, found := heard(t)
	holds(t, found, client.TouchMarks(ctx, params.TouchMarksParams{}), "/marks", "")
	if (*found)[0].kind != "" {
		t.Error((*found)[0].kind)
	}
	client, found = heard(t)
	refused(t, found, client.TouchMarks(ctx, params.TouchMarksParams{Why: params.Some("x")}), "In")
	refused(t, found, client.TouchMarks(ctx, params.TouchMarksParams{By: "x"}), "In")
	given := params.TouchMarksParams{In: []string{}}
	holds(t, found, client.TouchMarks(ctx, given), "/marks", `{"by":"","at":0,"in":[]}`)
	client, found = heard(t)
	zero := params.Touch{In: []string{}}
	holds(t, found, client.TouchMarks(ctx, params.TouchMarksParams{}, params.WithBody(zero)), "/marks", `{"by":"","at":0,"in":[]}`)
}

// A body that is one argument is the member Body (D4.9).
func TestBody(t *testing.T) {
	client, found := heard(t)
	given := params.PutShapeParams{Body: &params.Round{Radius: 2}, Exact: params.Some(true)}
	holds(t, found, client.PutShape(ctx, given), "/shapes?exact=true", `{"radius":2}`)
}

// WithBody gives the body whole, the empty object too; fields beside it are an error (D4.10).
func TestWithBody(t *testing.T) {
	for _, whole := range []any{params.FileChange{}, &params.FileChange{}, map[string]any{}, struct{}{}} {
		client, found := heard(t, "{}")
		_, err := client.UpdateFile(ctx, "f1", params.UpdateFileParams{Notify: []string{"a"}}, params.WithBody(whole))
		holds(t, found, err, "/files/f1?notify=a", `{}`)
	}
	client, found := heard(t)
	_, err := client.UpdateFile(ctx, "f1", params.UpdateFileParams{Labels: []string{}}, params.WithBody(params.FileChange{}))
	refused(t, found, err, "Labels", "WithBody")
	refused(t, found, client.PutShape(ctx, params.PutShapeParams{Body: &params.Round{}}, params.WithBody(&params.Square{})), "WithBody")
	refused(t, found, client.DeleteFile(ctx, "f1", params.WithBody(params.FileChange{})), "WithBody")
	holds(t, found, client.PutShape(ctx, params.PutShapeParams{}, params.WithBody(&params.Square{Side: 1})), "/shapes", `{"side":1}`)

	client, found = heard(t)
	holds(t, found, client.Ping(ctx, params.WithBody(map[string]any{"type": "pong"})), "/ping", `{"type":"pong"}`)

	var told *params.ConfigurationError
	broken := params.New(params.WithBaseURL("http://127.0.0.1:9"), params.WithBody(params.FileChange{}))
	if err := broken.DeleteFile(ctx, "f1"); !errors.As(err, &told) {
		t.Error(err)
	}
}

// Forms and multipart bodies are made of fields, too.
func TestForms(t *testing.T) {
	client, found := heard(t)
	if err := client.SendForm(ctx, params.SendFormParams{Amount: 1.5, Tags: []string{"a", "b"}}); err != nil {
		t.Fatal(err)
	}
	values, _ := url.ParseQuery((*found)[0].body)
	if !reflect.DeepEqual(values, url.Values{"kind": {"form"}, "amount": {"1.5"}, "tags": {"a", "b"}}) {
		t.Error(values)
	}

	client, found = heard(t)
	file := params.FileOf([]byte("data"))
	file.Name = "a.txt"
	if err := client.Upload(ctx, params.UploadParams{File: file, Note: params.Some("n")}); err != nil {
		t.Fatal(err)
	}
	_, kind, _ := mime.ParseMediaType((*found)[0].kind)
	form, err := multipart.NewReader(strings.NewReader((*found)[0].body), kind["boundary"]).ReadForm(1 << 10)
	if err != nil || form.File["file"][0].Filename != "a.txt" || form.Value["purpose"][0] != "" || form.Value["note"][0] != "n" {
		t.Error(form, err)
	}
	refused(t, new([]sent), client.Upload(ctx, params.UploadParams{Purpose: "p"}), "File")
}

// A field of the body leads from page to page; all else stays (D6, D4.10).
func TestPages(t *testing.T) {
	pages := []string{`{"next":"b","items":["1"]}`, `{"next":"c","items":["2"]}`, `{"next":null,"items":["3"]}`}
	for _, given := range []func(client *params.Params) (*params.Page[params.Found, string], error){
		func(client *params.Params) (*params.Page[params.Found, string], error) {
			return client.Search(ctx, params.SearchParams{Text: "t", Lang: params.Some("de")}, params.WithIdempotencyKey("k"))
		},
		func(client *params.Params) (*params.Page[params.Found, string], error) {
			whole := params.WithBody(params.Search{Text: "t"})
			return client.Search(ctx, params.SearchParams{Lang: params.Some("de")}, whole, params.WithIdempotencyKey("k"))
		},
	} {
		client, found := heard(t, pages...)
		page, err := given(client)
		if err != nil {
			t.Fatal(err)
		}
		items := ""
		for item, err := range page.All(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			items += item
		}
		bodies := []string{`{"text":"t"}`, `{"text":"t","after":"b"}`, `{"text":"t","after":"c"}`}
		for i, one := range *found {
			if one.path != "/found?lang=de" || !equal(one.body, bodies[i]) {
				t.Error(one)
			}
		}
		if items != "123" || len(*found) != 3 || (*found)[0].key != "k" || (*found)[1].key == "k" {
			t.Error(items, *found)
		}
	}
}

// The variant that streams takes the fields of the body as well (D13).
func TestStream(t *testing.T) {
	client, found := heard(t, "data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\n")
	stream, err := client.ChatStream(ctx, params.ChatStreamParams{Text: "hi"})
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for part, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		text += part.Text.Or("")
	}
	if text != "ab" || !equal((*found)[0].body, `{"text":"hi","stream":true}`) {
		t.Error(text, *found)
	}
	client, found = heard(t, `{"text":"whole"}`)
	said, err := client.Chat(ctx, params.ChatParams{Text: "hi"})
	if err != nil || said.Text.Or("") != "whole" || strings.Contains((*found)[0].body, "true") {
		t.Error(said, err, *found)
	}
}

// A body made of fields is sent again as it was, with its key.
func TestSentAgain(t *testing.T) {
	client, found := heard(t, "503", "{}")
	if _, err := client.UpdateFile(ctx, "f1", params.UpdateFileParams{Name: params.Some("x")}); err != nil {
		t.Fatal(err)
	}
	one, other := (*found)[0], (*found)[1]
	if one.body != other.body || one.key == "" || one.key != other.key || one.body != `{"name":"x"}` {
		t.Error(*found)
	}
}

// The validators look at the body that the fields make.
func TestValidation(t *testing.T) {
	client, found := heard(t, "{}")
	_, err := client.UpdateFile(ctx, "f1", params.UpdateFileParams{Name: params.Some("far too long")}, params.WithValidation())
	var told *params.InvalidRequestError
	if !errors.As(err, &told) || told.Violations[0].Pointer != "/name" || len(*found) != 0 {
		t.Error(err, *found)
	}
	_, err = client.UpdateFile(ctx, "f1", params.UpdateFileParams{Name: params.Some("short")}, params.WithValidation())
	holds(t, found, err, "/files/f1", `{"name":"short"}`)
}

// Properties keep their names on the wire, whatever they are called here (D4.10).
func TestNames(t *testing.T) {
	client, found := heard(t)
	err := client.Names(ctx, "1", "2", params.NamesParams{
		Limit: params.Some(3), Body: params.Some("q"),
		ID: params.Some("id"), LimitBody: params.Some(4), BodyBody: params.Some("body"), Options: params.Some("options"),
		Request: params.Some("request"), Params: params.Some("params"), Ctx: params.Some("ctx"), Next: params.Some("next"),
		Type: params.Some("type"), Range: params.Some("range"), Self: params.Some("self"), Colour: params.Some("upper"),
		Colour2: params.Some("lower"), Empty: params.Some("empty"), AB: params.Some("ab"),
	})
	holds(t, found, err, "/names/1/2?limit=3&body=q", `{
		"id": "id", "limit": 4, "body": "body", "options": "options", "request": "request", "params": "params", "ctx": "ctx",
		"next": "next", "type": "type", "range": "range", "self": "self", "colour": "lower", "Colour": "upper", "": "empty",
		"a,b": "ab"
	}`)
}
