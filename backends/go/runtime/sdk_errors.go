package sdk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// MissingBodyError says that the request body is required and was not given; nothing was sent.
type MissingBodyError struct {
	Operation string
	// Zero says that the body's fields are arguments, and that all are zero.
	Zero bool
}

// Error implements error.
func (e *MissingBodyError) Error() string {
	if e.Zero {
		return e.Operation + ": the request body is required, and all its fields are zero: WithBody sends one that is"
	}
	return e.Operation + ": the request body is required"
}

// ArgumentError says that an argument is missing or cannot be sent; nothing was sent.
type ArgumentError struct{ Name, Reason string }

// Error implements error.
func (e *ArgumentError) Error() string { return "the argument " + e.Name + " " + e.Reason }

// ConfigurationError says that the client lacks a setting that a request needs, such as a base URL.
type ConfigurationError struct{ Reason string }

// Error implements error.
func (e *ConfigurationError) Error() string { return e.Reason }

// MissingCredentialsError says that an operation needs credentials and the client has none; nothing was sent.
type MissingCredentialsError struct {
	// Method and Path are those of the request.
	Method, Path string
	// Options are the ways to give them: an option of the client, and its environment variables. One list is enough.
	Options [][]string
}

// Error implements error.
func (e *MissingCredentialsError) Error() string {
	listed := make([]string, len(e.Options))
	for i, options := range e.Options {
		listed[i] = strings.Join(options, " and ")
	}
	return fmt.Sprintf("no credentials for %s %s: give %s", e.Method, e.Path, strings.Join(listed, "; or "))
}

// ConnectionError says that the server could not be reached, or closed the connection before it answered.
type ConnectionError struct {
	// Err is the cause.
	Err error
	// Method and Path are those of the request.
	Method, Path string
	// Origin is that of the request: scheme, host and port.
	Origin string
	// Unsent says that certainly nothing was sent, since there was no connection.
	Unsent bool

	hide hiding
}

// Error implements error.
func (e *ConnectionError) Error() string {
	asked, from := "", ""
	if e.Method != "" {
		asked = e.Method + " " + e.Path + ": "
	}
	if e.Origin != "" {
		from = " from " + e.Origin
	}
	if _, isLate := e.Err.(*lateError); isLate {
		return e.hide.shown(asked + e.Err.Error())
	}
	return e.hide.shown(fmt.Sprintf("%sno answer%s: %v", asked, from, e.Err))
}

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// Timeout tells whether the server did not answer in time.
func (e *ConnectionError) Timeout() bool {
	var timed interface{ Timeout() bool }
	return errors.As(e.Err, &timed) && timed.Timeout()
}

// hiding removes the credentials of a request from a text; nil: there are none. Errors have it and not the credentials,
// which would show where one is printed as a struct.
type hiding func(string) string

// shown is a text as messages show it: without credentials, and with escapes for what cannot be seen.
func (h hiding) shown(text string) string {
	if h != nil {
		text = h(text)
	}
	return visible(text)
}

// visible escapes characters that control a terminal or the direction of text.
func visible(text string) string {
	if strings.IndexFunc(text, isUnseen) < 0 {
		return text
	}
	var out strings.Builder
	for _, char := range text {
		if isUnseen(char) {
			fmt.Fprintf(&out, "\\u%04x", char)
		} else {
			out.WriteRune(char)
		}
	}
	return out.String()
}

func isUnseen(char rune) bool {
	if char < 0x80 {
		return char < '\t' || char > '\r' && char < ' ' || char == 0x7f
	}
	return char < 0xa0 || unicode.Is(unicode.Bidi_Control, char)
}

// lateError says that a time limit was exceeded.
type lateError struct{ limit time.Duration }

// Error implements error.
func (e *lateError) Error() string {
	return fmt.Sprintf("no answer within %s s", strconv.FormatFloat(e.limit.Seconds(), 'g', 6, 64))
}

// Timeout is true.
func (e *lateError) Timeout() bool { return true }

// Unwrap returns context.DeadlineExceeded.
func (e *lateError) Unwrap() error { return context.DeadlineExceeded }

// PaginationError says that the server's next page was already read, or cannot be requested.
type PaginationError struct{ Next, Reason string }

// Error implements error.
func (e *PaginationError) Error() string {
	return fmt.Sprintf("the server's next page %q %s", e.Next, e.Reason)
}

// APIError is an error response of the server. In it, [errors.As] also finds the type of its status ([NotFoundError])
// and [ErrorOf] of its declared body.
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Header are the response's headers.
	Header http.Header
	// Body is the body as it came.
	Body []byte
	// Value is the body as its declared type, else its JSON, else nil.
	Value any
	// Message is the server's description of the error.
	Message string
	// RetryAfter is how long the server asks to wait, if it does.
	RetryAfter time.Duration
	// CutAfter is the limit of [WithMaxResponseBytes] if the body was longer: Body is then its beginning; else 0.
	CutAfter int64
	// Method and Path are those of the request.
	Method, Path string

	kinds []error
	hide  hiding
}

