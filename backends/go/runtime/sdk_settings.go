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
	security      [][]need // what requests need that the document does not have
	servers       []server
	schemes       []scheme
	retries       RetryPolicy
	timeout       time.Duration // of each attempt; 0: as long as it takes
}

// server is a server as the API's document declares it, with the defaults of its variables.
type server struct {
	url, name string
	variables map[string]string
	values    map[string][]string // of variables that take nothing else
}

// fill puts values into the URL; those not given are the defaults.
func (s server) fill(given map[string]string) (string, error) {
	var wrong error
	return variablePattern.ReplaceAllStringFunc(s.url, func(found string) string {
		name := found[1 : len(found)-1]
		value, ok := given[name]
		if !ok {
			return s.variables[name]
		}
		if allowed := s.values[name]; len(allowed) > 0 && !slices.Contains(allowed, value) {
			wrong = &ConfigurationError{fmt.Sprintf("the server variable %s cannot be %q; it is one of %s", name, value, strings.Join(allowed, ", "))}
		}
		return value
	}), wrong
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
	broken         error // what is wrong with the options; told by the first call
	timeout        *time.Duration
	streamTimeout  time.Duration // 0: as long as it takes
	policy         *RetryPolicy
	maxRetries     *int
	header         http.Header
	partHeader     map[string]map[string]string // by the names of parts
	credentials    map[string]credential
	external       bool // requests are signed by somebody else
	shared         map[string]any
	query          [][2]string // what stands in the query besides
	body           *any        // of one call, all of it
	more           object      // properties of the body of one call besides
	debug          bool        // each attempt is told
	idempotencyKey string
	manual         bool // redirects are not followed: they are results
	reconnect      int
	check          func(*call) error // nil: what is sent is not checked
	response       **http.Response
	hooks          []Hooks
	logger         *slog.Logger
}

// Option is an option of a client, or of one call.
type Option func(*settings)

// WithBaseURL says where the API is.
func WithBaseURL(base string) Option { return func(s *settings) { s.baseURL = base } }

// WithHTTPClient makes requests through a client of yours. Redirects and retries stay with this package.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.http = client } }

// WithTimeout limits each attempt; 0 for as long as it takes. A context limits the whole call.
func WithTimeout(limit time.Duration) Option { return func(s *settings) { s.timeout = &limit } }

// WithStreamTimeout limits how long a stream of events, lines or bytes may be silent: the longest wait for its next bytes.
// It then ends in a [ConnectionError] whose Timeout is true, or is taken up again (see [WithReconnect]). 0, which it is
// without this: a stream ends by the context alone.
func WithStreamTimeout(limit time.Duration) Option {
	return func(s *settings) { s.streamTimeout = limit }
}

// WithMaxRetries says how often a request is repeated.
func WithMaxRetries(count int) Option { return func(s *settings) { s.maxRetries = &count } }

// WithRetryPolicy says when and how often a request is repeated.
func WithRetryPolicy(policy RetryPolicy) Option {
	return func(s *settings) { s.policy, s.maxRetries = &policy, nil }
}

// WithHeader sets a header of every request, or of one call; the empty value takes a header away.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.header[http.CanonicalHeaderKey(name)] = []string{value} }
}

// WithPartHeader sets a header of each part of a multipart body that is called so, in one call. Files have headers of
// their own, which count before it; what the API says of a header itself counts first.
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

// WithHooks adds functions that see each request and what comes of it.
func WithHooks(hooks Hooks) Option {
	return func(s *settings) { s.hooks = append(slices.Clip(s.hooks), hooks) }
}

// WithLogger says where requests are logged, at the level of debugging and without secrets; else [slog.Default].
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.logger = logger } }

// WithServer chooses one of the API's servers by its name or its number, the first one being 0.
func WithServer(name string) Option { return func(s *settings) { s.server = name } }

// WithBody gives the body of one call as a whole, in the place of its fields: a model, a map, or what else it is.
func WithBody(body any) Option { return func(s *settings) { s.body = &body } }

// WithExternalAuth says that requests are signed by somebody else, such as a proxy: none is refused for want of credentials.
// An [http.RoundTripper] or a cookie jar of your own, or [Hooks] that see requests before they are sent, say so, too.
func WithExternalAuth() Option { return func(s *settings) { s.external = true } }

// WithExtraQuery adds a parameter to the query that the API's document does not name, in the place of any of that name.
// Given several times for one name, all are sent.
func WithExtraQuery(name, value string) Option {
	return func(s *settings) { s.query = append(slices.Clip(s.query), [2]string{name, value}) }
}

// WithExtraBody adds a property to the body of one call that the API's document does not name, in the place of any of that
// name: to an object of JSON, to a form, or as a part of its own.
func WithExtraBody(name string, value any) Option {
	return func(s *settings) { s.more = s.more.with(name, value) }
}

// WithIdempotencyKey sets the key of one call instead of a random one; sent where the API has keys.
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.idempotencyKey = key } }

// WithReconnect takes a stream of events up again when it is lost, or ends before its declared end: as often in a row as
// this says, while no event comes. The server is told the id of the last event. Without this a loss is an error.
func WithReconnect(count int) Option { return func(s *settings) { s.reconnect = count } }

// WithManualRedirects follows no redirect: it is the result, whose headers [IntoResponse] shows.
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

// derived are the settings of a client that is another but for some options.
func (s *settings) derived(options []Option) *settings {
	made := *s.with(options)
	return made.withoutCall()
}

// withoutCall tells of options that a client cannot have.
func (s *settings) withoutCall() *settings {
	if s.body != nil || s.more != nil {
		s.broken = &ConfigurationError{"WithBody and WithExtraBody are options of a call, and not of a client"}
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

// place is where requests go.
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
	// What net/http has to encode itself it encodes with all the rest, and a slash in an argument were two segments.
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
