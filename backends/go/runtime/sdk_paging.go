package sdk

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// paging says how the next page is found: all changes apply together, unless one of the stops holds.
type paging struct {
	results  *source
	advances []advance
	stops    []stop
	url      *source // the place of the next page's whole URL
}

// source is a place in the body or a header; rel is the link's relation.
type source struct {
	steps       []step
	header, rel string
}

// step is one step into the body: a property, an index, or every item.
type step struct {
	name  string
	index int
	kind  stepKind
}

type stepKind uint8

const (
	propertyOf stepKind = iota
	indexOf
	eachItemOf
)

// pageArgument is an argument that paging reads or sets; start is its value if it is absent.
type pageArgument struct {
	in, name string
	start    *int
}

// advance is a change that leads to the next page: increment, add-count, set-from.
type advance struct {
	kind     string
	argument pageArgument
	text     bool // the number is sent as a string
	from     *source
}

// stop is a rule that ends the pages: missing, empty, short, past, no-more.
type stop struct {
	kind     string
	argument pageArgument
	from     *source
	nested   bool // missing: an array or object is a value, too
}

func startAt(number int) *int { return &number }

// trail detects loops of pages in constant space: it keeps one earlier page, replaced at doubling distances (Brent).
// A loop is detected after three rounds at the latest, however long it is.
type trail struct {
	mark         string
	length, span int
}

// step goes on to the page that mark stands for; it fails if that page was requested before.
func (t trail) step(mark string) (trail, error) {
	switch {
	case t.span > 0 && mark == t.mark:
		return t, &PaginationError{mark, "was requested before: its pages form a loop"}
	case t.length == t.span:
		return trail{mark, 1, max(2, 2*t.span)}, nil
	}
	return trail{t.mark, t.length + 1, t.span}, nil
}

// pageArguments are the arguments of one page's request; the body as a tree.
type pageArguments struct {
	op     *operation
	values []any
	body   any
}

func (a *pageArguments) get(of pageArgument) any {
	if of.in == "body" {
		made, _ := a.body.(object)
		value, _ := made.get(of.name)
		return value
	}
	for i := range a.op.params {
		if a.op.params[i].in == of.in && a.op.params[i].name == of.name {
			tree, _, _ := sentTree(a.values[i])
			return tree
		}
	}
	return nil
}

func (a *pageArguments) set(of pageArgument, value any) {
	if of.in == "body" {
		made, _ := a.body.(object)
		a.body = made.with(of.name, value)
		return
	}
	for i := range a.op.params {
		if a.op.params[i].in == of.in && a.op.params[i].name == of.name {
			a.values = append([]any(nil), a.values...)
			a.values[i] = readyTree{value}
		}
	}
}

// seenPage is what a page says about the next one: its body is valid JSON without spaces around it, or nil.
type seenPage struct {
	arguments *pageArguments
	body      []byte
	header    http.Header
	count     int
}

// advance finds the next request: new arguments, a URL, or nothing.
func (p *paging) advance(arguments *pageArguments, body []byte, header http.Header) (*pageArguments, string, error) {
	seen := &seenPage{arguments, body, header, 0}
	if p.results != nil {
		seen.count = p.results.each(body, func([]byte) {})
	}
	for i := range p.stops {
		if p.stops[i].holds(seen) {
			return nil, "", nil
		}
	}
	if p.url != nil {
		found, _ := p.url.find(body, header)
		text, _ := found.(string)
		return nil, strings.TrimSpace(text), nil
	}
	if seen.count == 0 && !slices.ContainsFunc(p.advances, func(a advance) bool { return a.kind != "add-count" }) {
		return nil, "", &PaginationError{"", "would be this one again, which has no items"}
	}
	next := *arguments
	for i := range p.advances {
		value, err := p.advances[i].next(seen)
		if err != nil {
			return nil, "", err
		}
		next.set(p.advances[i].argument, value)
	}
	return &next, "", nil
}

// mark is a key that identifies a page's request among those of all pages.
func (p *paging) mark(arguments *pageArguments) string {
	values := make([]string, len(p.advances))
	for i := range p.advances {
		values[i] = textOf(arguments.get(p.advances[i].argument))
	}
	return strings.Join(values, " ")
}

