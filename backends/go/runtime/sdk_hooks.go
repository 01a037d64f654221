package sdk

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Hooks are functions that are called for every attempt of every request, redirects included. Requests for tokens are
// not shown to them. [OperationOf] tells which operation a request belongs to.
type Hooks struct {
	// BeforeRequest sees a request before it is sent, and may change its headers. Its error ends the call.
	BeforeRequest func(request *http.Request) error
	// AfterResponse sees a response, whose body is not read yet and must be left alone.
	AfterResponse func(request *http.Request, response *http.Response)
	// OnError sees why no response came, or its body was lost.
	OnError func(request *http.Request, err error)
}

// OperationInfo is an operation of the API.
type OperationInfo struct {
	// ID is its operationId, else the name of its method; empty for a [Request].
	ID string
	// Route is its path as the API's document has it, with parameters in braces: the http.route of OpenTelemetry.
	Route string
}

// OperationOf tells which operation a request is made for, by its context: in [Hooks] and in an [http.RoundTripper].
func OperationOf(ctx context.Context) (OperationInfo, bool) {
	op, ok := ctx.Value(operationKey{}).(*operation)
	if !ok {
		return OperationInfo{}, false
	}
	return OperationInfo{op.id, op.path}, true
}

type operationKey struct{}

func (s *settings) log() *slog.Logger {
	if s.logger != nil {
		return s.logger
	}
	return slog.Default()
}

// failed tells of a request that brought no response.
func (c *call) failed(request *http.Request, err error, started time.Time) {
	why := err
	if lost, ok := err.(*ConnectionError); ok {
		why = &ConnectionError{Err: lost.Err, Origin: lost.Origin} // without what the line begins with
	}
	told := c.hidden(why.Error())
	c.note(request, started, ": "+told+", after", "", "no response", slog.String("error", told))
	for _, hooks := range c.settings.hooks {
		if hooks.OnError != nil {
			hooks.OnError(request, err)
		}
	}
}

// answered tells of a request and its response.
func (c *call) answered(request *http.Request, response *http.Response, started time.Time) {
	end, id := "", requestID(response.Header)
	if id != "" {
		end = " (request id " + id + ")"
	}
	came := " -> " + strconv.Itoa(response.StatusCode) + " in"
	c.note(request, started, came, end, "request", slog.Int("status", response.StatusCode), slog.String("request_id", id))
	for _, hooks := range c.settings.hooks {
		if hooks.AfterResponse != nil {
			hooks.AfterResponse(request, response)
		}
	}
}

// note logs what came of an attempt; where <PREFIX>_LOG=debug asks for it, as a line (D16.4). There is no query in it, no
// header and no body, which may hold secrets.
func (c *call) note(request *http.Request, started time.Time, came, end, message string, more ...slog.Attr) {
	ctx, logger := context.WithoutCancel(request.Context()), c.settings.log()
	isLogged := logger.Enabled(ctx, slog.LevelDebug)
	if !isLogged && !c.settings.debug {
		return
	}
	took, path := time.Since(started), c.hidden(pathOf(request.URL.String()))
	if c.settings.debug {
		log.Printf("%s %s%s %d ms%s", request.Method, path, came, took.Milliseconds(), end)
	}
	if isLogged {
		logger.LogAttrs(ctx, slog.LevelDebug, message, append([]slog.Attr{
			slog.String("operation", c.op.id), slog.String("route", c.op.path), slog.String("method", request.Method),
			slog.String("path", path), slog.Duration("took", took),
		}, more...)...)
	}
}
