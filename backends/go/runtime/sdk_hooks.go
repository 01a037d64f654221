package sdk

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Hooks are functions that are called for every attempt of every request, redirects included. Requests for tokens are
// not shown to them.
type Hooks struct {
	// BeforeRequest sees a request before it is sent, and may change its headers. Its error ends the call.
	BeforeRequest func(request *http.Request) error
	// AfterResponse sees a response, whose body is not read yet and must be left alone.
	AfterResponse func(request *http.Request, response *http.Response)
	// OnError sees why no response came, or its body was lost.
	OnError func(request *http.Request, err error)
}

func (s *settings) log() *slog.Logger {
	if s.logger != nil {
		return s.logger
	}
	return slog.Default()
}

// failed tells of a request that brought no response.
func (c *call) failed(request *http.Request, err error) {
	ctx := request.Context()
	if log := c.settings.log(); log.Enabled(ctx, slog.LevelDebug) {
		// The error repeats the URL, which may hold secrets.
		inner := err
		for {
			next, ok := inner.(interface{ Unwrap() error })
			if !ok || next.Unwrap() == nil {
				break
			}
			inner = next.Unwrap()
		}
		log.DebugContext(ctx, "no response", "method", request.Method, "url", c.safeURL(request.URL.String()), "error", inner)
	}
	for _, hooks := range c.settings.hooks {
		if hooks.OnError != nil {
			hooks.OnError(request, err)
		}
	}
}

// note logs a request and its response, without secrets.
func (c *call) note(request *http.Request, response *http.Response, started time.Time) {
	log := c.settings.log()
	if !log.Enabled(request.Context(), slog.LevelDebug) {
		return
	}
	log.LogAttrs(
		context.WithoutCancel(request.Context()), slog.LevelDebug, "request",
		slog.String("operation", c.op.id),
		slog.String("method", request.Method),
		slog.String("url", c.safeURL(request.URL.String())),
		slog.Int("status", response.StatusCode),
		slog.Duration("took", time.Since(started)),
		slog.Any("header", c.safeHeader(request.Header)),
		slog.Any("answered", c.safeHeader(response.Header)),
	)
}

var privateHeaders = []string{"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"}

// safeHeader takes secrets out of headers, for the log.
func (c *call) safeHeader(header http.Header) http.Header {
	shown := header.Clone()
	for name := range shown {
		if slices.Contains(privateHeaders, name) || c.settings.isSecret("header", name) {
			shown[name] = []string{"***"}
		}
		if name == "Location" {
			shown[name] = []string{c.safeURL(header.Get(name))}
		}
	}
	return shown
}

// safeURL takes secrets out of a URL, for the log.
func (c *call) safeURL(target string) string {
	base, query, found := strings.Cut(target, "?")
	if parsed, err := url.Parse(base); err == nil {
		base = parsed.Redacted()
	}
	if !found {
		return base
	}
	listed := strings.Split(query, "&")
	for i, item := range listed {
		name, _, _ := strings.Cut(item, "=")
		if plain, err := url.QueryUnescape(name); err != nil || c.settings.isSecret("query", plain) {
			listed[i] = name + "=***"
		}
	}
	return base + "?" + strings.Join(listed, "&")
}

// isSecret tells whether a header or a parameter of the query holds a credential.
func (s *settings) isSecret(in, name string) bool {
	if in == "query" && strings.EqualFold(name, "access_token") {
		return true
	}
	return slices.ContainsFunc(s.api.schemes, func(known scheme) bool {
		return known.in == in && strings.EqualFold(known.wire, name)
	})
}
