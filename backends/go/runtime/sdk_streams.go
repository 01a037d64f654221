package sdk

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
)

// Stream is values as the server sends them: server-sent events or lines of JSON. Walk it once; close it to stop early.
type Stream[T any] struct {
	// Response is the response; its body is the stream's.
	Response *http.Response
	// LastEventID is the id of the last event that had one.
	LastEventID string

	reader *reader
	cancel context.CancelFunc
}

// doStream makes a call whose answer is read value by value.
func doStream[T any](ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (*Stream[T], error) {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	got, err := exchange(ctx, made, true)
	if err != nil {
		return nil, err
	}
	read := op.success(got)
	if read == nil || !streams(read.kind, mediaTypeOf(got.header)) {
		_ = got.response.Body.Close() // nothing of it is wanted
		got.cancel()
		return nil, &DecodeError{got.status, got.header, nil, fmt.Errorf("it is no stream")}
	}
	return &Stream[T]{Response: got.response, reader: read, cancel: got.cancel}, nil
}

// streams tells whether a body can be read as a stream. A document in place of events would read as no events at all.
func streams(kind, mediaType string) bool {
	return kind == "jsonl" || (kind == "sse" && !isJSON(mediaType) && mediaType != "text/html")
}

// doDownload makes a call whose answer is read by the caller.
func doDownload(ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (io.ReadCloser, error) {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	got, err := exchange(ctx, made, true)
	if err != nil {
		return nil, err
	}
	return &unread{got.response.Body, got.cancel}, nil
}

// unread is a body that ends its request's context when it is closed.
type unread struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Read implements io.Reader.
func (u *unread) Read(into []byte) (int, error) {
	count, err := u.ReadCloser.Read(into)
	if err != nil && err != io.EOF {
		err = &ConnectionError{err}
	}
	return count, err
}

// Close lets the connection go.
func (u *unread) Close() error {
	defer u.cancel()
	return u.ReadCloser.Close()
}

// Close lets the connection go.
func (s *Stream[T]) Close() error {
	defer s.cancel()
	return s.Response.Body.Close()
}

// All walks the values and closes the stream.
func (s *Stream[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer s.Close()
		more := true
		for line, err := range linesOf(s.Response.Body, s.reader.kind) {
			if !more {
				return
			}
			if err != nil {
				var none T
				yield(none, &ConnectionError{err})
				return
			}
			if line.id != nil {
				s.LastEventID = *line.id
			}
			if s.reader.sentinel != "" && line.data == s.reader.sentinel {
				return
			}
			more = s.give(line.data, yield)
		}
	}
}

func (s *Stream[T]) give(data string, yield func(T, error) bool) bool {
	var value T
	if s.reader.plain {
		err := assign(&value, data)
		return yield(value, err)
	}
	if err := decode([]byte(data), &value); err != nil {
		failure := fmt.Errorf("a value of the stream: %w", err)
		yield(value, &DecodeError{s.Response.StatusCode, s.Response.Header, []byte(data), failure})
		return false
	}
	return yield(value, nil)
}

// event is one value of a stream, before it is decoded.
type event struct {
	data string
	id   *string
}

// linesOf reads events, or lines that are not blank.
func linesOf(body io.Reader, kind string) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, 1<<30)
		lines.Split(splitLines)
		var gathered []string
		var id *string
		give := func() bool {
			made := event{strings.Join(gathered, "\n"), id}
			had := len(gathered) > 0
			gathered = nil
			return !had || yield(made, nil)
		}
		for first := true; lines.Scan(); first = false {
			line := lines.Text()
			if first {
				line = strings.TrimPrefix(line, "\uFEFF")
			}
			name, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case kind == "jsonl":
				if strings.TrimSpace(line) != "" && !yield(event{data: line}, nil) {
					return
				}
			case line == "":
				if !give() {
					return
				}
			case name == "data":
				gathered = append(gathered, value)
			case name == "id" && !strings.Contains(value, "\x00"):
				id = &value
			}
		}
		if err := lines.Err(); err != nil {
			yield(event{}, err)
			return
		}
		give()
	}
}

// splitLines splits at LF, CR and CRLF.
func splitLines(data []byte, atEOF bool) (int, []byte, error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case end < 0:
		return 0, nil, nil
	case data[end] == '\n':
		return end + 1, data[:end], nil
	case end+1 < len(data) && data[end+1] == '\n':
		return end + 2, data[:end], nil
	case end+1 < len(data) || atEOF:
		return end + 1, data[:end], nil
	}
	return 0, nil, nil // a CR at the end may be the first half of a CRLF
}
