package sdk

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// api is what the API's document says about every operation.
type api struct {
	name, version string
	prefix        string   // of the environment variables that are read
	security      [][]need // the security of undocumented calls
	servers       []server
	schemes       []scheme
	retries       RetryPolicy
	timeout       time.Duration // of each attempt; 0: no limit
}

// server is a server as the API's document declares it, with the defaults of its variables.
type server struct {
	url, name string
	variables map[string]string
	values    map[string][]string // the allowed values of variables that are restricted
}

// fill puts values into the URL; the others are the defaults.
func (s server) fill(given map[string]string) (string, error) {
	var wrong error
	empty := ""
	url := variablePattern.ReplaceAllStringFunc(s.url, func(found string) string {
		name := found[1 : len(found)-1]
		value, ok := given[name]
		if !ok {
			value = s.variables[name]
		}
		if value == "" && empty == "" {
			empty = name
		}
		if !ok {
			return value
		}
		if allowed := s.values[name]; len(allowed) > 0 && !slices.Contains(allowed, value) {
			wrong = &ConfigurationError{fmt.Sprintf("the server variable %s must be one of %s, not %q", name, strings.Join(allowed, ", "), value)}
		}
		return value
	})
	if wrong == nil && empty != "" && !absolutePattern.MatchString(url) {
		wrong = &ConfigurationError{fmt.Sprintf("the server variable %s has no value", empty)}
	}
	return url, wrong
}

// settings are those of a client, or of one call.
type settings struct {
	api            *api
	baseURL        string
	server         string
	variables      map[string]string
	http           *http.Client
	proxy          *string
	maxConnections *int
	agent          string
	here           place // of operations without a server of their own
	broken         error // the error of the options; returned by the first call
	timeout        *time.Duration
	streamTimeout  time.Duration // 0: no limit
	policy         *RetryPolicy
	maxRetries     *int
	header         http.Header
	partHeader     map[string]map[string]string // by the names of parts
	credentials    map[string]credential
	external       bool // requests are signed by something else
	shared         map[string]any
	query          [][2]string // further query parameters
	body           *any        // the whole body of one call
	more           object      // further properties of the body of one call
	debug          bool        // each attempt is logged
	idempotencyKey string
	manual         bool // redirects are not followed: they are results
	reconnect      int
	check          func(*call) error // nil: what is sent is not checked
	responses      ResponseValidation
	inspect        func(*call, *inspected) error // what checks responses, if that was asked for
	most           int64                         // bytes of a response that is read whole, or of a value of a stream; 0: no limit
	response       **http.Response
	hooks          []Hooks
	logger         *slog.Logger
}

// Option is an option of a client, or of one call.
type Option func(*settings)

// WithBaseURL sets the base URL of the API.
func WithBaseURL(base string) Option { return func(s *settings) { s.baseURL = base } }

// WithHTTPClient sends requests through your HTTP client. This package still handles redirects and retries.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.http = client } }

// WithTimeout limits each attempt; 0 for no limit. A context limits the whole call.
func WithTimeout(limit time.Duration) Option { return func(s *settings) { s.timeout = &limit } }

// WithStreamTimeout limits how long a stream of events, lines or bytes may be silent: the longest wait for its next
// bytes. It then ends in a [ConnectionError] whose Timeout is true, or is resumed (see [WithReconnect]). 0, the
// default: only the context ends a stream.
func WithStreamTimeout(limit time.Duration) Option {
	return func(s *settings) { s.streamTimeout = limit }
}

// WithMaxResponseBytes limits the size of a response that this package reads as a whole, and of each value of a stream,
// in bytes after decompression. A larger one is a [*DecodeError] and is not requested again; of a larger error response,
// [APIError] has the beginning. A body that you read yourself is not limited. 0, the default: no limit.
func WithMaxResponseBytes(most int64) Option { return func(s *settings) { s.most = most } }

// WithMaxRetries sets how often a request is retried.
func WithMaxRetries(count int) Option { return func(s *settings) { s.maxRetries = &count } }

