package sdk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const maxRedirects = 5

// reply is the response that ended an exchange; its content is read, unless the caller reads it.
type reply struct {
	status   int
	header   http.Header
	content  []byte
	url      string // the URL of the last request
	response *http.Response
	cancel   context.CancelFunc
	bare     bool  // it came from another origin
	cut      int64 // the limit at which its content ends; 0: it is whole
}

// exchange sends a request until there is a final response. keep: the body of a successful response is left unread.
// After a 401 to a cached token, it is sent once more with a new one.
func exchange(ctx context.Context, c *call, keep bool) (*reply, error) {
	c.started = time.Now()
	got, err := repeat(ctx, c, keep)
	if len(c.kept) > 0 && err == nil && got.status == http.StatusUnauthorized && !got.bare {
		for _, one := range c.kept {
			one.of.drop(one.token)
		}
		if c.request.again() {
			got.cancel()
			got, err = repeat(ctx, c, keep)
		}
	}
	return got, c.finish(got, err)
}

// repeat sends a request, with retries as the policy says.
func repeat(ctx context.Context, c *call, keep bool) (*reply, error) {
	policy := c.settings.policyOf(c.op)
	limit := c.settings.limit(c.op)
	for attempt := 0; ; attempt++ {
		if err := c.enliven(ctx); err != nil {
			return nil, err
		}
		got, last, err := attemptOnce(ctx, c, keep, limit)
		wait, again := policy.pause(attempt), false
		switch {
		case err != nil:
			again = policy.ConnectionErrors && isConnection(err)
		case policy.covers(got.status):
			again = true
			if asked, ok := retryAfter(got.header); ok {
				wait = asked
			}
		}
		spent := time.Since(c.started) + wait
		again = again && (c.isHarmless(last, policy) || isUndone(last, got, err)) && attempt < policy.MaxRetries && spent <= policy.Budget && ctx.Err() == nil
		if !again || !c.request.again() {
			return got, err
		}
		if got != nil {
			got.cancel()
		}
		c.settings.log().DebugContext(ctx, "trying again", "method", c.op.method, "operation", c.op.id, "wait", wait)
		if err := sleep(ctx, wait); err != nil {
			return nil, c.lost(err)
		}
		limit = policy.within(c.settings.limit(c.op), time.Since(c.started))
	}
}

// isUnsafe tells whether requests of this method are not idempotent.
func isUnsafe(method string) bool { return method == http.MethodPost || method == http.MethodPatch }

// isHarmless tells whether a call may be sent twice. A redirect to another origin drops the key.
func (c *call) isHarmless(last *outgoing, policy RetryPolicy) bool {
	if c.harmless || policy.Unsafe || !isUnsafe(c.request.method) {
		return true
	}
	if !isUnsafe(last.method) {
		last = &c.request
	}
	return c.op.idempotency != "" && last.header.Get(c.op.idempotency) != ""
}

// isUndone tells whether a request was certainly not processed: the response says so, or nothing was sent. The result
// of the GET that follows a 303 does not count.
func isUndone(last *outgoing, got *reply, err error) bool {
	if !isUnsafe(last.method) {
		return false
	}
	if err == nil {
		return got.status == http.StatusTooManyRequests
	}
	lost, ok := err.(*ConnectionError)
	return ok && lost.Unsent
}

// isUnsent tells whether an error of net/http happened before there was a connection.
func isUnsent(err error) bool {
	var network *net.OpError
	var name *net.DNSError
	dialled := errors.As(err, &network) && (network.Op == "dial" || network.Op == "proxyconnect")
	return dialled || errors.As(err, &name)
}

// finish turns an unsuccessful response into its error.
func (c *call) finish(got *reply, err error) error {
	if err != nil {
		return err
	}
	if c.settings.response != nil {
		*c.settings.response = got.response
	}
	if isError(c.op, got.status) && !c.shows(got.status) {
		got.cancel()
		failed := errorOf(c.op, got, c.hidden)
		failed.Method, failed.Path = c.request.method, pathOf(c.request.url)
		failed.hide = c.hidden
		return failed
	}
	if got.cut > 0 {
		return c.tooLong(got.response, "the body", got.content)
	}
	return nil
}

// shows tells whether a response is a redirect that is the result of the call.
func (c *call) shows(status int) bool {
	return c.settings.manual && isRedirect(status) && status != 304
}

func isRedirect(status int) bool { return status >= 300 && status < 400 }

func isConnection(err error) bool {
	_, ok := err.(*ConnectionError)
	return ok
}