func (a *advance) next(seen *seenPage) (any, error) {
	used := seen.arguments.get(a.argument)
	if a.kind == "set-from" {
		value, _ := a.from.find(seen.body, seen.header)
		if used != nil && textOf(used) == textOf(value) {
			return nil, &PaginationError{textOf(value), "is this page again"}
		}
		return value, nil
	}
	number := wholeOr(used, a.argument.start)
	if a.kind == "increment" {
		number++
	} else {
		number += seen.count
	}
	if a.text {
		return strconv.Itoa(number), nil
	}
	return json.Number(strconv.Itoa(number)), nil
}

func (s *stop) holds(seen *seenPage) bool {
	switch s.kind {
	case "empty":
		return seen.count == 0
	case "short":
		limit, ok := whole(seen.arguments.get(s.argument))
		return ok && seen.count < limit
	case "no-more":
		value, _ := s.from.find(seen.body, seen.header)
		if text, ok := value.(string); ok && s.from.header != "" {
			value = strings.EqualFold(strings.TrimSpace(text), "true")
		}
		return value != true
	case "past":
		value, _ := s.from.find(seen.body, seen.header)
		if _, text := value.(string); text && s.from.header == "" {
			return true
		}
		pages, ok := whole(value)
		return !ok || wholeOr(seen.arguments.get(s.argument), s.argument.start)+1 > pages
	}
	switch value, _ := s.from.find(seen.body, seen.header); value := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(value) == ""
	case []any:
		return !s.nested || len(value) == 0
	case object:
		return !s.nested || len(value) == 0
	}
	return false
}

// whole reads an integer; a boolean is not one.
func whole(value any) (int, bool) {
	switch value := value.(type) {
	case json.Number:
		number, err := strconv.ParseFloat(string(value), 64)
		return int(number), err == nil && !math.IsInf(number, 0)
	case string:
		number, err := strconv.Atoi(strings.TrimSpace(value))
		return number, err == nil
	}
	return 0, false
}

func wholeOr(value any, start *int) int {
	if number, ok := whole(value); ok {
		return number
	}
	if start != nil {
		return *start
	}
	return 0
}

func (s *source) find(body []byte, header http.Header) (any, bool) {
	if s.rel != "" {
		return linked(header.Values(s.header), s.rel)
	}
	if s.header != "" {
		values := header.Values(s.header)
		return strings.Join(values, ", "), len(values) > 0
	}
	raw, rest := located(s.steps, body)
	if raw == nil {
		return nil, false
	}
	return walk(rest, parseTree(raw))
}

// each visits the items of the array at a place of the body, and counts them.
func (s *source) each(body []byte, visit func(raw []byte)) int {
	raw, rest := located(s.steps, body)
	if raw != nil && len(rest) > 0 {
		tree, _ := walk(rest, parseTree(raw))
		raw = []byte(jsonText(tree))
	}
	if len(raw) == 0 || raw[0] != '[' {
		return 0
	}
	return eachItem(raw, visit)
}

// located follows steps into JSON, up to one that takes every item; other values are not read. nil: there is no value.
func located(steps []step, raw []byte) (found []byte, rest []step) {
	for i, step := range steps {
		switch {
		case len(raw) == 0:
			return nil, nil
		case step.kind == eachItemOf:
			return raw, steps[i:]
		case step.kind == indexOf:
			raw = itemIn(raw, step.index)
		default:
			raw = propertyIn(raw, step.name)
		}
	}
	if len(raw) == 0 {
		return nil, nil
	}
	return raw, nil
}

func walk(steps []step, value any) (any, bool) {
	for i, step := range steps {
		switch step.kind {
		case eachItemOf:
			return walkEach(steps[i+1:], value)
		case indexOf:
			list, ok := value.([]any)
			at := step.index
			if at < 0 {
				at += len(list)
			}
			if !ok || at < 0 || at >= len(list) {
				return nil, false
			}
			value = list[at]
		case propertyOf:
			made, ok := value.(object)
			if !ok {
				return nil, false
			}
			if value, ok = made.get(step.name); !ok {
				return nil, false
			}
		}
	}
	return value, true
}

func walkEach(rest []step, value any) (any, bool) {
	list, ok := value.([]any)
	if !ok {
		return nil, false
	}
	nested := false
	for _, step := range rest {
		nested = nested || step.kind == eachItemOf
	}
	found := []any{}
	for _, item := range list {
		one, ok := walk(rest, item)
		if inner, isList := one.([]any); ok && nested && isList {
			found = append(found, inner...)
		} else if ok {
			found = append(found, one)
		}
	}
	return found, true
}