// WithRetryPolicy sets when and how often a request is retried.
func WithRetryPolicy(policy RetryPolicy) Option {
	return func(s *settings) { s.policy, s.maxRetries = &policy, nil }
}

// WithHeader sets a header of every request, or of one call; the empty value removes a header.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.header[http.CanonicalHeaderKey(name)] = []string{value} }
}

// WithPartHeader sets a header of each part of a multipart body with a name, in one call. A file's own headers take
// precedence over it, and values that the API fixes over both.
func WithPartHeader(part, name, value string) Option {
	return func(s *settings) {
		all := maps.Clone(s.partHeader)
		if all == nil {
			all = map[string]map[string]string{}
		}
		one := maps.Clone(all[part])
		if one == nil {
			one = map[string]string{}
		}
		one[name] = value
		all[part], s.partHeader = one, all
	}
}

// WithHooks adds functions that are called with each request and its response or error.
func WithHooks(hooks Hooks) Option {
	return func(s *settings) { s.hooks = append(slices.Clip(s.hooks), hooks) }
}

// WithLogger sets the logger of requests, at debug level and without secrets; by default [slog.Default].
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.logger = logger } }

// WithServer chooses one of the API's servers by its name or its index, from 0.
func WithServer(name string) Option { return func(s *settings) { s.server = name } }

// WithBody gives the body of one call as a whole, in place of its fields: a model, a map, or another value.
func WithBody(body any) Option { return func(s *settings) { s.body = &body } }

// WithExternalAuth says that something else signs requests, such as a proxy: calls without credentials are not refused.
// An [http.RoundTripper] or a cookie jar of your own, or a BeforeRequest of [Hooks], implies it.
func WithExternalAuth() Option { return func(s *settings) { s.external = true } }

// WithExtraQuery adds an undocumented parameter to the query, in place of any of that name. Given several times for one
// name, all are sent.
func WithExtraQuery(name, value string) Option {
	return func(s *settings) { s.query = append(slices.Clip(s.query), [2]string{name, value}) }
}

// WithExtraBody adds an undocumented property to the body of one call, in place of any of that name: to a JSON object,
// to a form, or as a part of its own.
func WithExtraBody(name string, value any) Option {
	return func(s *settings) { s.more = s.more.with(name, value) }
}

// WithIdempotencyKey sets the idempotency key of one call instead of a random one, if the API takes keys.
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.idempotencyKey = key } }

// WithReconnect resumes a stream of events that is interrupted, or ends before its declared end: up to this many times
// in a row without an event. It sends the id of the last event. Without this an interruption is an error.
func WithReconnect(count int) Option { return func(s *settings) { s.reconnect = count } }

// WithManualRedirects follows no redirects: a redirect is the result; [IntoResponse] shows its headers.
func WithManualRedirects() Option { return func(s *settings) { s.manual = true } }

// IntoResponse stores the response of one call. Its body is read already, unless the call's result is a stream.
func IntoResponse(into **http.Response) Option { return func(s *settings) { s.response = into } }

func withVariable(name, value string) Option {
	return func(s *settings) { s.variables[name] = value }
}

func withShared(name string, value any) Option {
	return func(s *settings) { s.shared[name] = value }
}

func newSettings(of *api, options []Option) *settings {
	made := &settings{
		api:         of,
		baseURL:     os.Getenv(of.prefix + "_BASE_URL"),
		variables:   map[string]string{},
		http:        http.DefaultClient,
		header:      http.Header{},
		credentials: environment(of),
		shared:      map[string]any{},
	}
	for _, option := range options {
		option(made)
	}
	made.agent = of.name + "/" + of.version + " Go/" + strings.TrimPrefix(runtime.Version(), "go")
	made.here = made.find(&operation{})
	made.debug = strings.EqualFold(os.Getenv(of.prefix+"_LOG"), "debug")
	made.broken = made.connect()
	return made.withoutCall()
}

// derived are the settings of a copy of a client with other options.
func (s *settings) derived(options []Option) *settings {
	made := *s.with(options)
	return made.withoutCall()
}

