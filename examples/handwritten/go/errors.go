package traintravel

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// MissingBodyError says that the request body is required and was not given; nothing was sent.
type MissingBodyError struct{ Operation string }

func (e *MissingBodyError) Error() string { return e.Operation + ": the request body is required" }

// ArgumentError says that an argument cannot be sent; nothing was.
type ArgumentError struct{ Name, Reason string }

func (e *ArgumentError) Error() string { return "argument " + e.Name + ": " + e.Reason }

// PaginationError says that the next page would be the same page again.
type PaginationError struct{ Next string }

func (e *PaginationError) Error() string { return "the next page is the page that named it: " + e.Next }

// DecodeError says that the server answered something that the document does not declare.
type DecodeError struct {
	ContentType string
	Body        []byte
	Err         error
}

func (e *DecodeError) Error() string { return fmt.Sprintf("cannot read %q: %v", e.ContentType, e.Err) }
func (e *DecodeError) Unwrap() error { return e.Err }

// APIError is an error that the server answered. Errors with a schema of their own wrap it.
type APIError struct {
	Status int
	Header http.Header
	Body   []byte
	Problem
}

func (e *APIError) Error() string {
	if detail, ok := e.Detail.Get(); ok {
		return fmt.Sprintf("%d: %s", e.Status, detail)
	}
	return fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
}

// RequestID is the server's name for the request.
func (e *APIError) RequestID() string { return e.Header.Get("X-Request-Id") }

// NotFoundError is an APIError with status 404.
type NotFoundError struct{ *APIError }

func (e *NotFoundError) Unwrap() error { return e.APIError }

// SoldOutError is answered with status 409 when no seat is left.
type SoldOutError struct {
	*APIError
	SoldOut SoldOut
}

func (e *SoldOutError) Unwrap() error { return e.APIError }

func errorOf(response *http.Response, body []byte) error {
	base := &APIError{Status: response.StatusCode, Header: response.Header, Body: body}
	_ = decode(body, &base.Problem) // an error without a readable body is still an error
	switch response.StatusCode {
	case http.StatusNotFound:
		return &NotFoundError{base}
	case http.StatusConflict:
		conflict := &SoldOutError{APIError: base}
		_ = decode(body, &conflict.SoldOut)
		return conflict
	}
	return base
}

// decode reads JSON; a value of another type than declared leaves its field empty and is no error (D11.1).
func decode(data []byte, into any) error {
	var mismatch *json.UnmarshalTypeError
	if err := json.Unmarshal(data, into); err != nil && !errors.As(err, &mismatch) {
		return err
	}
	return nil
}