// lost is the error of a request without a response.
func (c *call) lost(err error) *ConnectionError {
	if errors.Is(err, context.DeadlineExceeded) && !isLate(err) { // of the caller's context
		err = &lateError{time.Since(c.started).Round(time.Millisecond)}
	}
	made := &ConnectionError{Err: err, Method: c.request.method, Path: pathOf(c.request.url), hide: c.hidden}
	if parsed, err := url.Parse(c.request.url); err == nil {
		made.Origin = parsed.Scheme + "://" + parsed.Host
	}
	return made
}

// lateIn is why a request failed: its time limit, or the given error.
func lateIn(ctx context.Context, told error) error {
	if late, ok := context.Cause(ctx).(*lateError); ok {
		return late
	}
	return told
}

func isLate(err error) bool {
	var found *lateError
	return errors.As(err, &found)
}

// unreadable is the error of a response that cannot be read.
func (c *call) unreadable(got *http.Response, body []byte, err error) *DecodeError {
	return &DecodeError{got.StatusCode, got.Header, body, err, c.request.method, pathOf(c.request.url), nil, c.hidden}
}

// tooLong is the error of a response that is longer than the caller allows.
func (c *call) tooLong(got *http.Response, what string, body []byte) *DecodeError {
	return c.unreadable(got, body, fmt.Errorf("%s is longer than the %d bytes of WithMaxResponseBytes", what, c.settings.most))
}

// again tells whether the request can be sent once more.
func (o *outgoing) again() bool { return o.body == nil || o.body.content.again }

// attemptOnce sends a request and follows its redirects. The limit of an attempt holds for the whole response;
// for one that the caller reads, until it begins. The last request that was made is also returned.
func attemptOnce(ctx context.Context, c *call, keep bool, limit time.Duration) (*reply, *outgoing, error) {
	ctx, cancelCause := context.WithCancelCause(ctx)
	cancel := func() { cancelCause(nil) }
	if limit > 0 {
		timer := time.AfterFunc(limit, func() { cancelCause(&lateError{limit}) })
		defer timer.Stop()
	}
	got, last, err := followed(ctx, c, keep, cancel)
	if err != nil {
		cancel()
	}
	return got, last, err
}

func followed(ctx context.Context, c *call, keep bool, cancel context.CancelFunc) (*reply, *outgoing, error) {
	request := c.request
	for left := maxRedirects; ; left-- {
		started := time.Now()
		made, response, err := c.send(ctx, &request)
		if err != nil {
			return nil, &request, err
		}
		next := c.redirect(&request, response)
		if next == nil || left == 0 {
			got, err := finishReply(c, response, &request, keep, cancel)
			if err != nil {
				c.failed(made, err, started)
			}
			return got, &request, err
		}
		_ = response.Body.Close() // the body is not needed
		request = *next
	}
}

func finishReply(c *call, response *http.Response, request *outgoing, keep bool, cancel context.CancelFunc) (*reply, error) {
	got := &reply{response.StatusCode, response.Header, nil, request.url, response, cancel, request.bare, 0}
	if keep && !isError(c.op, got.status) {
		if limit := c.settings.streamTimeout; limit > 0 {
			response.Body = newPatient(response.Body, limit, cancel)
		}
		return got, nil
	}
	defer cancel()
	data, err := readAll(response, c.settings.most)
	_ = response.Body.Close() // the body was read, or is too long: net/http then closes the connection
	if err != nil {
		return nil, c.lost(lateIn(response.Request.Context(), err))
	}
	if most := c.settings.most; most > 0 && int64(len(data)) > most {
		data, got.cut = data[:most], most
	}
	got.content = data
	response.Body = io.NopCloser(bytes.NewReader(data))
	return got, nil
}