// Error implements error.
func (e *APIError) Error() string {
	var notes []string
	if e.RetryAfter > 0 {
		notes = append(notes, fmt.Sprintf("retry after %d s", int64(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.CutAfter > 0 {
		notes = append(notes, fmt.Sprintf("body cut at the %d bytes of WithMaxResponseBytes", e.CutAfter))
	}
	return e.hide.shown(errorLine(e.Status, e.Method, e.Path, e.Message, e.Header, notes...))
}

// RequestID is the server's id of the request, if it sent one.
func (e *APIError) RequestID() string { return requestID(e.Header) }

func requestID(header http.Header) string {
	if id := header.Get("X-Request-Id"); id != "" {
		return id
	}
	return header.Get("Request-Id")
}

// errorLine is the message of an error response, the same in every language; it ends with the server's id of
// the request.
func errorLine(status int, method, path, said string, header http.Header, notes ...string) string {
	if id := requestID(header); id != "" {
		notes = append(notes, "request id "+id)
	}
	line := fmt.Sprintf("%d %s %s: %s", status, method, path, said)
	if len(notes) > 0 {
		line += " (" + strings.Join(notes, ", ") + ")"
	}
	return line
}

// withoutQuery is a URL without its query, which may hold a key, and its fragment.
func withoutQuery(target string) string {
	base, _, _ := strings.Cut(target, "?")
	base, _, _ = strings.Cut(base, "#")
	return base
}

// pathOf is the path of a URL, as messages show it.
func pathOf(target string) string {
	path := withoutQuery(target)
	if _, rest, found := strings.Cut(path, "://"); found {
		_, after, _ := strings.Cut(rest, "/")
		path = "/" + after
	}
	return path
}

// As implements the method for [errors.As]: it finds the APIError, the error of its status and that of its declared body,
// from each of them.
func (e *APIError) As(target any) bool {
	into := reflect.ValueOf(target).Elem()
	for _, found := range append([]error{e}, e.kinds...) {
		if v := reflect.ValueOf(found); v.Type().AssignableTo(into.Type()) {
			into.Set(v)
			return true
		}
	}
	return false
}

// ErrorOf is an API error whose body is of a declared type:
//
//	var failed *ErrorOf[Problem]
//	if errors.As(err, &failed) {
//		fmt.Println(failed.Status, failed.Value)
//	}
type ErrorOf[T any] struct {
	*APIError
	// Value is the body.
	Value T
}

// DecodeError says that a successful response cannot be read: its body is broken, is not JSON, does not fit the result
// at all, or is longer than [WithMaxResponseBytes] allows; with [WithResponseValidation], also that it violates its
// schema.
type DecodeError struct {
	// Status is the HTTP status.
	Status int
	// Header are the response's headers.
	Header http.Header
	// Body is the body as it came.
	Body []byte
	// Err is the cause.
	Err error
	// Method and Path are those of the request.
	Method, Path string
	// Violations are all violations of its schema ([WithResponseValidation]).
	Violations []Violation

	hide hiding
}

// Error implements error.
func (e *DecodeError) Error() string {
	return e.hide.shown(errorLine(e.Status, e.Method, e.Path, e.Err.Error(), e.Header))
}

// Unwrap returns the cause.
func (e *DecodeError) Unwrap() error { return e.Err }

// BadRequestError is an API error with status 400: the server does not understand the request.
type BadRequestError struct{ *APIError }

// AuthenticationError is an API error with status 401: credentials are missing or wrong.
type AuthenticationError struct{ *APIError }

// PermissionDeniedError is an API error with status 403: the credentials do not allow this.
type PermissionDeniedError struct{ *APIError }

// NotFoundError is an API error with status 404: the resource does not exist.
type NotFoundError struct{ *APIError }

// ConflictError is an API error with status 409: the request conflicts with the current state.
type ConflictError struct{ *APIError }

// GoneError is an API error with status 410: the resource no longer exists.
type GoneError struct{ *APIError }

// NotModifiedError is an API error with status 304: the caller's copy is still current. Calls with If-None-Match or
// If-Modified-Since return it.
type NotModifiedError struct{ *APIError }

// UnprocessableEntityError is an API error with status 422: the request is well-formed but its content is not valid.
type UnprocessableEntityError struct{ *APIError }

// RateLimitError is an API error with status 429: too many requests.
type RateLimitError struct{ *APIError }

// ServerError is an API error with a status from 500 on: the server failed.
type ServerError struct{ *APIError }

// statusError makes the error of a status that has a type of its own; nil for others.
func statusError(base *APIError) error {
	switch base.Status {
	case http.StatusNotModified:
		return &NotModifiedError{base}
	case http.StatusBadRequest:
		return &BadRequestError{base}
	case http.StatusUnauthorized:
		return &AuthenticationError{base}
	case http.StatusForbidden:
		return &PermissionDeniedError{base}
	case http.StatusNotFound:
		return &NotFoundError{base}
	case http.StatusConflict:
		return &ConflictError{base}
	case http.StatusGone:
		return &GoneError{base}
	case http.StatusUnprocessableEntity:
		return &UnprocessableEntityError{base}
	case http.StatusTooManyRequests:
		return &RateLimitError{base}
	}
	if base.Status >= 500 {
		return &ServerError{base}
	}
	return nil
}
