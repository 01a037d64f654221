package traintravel

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// operation holds the facts of an operation.
type operation struct {
	id, method, path string
	security         [][]string
	bodyRequired     bool
	once             bool // never repeated
}

// request is what a call sends.
type request struct {
	arguments []argument
	body      body // nil: none
}

type config struct {
	baseURL    string
	http       *http.Client
	timeout    time.Duration
	maxRetries int
	header     http.Header
	schemes    map[string]func(*http.Request)
}

// Option is an option of a client.
type Option func(*config)

// WithBaseURL says where the API is.
func WithBaseURL(base string) Option {
	return func(c *config) { c.baseURL = strings.TrimSuffix(base, "/") }
}

// WithHTTPClient makes requests through a client of yours.
func WithHTTPClient(client *http.Client) Option { return func(c *config) { c.http = client } }

// WithTimeout limits each attempt.
func WithTimeout(limit time.Duration) Option { return func(c *config) { c.timeout = limit } }

// WithMaxRetries says how often a request is repeated.
func WithMaxRetries(count int) Option { return func(c *config) { c.maxRetries = count } }

// WithBearerAuth sets a token of your account.
func WithBearerAuth(token string) Option {
	return withScheme("bearerAuth", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
}

// WithAPIKey sets a key for machines.
func WithAPIKey(key string) Option {
	return withScheme("apiKey", func(r *http.Request) { r.Header.Set("X-API-Key", key) })
}

// WithBasicAuth sets the account's name and password.
func WithBasicAuth(user, password string) Option {
	return withScheme("basicAuth", func(r *http.Request) { r.SetBasicAuth(user, password) })
}

func withScheme(name string, set func(*http.Request)) Option {
	return func(c *config) { c.schemes[name] = set }
}

// CallOption is an option of one call.
type CallOption func(*call)

type call struct {
	header         http.Header
	idempotencyKey string
	response       **http.Response
}

// WithHeader adds a header to one call.
func WithHeader(name, value string) CallOption {
	return func(c *call) { c.header.Add(name, value) }
}

// WithIdempotencyKey sets the key of one call instead of a random one.
func WithIdempotencyKey(key string) CallOption { return func(c *call) { c.idempotencyKey = key } }

// IntoResponse stores the response of one call; its body is read already.
func IntoResponse(into **http.Response) CallOption { return func(c *call) { c.response = into } }

// do makes one call and decodes what comes back.
func do[T any](ctx context.Context, c *config, op *operation, r request, options []CallOption) (T, *http.Response, error) {
	var result T
	if op.bodyRequired && r.body == nil {
		return result, nil, &MissingBodyError{op.id}
	}
	target, err := expand(c.baseURL, op.path, r.arguments)
	if err != nil {
		return result, nil, err
	}
	response, err := send(ctx, c, op, op.method, target, r, options)
	if err != nil {
		return result, nil, err
	}
	return result, response, read(response, &result)
}

// follow gets a URL that a page named; credentials stay on the origin they belong to (D6.5).
func follow[T any](ctx context.Context, c *config, op *operation, target string, options []CallOption) (T, *http.Response, error) {
	var result T
	own := *c
	if !sameOrigin(target, c.baseURL) {
		own.schemes, own.header, options = nil, nil, nil
	}
	response, err := send(ctx, &own, op, http.MethodGet, target, request{}, options)
	if err != nil {
		return result, nil, err
	}
	return result, response, read(response, &result)
}

func sameOrigin(a, b string) bool {
	left, err := url.Parse(a)
	right, other := url.Parse(b)
	return err == nil && other == nil && left.Scheme == right.Scheme && left.Host == right.Host
}

func send(ctx context.Context, c *config, op *operation, method, target string, r request, options []CallOption) (*http.Response, error) {
	settings := call{header: http.Header{}, idempotencyKey: rand.Text()}
	for _, option := range options {
		option(&settings)
	}
	for attempt := 0; ; attempt++ {
		response, err := once(ctx, c, op, method, target, r, &settings)
		last := op.once || attempt >= c.maxRetries || ctx.Err() != nil
		var unsent *ArgumentError
		if err != nil && (last || errors.As(err, &unsent)) {
			return nil, err
		}
		wait := backoff(attempt)
		if err == nil {
			if settings.response != nil {
				*settings.response = response
			}
			if last || !retried(response.StatusCode) {
				return response, nil
			}
			if wait = retryAfter(response, wait); wait > 30*time.Second {
				return response, nil
			}
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// once makes one attempt; the body of the response is read, so that the attempt's time limit holds for all of it.
func once(ctx context.Context, c *config, op *operation, method, target string, r request, settings *call) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var content io.Reader
	contentType := ""
	if r.body != nil {
		data, kind, err := r.body()
		if err != nil {
			return nil, &ArgumentError{"body", err.Error()}
		}
		content, contentType = bytes.NewReader(data), kind
	}
	made, err := http.NewRequestWithContext(ctx, method, target, content)
	if err != nil {
		return nil, &ArgumentError{"path", err.Error()}
	}
	made.Header.Set("Accept", "application/json, */*;q=0.5")
	for _, argument := range r.arguments {
		argument.setHeader(made.Header)
	}
	if contentType != "" {
		made.Header.Set("Content-Type", contentType)
	}
	if method == http.MethodPost {
		made.Header.Set("Idempotency-Key", settings.idempotencyKey)
	}
	authorize(made, c, op)
	for name, values := range settings.header {
		made.Header[name] = values
	}
	response, err := c.http.Do(made)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(data))
	return response, err
}

// authorize takes the first alternative whose schemes all have credentials.
func authorize(made *http.Request, c *config, op *operation) {
	for _, alternative := range op.security {
		found := make([]func(*http.Request), 0, len(alternative))
		for _, scheme := range alternative {
			if set, ok := c.schemes[scheme]; ok {
				found = append(found, set)
			}
		}
		if len(found) == len(alternative) {
			for _, set := range found {
				set(made)
			}
			return
		}
	}
}

func read(response *http.Response, into any) error {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return errorOf(response, body)
	}
	if _, none := into.(*nothing); none || response.StatusCode == http.StatusNoContent {
		return nil
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return &DecodeError{kind, body, errors.New("expected JSON")}
	}
	if err := decode(body, into); err != nil {
		return &DecodeError{kind, body, err}
	}
	return nil
}

// nothing is the result of operations without one.
type nothing struct{}

func retried(status int) bool {
	return status == 429 || status >= 502 && status <= 504
}

func backoff(attempt int) time.Duration {
	seconds := math.Min(0.2*math.Pow(2, float64(attempt)), 5) * (0.75 + mathrand.Float64()/2)
	return time.Duration(seconds * float64(time.Second))
}

func retryAfter(response *http.Response, otherwise time.Duration) time.Duration {
	text := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return time.Until(at)
	}
	return otherwise
}

func sleep(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return fmt.Errorf("while waiting to try again: %w", ctx.Err())
	case <-time.After(wait):
		return nil
	}
}
