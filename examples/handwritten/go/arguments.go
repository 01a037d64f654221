package traintravel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"sort"
	"strings"
	"time"
)

// argument is a parameter and its value (D8.6).
type argument struct {
	place, name string
	style       string // "" is simple in paths and headers, form in queries
	explode     bool
	value       any
}

// optional reads an Opt, or takes any other value as it is; an empty slice or map is absent.
func optional(value any) (any, bool) {
	if opt, ok := value.(interface{ argument() (any, bool) }); ok {
		return opt.argument()
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return value, v.Len() > 0
	}
	return value, true
}

// expand puts arguments into the path and the query.
func expand(base, path string, arguments []argument) (string, error) {
	var query []string
	for _, a := range arguments {
		value, ok := optional(a.value)
		if a.place == "path" {
			text := a.segment(value)
			if text == "" || text == "." || text == ".." {
				return "", &ArgumentError{a.name, fmt.Sprintf("%q would lead elsewhere", text)}
			}
			path = strings.Replace(path, "{"+a.name+"}", text, 1)
		} else if a.place == "query" && ok {
			query = append(query, a.pairs(value)...)
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	return base + path, nil
}

func (a argument) setHeader(header http.Header) {
	if value, ok := optional(a.value); ok && a.place == "header" {
		header.Set(a.name, strings.Join(texts(value), ","))
	}
}

func (a argument) segment(value any) string {
	items := escaped(texts(value))
	switch a.style {
	case "label":
		return "." + strings.Join(items, ",")
	case "matrix":
		return ";" + escape(a.name) + "=" + strings.Join(items, ",")
	}
	return strings.Join(items, ",")
}

func (a argument) pairs(value any) []string {
	name := escape(a.name)
	switch a.style {
	case "json":
		data, _ := json.Marshal(value) // models and basic types always marshal
		return []string{name + "=" + escape(string(data))}
	case "deepObject":
		var pairs []string
		for _, field := range fields(value) {
			pairs = append(pairs, escape(a.name+"["+field[0]+"]")+"="+escape(field[1]))
		}
		return pairs
	case "pipeDelimited":
		return []string{name + "=" + strings.Join(escaped(texts(value)), "%7C")}
	}
	items := escaped(texts(value))
	if !a.explode {
		return []string{name + "=" + strings.Join(items, ",")}
	}
	for i := range items {
		items[i] = name + "=" + items[i]
	}
	return items
}

// texts writes a value, or each item of a slice.
func texts(value any) []string {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Slice {
		return []string{text(value)}
	}
	items := make([]string, v.Len())
	for i := range items {
		items[i] = text(v.Index(i).Interface())
	}
	return items
}

func text(value any) string {
	if at, ok := value.(time.Time); ok {
		return at.Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value)
}

// fields lists the properties of an object that are there, by name.
func fields(value any) [][2]string {
	data, _ := json.Marshal(value)
	var object map[string]any
	_ = json.Unmarshal(data, &object)
	pairs := make([][2]string, 0, len(object))
	for name, item := range object {
		pairs = append(pairs, [2]string{name, fmt.Sprint(item)})
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i][0] < pairs[j][0] })
	return pairs
}

func escaped(items []string) []string {
	for i, item := range items {
		items[i] = escape(item)
	}
	return items
}

func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
