package sdk

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Hooks are functions that are called for every attempt of every request, redirects included, but not for token
// requests. [OperationOf] tells which operation a request belongs to.
type Hooks struct {
	// BeforeRequest takes a request before it is sent, and may change its headers. Its error ends the call.
	BeforeRequest func(request *http.Request) error
	// AfterResponse takes a response, whose body is not read yet and must not be read by the hook.
	AfterResponse func(request *http.Request, response *http.Response)
	// OnError takes the error if there was no response, or its body was lost.
	OnError func(request *http.Request, err error)
	// OnInvalidResponse takes what is wrong with a successful response, after AfterResponse, if [WithResponseValidation]
	// asks for reports.
	OnInvalidResponse func(invalid InvalidResponse)
}

// OperationInfo is an operation of the API.
type OperationInfo struct {
	// ID is its operationId, else the name of its method; empty for a [Request].
	ID string
	// Route is its path in the API's document, with parameters in braces: the url.template of OpenTelemetry.
	Route string
}

// OperationOf returns the operation of a request, from its context: in [Hooks] and in an [http.RoundTripper].
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

// failed reports a request without a response.
func (c *call) failed(request *http.Request, err error, started time.Time) {
	why := err
	if lost, ok := err.(*ConnectionError); ok {
		why = &ConnectionError{Err: lost.Err, Origin: lost.Origin} // without the beginning of the message
	}
	told := hiding(c.hidden).shown(why.Error())
	c.note(request, started, ": "+told+", after", "", "no response", slog.String("error", told))
	for _, hooks := range c.settings.hooks {
		if hooks.OnError != nil {
			hooks.OnError(request, err)
		}
	}
}

// answered reports a request and its response.
func (c *call) answered(request *http.Request, response *http.Response, started time.Time) {
	end, id := "", hiding(c.hidden).shown(requestID(response.Header))
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

// note logs the result of an attempt; with <PREFIX>_LOG=debug, as a line. It has no query, header or body,
// which may hold secrets.
func (c *call) note(request *http.Request, started time.Time, came, end, message string, more ...slog.Attr) {
	ctx, logger := request.Context(), c.settings.log()
	isLogged := logger.Enabled(ctx, slog.LevelDebug)
	if !isLogged && !c.settings.debug {
		return
	}
	took, path := time.Since(started), hiding(c.hidden).shown(pathOf(request.URL.String()))
	if c.settings.debug {
		log.Printf("%s %s%s %d ms%s", request.Method, path, came, took.Milliseconds(), end)
	}
	if isLogged {
		logger.LogAttrs(context.WithoutCancel(ctx), slog.LevelDebug, message, append([]slog.Attr{
			slog.String("operation", c.op.id), slog.String("route", c.op.path), slog.String("method", request.Method),
			slog.String("path", path), slog.Duration("took", took),
		}, more...)...)
	}
}