// wrong is the error of options with values that they cannot have.
func (s *settings) wrong() error {
	switch s.responses {
	case "", StrictResponses, ReportedResponses:
	default:
		return &ConfigurationError{"WithResponseValidation takes StrictResponses or ReportedResponses, not " + strconv.Quote(string(s.responses))}
	}
	if s.most < 0 {
		return &ConfigurationError{"WithMaxResponseBytes takes a number of bytes, not " + strconv.FormatInt(s.most, 10)}
	}
	return nil
}

// withoutCall refuses options that a client cannot have.
func (s *settings) withoutCall() *settings {
	if s.body != nil || s.more != nil {
		s.broken = &ConfigurationError{"WithBody and WithExtraBody are options of a call, not of a client"}
	}
	return s
}

// with are the settings of one call.
func (s *settings) with(options []Option) *settings {
	if len(options) == 0 {
		return s
	}
	made := *s
	made.header = maps.Clone(s.header)
	made.variables = maps.Clone(s.variables)
	made.credentials = maps.Clone(s.credentials)
	made.shared = maps.Clone(s.shared)
	for _, option := range options {
		option(&made)
	}
	if made.baseURL != s.baseURL || made.server != s.server || !maps.Equal(made.variables, s.variables) {
		made.here = made.find(&operation{})
	}
	made.broken = made.reconnected(s)
	return &made
}

// place is the base URL of requests.
type place struct {
	url, origin string
	err         error
}

func (s *settings) placeOf(op *operation) place {
	if len(op.servers) > 0 && s.baseURL == "" {
		return s.find(op)
	}
	return s.here
}

func (s *settings) find(op *operation) place {
	base, err := s.url(op)
	return place{base, originOf(base), err}
}

// url finds the base URL of a call: the caller's own, the operation's, the API's.
func (s *settings) url(op *operation) (string, error) {
	base := s.baseURL
	if base == "" {
		chosen, err := s.chosen(op)
		if err != nil {
			return "", err
		}
		if base, err = chosen.fill(s.variables); err != nil {
			return "", err
		}
	}
	found := absolutePattern.FindStringSubmatch(base)
	if found == nil {
		shown := " " + strconv.Quote(base)
		if strings.Contains(base, "@") {
			shown = "" // it may hold a password
		}
		return "", &ConfigurationError{"the base URL" + shown + " is not origin/path, without user and password: use WithBaseURL"}
	}
	path := found[1]
	// If net/http had to encode something, it would encode the whole path, and a slash in an argument would split it.
	return strings.TrimSuffix(base, path) + cleanURL(strings.TrimRight(path, "/")), nil
}

var (
	variablePattern = regexp.MustCompile(`\{[^{}]*\}`)
	absolutePattern = regexp.MustCompile(`^(?i:https?)://[^/?#@]+(/[^?#]*)?$`)
)

func (s *settings) chosen(op *operation) (server, error) {
	if len(op.servers) > 0 {
		return op.servers[0], nil
	}
	for i, known := range s.api.servers {
		if s.server == "" || s.server == known.name || s.server == strconv.Itoa(i) {
			return known, nil
		}
	}
	if s.server != "" {
		return server{}, &ConfigurationError{"there is no server " + strconv.Quote(s.server)}
	}
	return server{}, &ConfigurationError{"the API names no server: use WithBaseURL, or set " + s.api.prefix + "_BASE_URL"}
}

func (s *settings) policyOf(op *operation) RetryPolicy {
	policy := s.api.retries
	if op.retries != nil {
		policy = *op.retries
	}
	if s.policy != nil {
		policy = *s.policy
	}
	if s.maxRetries != nil {
		policy.MaxRetries = *s.maxRetries
	}
	return policy
}

func (s *settings) limit(op *operation) time.Duration {
	if s.timeout != nil {
		return *s.timeout
	}
	if op.timeout != 0 {
		return op.timeout
	}
	return s.api.timeout
}