// readAll reads a body into a buffer of its length, but only a little more than a limit, if there is one.
func readAll(response *http.Response, most int64) ([]byte, error) {
	data := make([]byte, 0, min(max(response.ContentLength, 511), 1<<20)+1)
	for {
		count, err := response.Body.Read(data[len(data):cap(data)])
		data = data[:len(data)+count]
		if err == io.EOF || (most > 0 && int64(len(data)) > most) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// send sends a request once, and calls the hooks.
func (c *call) send(ctx context.Context, request *outgoing) (*http.Request, *http.Response, error) {
	made, err := request.make(context.WithValue(ctx, operationKey{}, c.op), c.settings.mayChange())
	if err != nil {
		return nil, nil, err
	}
	for _, hooks := range c.settings.hooks {
		if hooks.BeforeRequest != nil {
			if err := hooks.BeforeRequest(made); err != nil {
				if made.Body != nil {
					_ = made.Body.Close() // the body is not needed
				}
				return nil, nil, err
			}
		}
	}
	client := *c.settings.http
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if request.bare {
		client.Jar = nil
	}
	started := time.Now()
	response, err := client.Do(made)
	if err != nil {
		var wrong *ArgumentError
		if errors.As(err, &wrong) { // the body cannot be read
			c.failed(made, wrong, started)
			return nil, nil, wrong
		}
		lost := c.lost(lateIn(ctx, withoutURL(err)))
		lost.Unsent = isUnsent(err)
		c.failed(made, lost, started)
		return nil, nil, lost
	}
	c.answered(made, response, started)
	return made, response, nil
}

// mayChange tells whether headers of a request may be changed before it is sent.
func (s *settings) mayChange() bool {
	return len(s.hooks) > 0 || s.http.Jar != nil || s.hasOwnTransport()
}

// hasOwnTransport tells whether requests go through a transport that is not net/http's.
func (s *settings) hasOwnTransport() bool {
	_, usual := s.http.Transport.(*http.Transport)
	return s.http.Transport != nil && !usual
}

// make makes the request for net/http, with a copy of the headers if they may be changed.
func (o *outgoing) make(ctx context.Context, own bool) (*http.Request, error) {
	made, err := http.NewRequestWithContext(ctx, o.method, o.url, nil)
	if err != nil {
		return nil, &ArgumentError{"path", withoutURL(err).Error()}
	}
	made.Header = o.header
	if own {
		made.Header = o.header.Clone()
	}
	if o.body == nil {
		return made, nil
	}
	sent := o.body.content
	if made.Body, err = sent.open(); err != nil {
		return nil, bodyError(err)
	}
	made.ContentLength = sent.length
	if sent.length == 0 {
		_ = made.Body.Close() // the body is not needed
		made.Body = http.NoBody
	}
	if sent.again {
		made.GetBody = sent.open // net/http resends a body on another connection if one was closed
	}
	return made, nil
}

// withoutURL is an error without the URL of the request, whose query may hold a key.
func withoutURL(err error) error {
	var outer *url.Error
	if errors.As(err, &outer) {
		return outer.Err
	}
	return err
}

func (c *call) redirect(request *outgoing, response *http.Response) *outgoing {
	location := response.Header.Get("Location")
	if location == "" || c.stays || c.settings.manual || !isError(c.op, response.StatusCode) {
		return nil
	}
	switch status := response.StatusCode; status {
	case 301, 302, 303, 307, 308:
		if status == 303 && request.method != http.MethodHead {
			return c.moved(request, location, http.MethodGet)
		}
		if request.method == http.MethodGet || request.method == http.MethodHead {
			return c.moved(request, location, request.method)
		}
		if status >= 307 && request.again() {
			return c.moved(request, location, "")
		}
	}
	return nil
}

// moved makes the request for another URL, which may be relative; nil if it cannot be called. Another origin only gets
// Accept and User-Agent; on the same one, keys in the query are set again. A given method drops the body.
func (c *call) moved(request *outgoing, location, method string) *outgoing {
	base, err := url.Parse(request.url)
	if err != nil {
		return nil
	}
	parsed, err := base.Parse(cleanURL(location))
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return nil
	}
	parsed.Fragment, parsed.RawFragment = "", ""
	parsed.User = nil // net/http would send it as credentials
	made := &outgoing{method: request.method, url: parsed.String(), header: http.Header{}, body: request.body}
	if method != "" {
		made.method, made.body = method, nil
	}
	made.bare = request.bare || originOf(made.url) != c.origin
	for name, values := range request.header {
		if c.goesAlong(name, made) {
			made.header[name] = values
		}
	}
	if !made.bare {
		made.url = withSecrets(made.url, c.secrets)
	}
	return made
}

func (c *call) goesAlong(name string, made *outgoing) bool {
	ofBody := name == "Content-Type" || name == http.CanonicalHeaderKey(c.op.idempotency)
	if made.body == nil && ofBody {
		return false
	}
	return !made.bare || name == "Accept" || name == "User-Agent" || name == "Content-Type"
}

// cleanURL encodes characters that a URL may not contain.
func cleanURL(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if char := text[i]; char > ' ' && char < 0x7f && strings.IndexByte("\"<>\\^`{|}", char) < 0 {
			out.WriteByte(char)
		} else {
			out.WriteString(escape(text[i : i+1]))
		}
	}
	return out.String()
}

// originOf is scheme, host and port of a URL.
func originOf(text string) string {
	parsed, err := url.Parse(text)
	if err != nil {
		return ""
	}
	port := parsed.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[parsed.Scheme]
	}
	return parsed.Scheme + "://" + strings.ToLower(parsed.Hostname()) + ":" + port
}

func withSecrets(target string, secrets []string) string {
	for _, secret := range secrets {
		name, _, _ := strings.Cut(secret, "=")
		base, query, _ := strings.Cut(target, "?")
		kept := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
			return pair == "" || strings.HasPrefix(pair, name+"=")
		})
		target = base + "?" + strings.Join(append(kept, secret), "&")
	}
	return target
}
