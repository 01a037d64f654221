package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"reflect"
)

// Page is one page of a collection: R is the decoded body, T an item of it.
type Page[R, T any] struct {
	// Result is the decoded body.
	Result R
	// Response is the response; its body is read already.
	Response *http.Response

	state pageState
}

// PlainPage is one page whose items the API does not describe: R is the decoded body. Iterate over Pages.
type PlainPage[R any] struct {
	// Result is the decoded body.
	Result R
	// Response is the response; its body is read already.
	Response *http.Response

	state pageState
}

// pageState is the state of a page, independent of its types.
type pageState struct {
	call *call
	next *call  // the request of the next page; nil after the last
	err  error  // its error, kept until that page is requested
	body []byte // its JSON without spaces around it
}

// doPage makes a call for the first page.
func doPage[R, T any](ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (*Page[R, T], error) {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	return fetchPage[R, T](ctx, made)
}

func fetchPage[R, T any](ctx context.Context, c *call) (*Page[R, T], error) {
	made := &Page[R, T]{}
	var err error
	if made.Response, err = made.state.fetch(ctx, c, &made.Result); err != nil {
		return nil, err
	}
	return made, nil
}

// doPlainPage makes a call for the first page.
func doPlainPage[R any](ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (*PlainPage[R], error) {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	return fetchPlainPage[R](ctx, made)
}

func fetchPlainPage[R any](ctx context.Context, c *call) (*PlainPage[R], error) {
	made := &PlainPage[R]{}
	var err error
	if made.Response, err = made.state.fetch(ctx, c, &made.Result); err != nil {
		return nil, err
	}
	return made, nil
}

func (s *pageState) fetch(ctx context.Context, c *call, into any) (*http.Response, error) {
	own := *c // the previous page may be asked again
	c = &own
	got, err := exchange(ctx, c, false)
	if err != nil {
		return nil, err
	}
	if err := c.readReply(got, into); err != nil {
		return nil, err
	}
	data := bytes.TrimSpace(got.content)
	if _, read := c.op.success(got); len(data) > 0 && (read != nil && read.kind == "json" || json.Valid(data)) {
		s.body = data // it was read as JSON, so it is valid
	}
	s.call = c
	s.next, s.err = following(c, got, s.body)
	return got.response, nil
}

// following makes the request of the next page, nil if there is none.
func following(c *call, got *reply, body []byte) (*call, error) {
	arguments := &pageArguments{op: c.op, values: c.values}
	if c.body != nil {
		tree, err := treeOf(c.body)
		if err != nil {
			return nil, err
		}
		arguments.body = tree
	}
	arguments, target, err := c.op.paging.advance(arguments, body, got.header)
	var next *call
	var mark string
	switch {
	case err != nil:
		return nil, err
	case arguments != nil:
		mark = c.op.paging.mark(arguments)
		settings := *c.settings
		settings.idempotencyKey = ""            // a server that honours it would repeat the previous page
		settings.body, settings.more = nil, nil // they are among the arguments
		next, err = prepare(&settings, c.op, arguments.values, arguments.body)
	case target != "":
		if next, err = c.goTo(target, got.url); err == nil {
			mark = next.request.url
		}
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	next.trail, err = c.trail.step(mark)
	return next, err
}

// goTo makes the request of a next page's URL, relative to the one just used.
func (c *call) goTo(target, used string) (*call, error) {
	here := c.request
	here.url = used
	here.bare = c.request.bare || originOf(used) != c.origin
	moved := c.moved(&here, target, http.MethodGet)
	if moved == nil {
		return nil, &PaginationError{c.hidden(withoutQuery(target)), "is not a callable URL"}
	}
	if moved.url == used || moved.url == c.request.url {
		return nil, &PaginationError{c.hidden(withoutQuery(target)), "is this page again"}
	}
	op := *c.op
	op.method = http.MethodGet
	return &call{
		op: &op, settings: c.settings, values: c.values, request: *moved, origin: c.origin, secrets: c.secrets, live: c.live,
	}, nil
}

// Next is the next page, or nil, nil after the last.
func (p *Page[R, T]) Next(ctx context.Context) (*Page[R, T], error) {
	if p.state.err != nil || p.state.next == nil {
		return nil, p.state.err
	}
	return fetchPage[R, T](ctx, p.state.next)
}

// HasNext tells whether there may be a next page; it may be empty.
func (p *Page[R, T]) HasNext() bool { return p.state.next != nil || p.state.err != nil }

// Items are the items of this page.
func (p *Page[R, T]) Items() []T {
	var items []T
	p.state.items(p.Result, reflect.ValueOf(&items).Elem())
	return items
}

// items finds the items of a page in its result, else in its JSON.
func (s *pageState) items(result any, into reflect.Value) {
	results := s.call.op.paging.results
	if results == nil {
		return
	}
	if found, ok := held(reflect.ValueOf(result), results.steps); ok && reflect.TypeOf(found) == into.Type() {
		into.Set(reflect.ValueOf(found))
		return
	}
	results.each(s.body, func(raw []byte) {
		value := reflect.New(into.Type().Elem()).Elem()
		if decodeValue(raw, value) == nil {
			into.Set(reflect.Append(into, value))
		}
	})
}

// held follows properties into a decoded value.
func held(v reflect.Value, steps []step) (any, bool) {
	for _, step := range steps {
		v = concrete(v)
		if step.kind != propertyOf || v.Kind() != reflect.Struct {
			return nil, false
		}
		plan := layoutOf(v.Type())
		index, ok := plan.byName[step.name]
		if !ok {
			return nil, false
		}
		v = v.Field(plan.fields[index].index)
	}
	v = concrete(v)
	if !v.IsValid() || !v.CanInterface() {
		return nil, false
	}
	return v.Interface(), true
}

// Pages iterates over this page and all that follow.
func (p *Page[R, T]) Pages(ctx context.Context) iter.Seq2[*Page[R, T], error] {
	return func(yield func(*Page[R, T], error) bool) { walkPages(ctx, p, yield) }
}

// Next is the next page, or nil, nil after the last.
func (p *PlainPage[R]) Next(ctx context.Context) (*PlainPage[R], error) {
	if p.state.err != nil || p.state.next == nil {
		return nil, p.state.err
	}
	return fetchPlainPage[R](ctx, p.state.next)
}

// HasNext tells whether there may be a next page; it may be empty.
func (p *PlainPage[R]) HasNext() bool { return p.state.next != nil || p.state.err != nil }

// Pages iterates over this page and all that follow.
func (p *PlainPage[R]) Pages(ctx context.Context) iter.Seq2[*PlainPage[R], error] {
	return func(yield func(*PlainPage[R], error) bool) { walkPages(ctx, p, yield) }
}

func walkPages[P interface {
	comparable
	Next(ctx context.Context) (P, error)
}](ctx context.Context, page P, yield func(P, error) bool) {
	var none P
	for page != none {
		if !yield(page, nil) {
			return
		}
		next, err := page.Next(ctx)
		if err != nil {
			yield(none, err)
			return
		}
		page = next
	}
}

// All iterates over the items of this page and of all that follow.
func (p *Page[R, T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range p.Pages(ctx) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Items() {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
