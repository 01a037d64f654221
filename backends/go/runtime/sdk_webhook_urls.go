package sdk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// CallbackExchange is a request, and the response to it, from which the URL of a callback is built.
type CallbackExchange struct {
	URL, Method    string
	Path           map[string]string
	Query          url.Values
	Header         http.Header
	Body           []byte
	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte
}

// urlPart is a piece of a callback's URL: text, or a value of the request or the response.
type urlPart struct {
	text, root, part, name string
	pointer                []string
}

func resolveURL(parts []urlPart, from *CallbackExchange) (string, error) {
	var out strings.Builder
	for _, part := range parts {
		if part.root == "" {
			out.WriteString(part.text)
			continue
		}
		text, ok := from.find(&part)
		if !ok {
			return "", fmt.Errorf("the callback's URL needs a value at %s %s %s%s", part.root, part.part, part.name,
				strings.Join(append([]string{""}, part.pointer...), "/"))
		}
		out.WriteString(text)
	}
	return out.String(), nil
}

func (x *CallbackExchange) find(part *urlPart) (string, bool) {
	switch part.root {
	case "url":
		return x.URL, x.URL != ""
	case "method":
		return x.Method, x.Method != ""
	case "statusCode":
		return strconv.Itoa(x.Status), x.Status != 0
	}
	header, body := x.Header, x.Body
	if part.root == "response" {
		header, body = x.ResponseHeader, x.ResponseBody
	}
	switch part.part {
	case "header":
		value := lookup(header, part.name)
		return value, value != ""
	case "query":
		return x.Query.Get(part.name), x.Query.Has(part.name)
	case "path":
		value, ok := x.Path[part.name]
		return value, ok
	}
	return pointed(body, part.pointer)
}

func pointed(body []byte, pointer []string) (string, bool) {
	if !json.Valid(body) {
		return "", false
	}
	switch value := follow(parseTree(body), pointer).(type) {
	case string, json.Number:
		return textOf(value), true
	}
	return "", false
}

// follow is the value that a JSON pointer leads to, or nil.
func follow(value any, pointer []string) any {
	for _, token := range pointer {
		switch inner := value.(type) {
		case object:
			value, _ = inner.get(token)
		case []any:
			index, err := strconv.Atoi(token)
			if err != nil || index < 0 || index >= len(inner) {
				return nil
			}
			value = inner[index]
		default:
			return nil
		}
	}
	return value
}
