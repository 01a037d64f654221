package traintravel

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Page is one page of a collection: R is the decoded body, T an item of it.
type Page[R, T any] struct {
	Result   R
	Response *http.Response
	items    func(R) []T
	advance  func(context.Context, *Page[R, T]) (*Page[R, T], error)
}

// Items are the items of this page.
func (p *Page[R, T]) Items() []T { return p.items(p.Result) }

// Next is the following page, or nil, nil when none remains.
func (p *Page[R, T]) Next(ctx context.Context) (*Page[R, T], error) { return p.advance(ctx, p) }

// Pages walks this page and all that follow.
func (p *Page[R, T]) Pages(ctx context.Context) iter.Seq2[*Page[R, T], error] {
	return func(yield func(*Page[R, T], error) bool) {
		for page := p; page != nil; {
			if !yield(page, nil) {
				return
			}
			next, err := page.Next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			page = next
		}
	}
}

// All walks the items of this page and of all that follow.
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

// goTo requests the page at a URL that this page named; "" is the end.
func goTo[R, T any](ctx context.Context, c *config, op *operation, page *Page[R, T], link string, options []CallOption) (*Page[R, T], error) {
	if strings.TrimSpace(link) == "" {
		return nil, nil
	}
	asked := page.Response.Request.URL
	target, err := asked.Parse(link)
	if err != nil || target.String() == asked.String() {
		return nil, &PaginationError{link}
	}
	result, response, err := follow[R](ctx, c, op, target.String(), options)
	if err != nil {
		return nil, err
	}
	return &Page[R, T]{result, response, page.items, page.advance}, nil
}

var linkPattern = regexp.MustCompile(`<([^>]*)>((?:\s*;\s*\w+\*?=(?:"[^"]*"|[^\s",;]+))*)`)
var relPattern = regexp.MustCompile(`;\s*rel=(?:"([^"]*)"|([^\s",;]+))`)

// linked finds the target of a relation in the Link header fields (RFC 8288).
func linked(header http.Header, relation string) string {
	for _, link := range linkPattern.FindAllStringSubmatch(strings.Join(header.Values("Link"), ", "), -1) {
		rel := relPattern.FindStringSubmatch(link[2])
		if rel != nil && slices.Contains(strings.Fields(rel[1]+" "+rel[2]), relation) {
			if _, err := url.Parse(link[1]); err == nil {
				return link[1]
			}
		}
	}
	return ""
}
