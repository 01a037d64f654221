// Command gateway checks requests, given as JSON on stdin: by the function, and behind a server that rejects bad ones.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"

	sdk "example.com/sdk"
)

type order struct {
	Operation, Pattern, Query string
	Path, Header, Cookies     map[string]string
	Body                      *string
}

type answer struct {
	Violations []sdk.Violation
	Status     int
	Answer     string
}

func main() {
	var orders []order
	if err := json.NewDecoder(os.Stdin).Decode(&orders); err != nil {
		panic(err)
	}
	answers := make([]answer, len(orders))
	for i, one := range orders {
		answers[i] = one.do()
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func (o order) do() answer {
	header := http.Header{}
	for name, value := range o.Header {
		header.Set(name, value)
	}
	var body []byte
	if o.Body != nil {
		for _, char := range *o.Body {
			body = append(body, byte(char))
		}
	}
	direct, err := http.NewRequest(http.MethodPost, "/?"+o.Query, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	direct.Header = header.Clone()
	for name, value := range o.Cookies {
		direct.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	request, err := sdk.ReceiveRequest(direct)
	if err != nil {
		panic(err)
	}
	request.Path = o.Path
	found, err := sdk.ValidateRequest(o.Operation, request)
	if err != nil {
		panic(err)
	}
	made := answer{Violations: found}
	mux := http.NewServeMux()
	mux.Handle(o.Pattern, sdk.ValidateHandler(o.Operation, http.HandlerFunc(passed(body))))
	server := httptest.NewServer(mux)
	defer server.Close()
	method, path, _ := strings.Cut(o.Pattern, " ")
	for name, value := range o.Path {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	sent, err := http.NewRequest(method, server.URL+path+"?"+o.Query, strings.NewReader(string(body)))
	if err != nil {
		panic(err)
	}
	sent.Header = header
	for name, value := range o.Cookies {
		sent.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := http.DefaultClient.Do(sent)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	made.Status, made.Answer = response.StatusCode, string(data)
	return made
}

// passed answers what was let through, and can read its body.
func passed(body []byte) func(http.ResponseWriter, *http.Request) {
	return func(out http.ResponseWriter, request *http.Request) {
		data, err := io.ReadAll(request.Body)
		if err != nil || string(data) != string(body) {
			out.WriteHeader(http.StatusInternalServerError)
			return
		}
		out.WriteHeader(http.StatusNoContent)
	}
}
