package sdk

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
)

type driveCheck struct {
	Operation, Pattern, Query string
	Path, Header, Cookies     map[string]string
	Body                      *string
}

type driveChecked struct {
	Violations []Violation
	Status     int
	Answer     string
}

// driveChecks checks requests: by the function, and behind a server that rejects bad ones.
func driveChecks(orders []driveCheck) []driveChecked {
	answers := make([]driveChecked, len(orders))
	for i, one := range orders {
		answers[i] = one.do()
	}
	return answers
}

func (o driveCheck) do() driveChecked {
	header := http.Header{}
	for name, value := range o.Header {
		header.Set(name, value)
	}
	var body []byte
	if o.Body != nil {
		body = driveLatin(*o.Body)
	}
	direct, err := http.NewRequest(http.MethodPost, "/?"+o.Query, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	direct.Header = header.Clone()
	for name, value := range o.Cookies {
		direct.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	request, err := ReceiveRequest(direct)
	if err != nil {
		panic(err)
	}
	request.Path = o.Path
	found, err := ValidateRequest(o.Operation, request)
	if err != nil {
		panic(err)
	}
	made := driveChecked{Violations: found}
	mux := http.NewServeMux()
	mux.Handle(o.Pattern, ValidateHandler(o.Operation, http.HandlerFunc(drivePassed(body))))
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

// drivePassed answers what was let through, and can read its body.
func drivePassed(body []byte) func(http.ResponseWriter, *http.Request) {
	return func(out http.ResponseWriter, request *http.Request) {
		data, err := io.ReadAll(request.Body)
		if err != nil || string(data) != string(body) {
			out.WriteHeader(http.StatusInternalServerError)
			return
		}
		out.WriteHeader(http.StatusNoContent)
	}
}
