package sdk

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// Stream is values as the server sends them: server-sent events or lines of JSON. Iterate once; close it to stop early.
type Stream[T any] struct {
	// Response is the response; its body is the stream's. [WithReconnect] may bring another one.
	Response *http.Response
	// Event is the name of the last value's event; "message" if it has none.
	Event string
	// LastEventID is the id of the last event that had one.
	LastEventID string
	// RetryAfter is the reconnection time that the server asks for, if it sent one.
	RetryAfter time.Duration

	state streamState
}

// streamState is the state of a stream, independent of its type.
type streamState struct {
	ctx    context.Context
	stop   context.CancelFunc
	call   *call
	reader *reader
	events *events

	declared string // the status in the API's document
	left     int    // how often the stream may be resumed before a value arrives
	letGo    context.CancelFunc

	lock     sync.Mutex
	response *http.Response
}

// doStream makes a call whose response is read value by value.
func doStream[T any](ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (*Stream[T], error) {
	made := &Stream[T]{}
	var err error
	if made.Response, err = made.state.begin(ctx, s.with(options), op, values, bodyValue); err != nil {
		return nil, err
	}
	return made, nil
}

func (s *streamState) begin(ctx context.Context, with *settings, op *operation, values []any, bodyValue any) (*http.Response, error) {
	made, err := prepare(with, op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	s.call, s.left = made, with.reconnect
	s.ctx, s.stop = context.WithCancel(ctx)
	response, err := s.open()
	if err != nil {
		s.stop()
	}
	return response, err
}

// open sends the request, or sends it again; nil, nil if the stream has ended.
func (s *streamState) open() (*http.Response, error) {
	got, err := exchange(s.ctx, s.call, true)
	if err != nil {
		return nil, err
	}
	if s.events != nil && got.status == http.StatusNoContent {
		_ = got.response.Body.Close() // it is empty
		return nil, nil
	}
	declared, read := s.call.op.success(got)
	if read == nil || !streams(read.kind, mediaTypeOf(got.header)) {
		_ = got.response.Body.Close() // the body is not needed
		err := fmt.Errorf("the response is not a stream (%s)", typeOf(got.header))
		return nil, s.call.unreadable(got.response, nil, err)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.reader, s.declared, s.response, s.letGo = read, declared.status, got.response, got.cancel
	s.events = newEvents(got.response.Body, read.kind, s.call.settings.most, s.events)
	return got.response, nil
}

// again resumes an interrupted stream: after the time that the server asks for, else the first pause of the policy.
// nil, nil: it has ended.
func (s *streamState) again(cause error) (*http.Response, error) {
	policy := s.call.settings.policyOf(s.call.op)
	wait := policy.Initial
	if s.events.retry != nil {
		wait = *s.events.retry
	}
	ended := cause == nil && (s.reader.sentinel == "" || s.response.StatusCode == http.StatusNoContent)
	final := ended || s.reader.kind != "sse" || wait > policy.Budget || !s.call.request.again()
	for !final && s.left > 0 && s.ctx.Err() == nil {
		s.left--
		s.letGo()
		s.call.settings.log().DebugContext(s.ctx, "resuming the stream", "operation", s.call.op.id, "wait", wait)
		if err := sleep(s.ctx, wait); err != nil {
			return nil, s.call.lost(err)
		}
		if s.events.named {
			s.call.request.header = s.call.request.header.Clone()
			setHeaders(s.call.request.header, http.Header{"Last-Event-Id": {s.events.lastID}})
		}
		response, err := s.open()
		if !isConnection(err) {
			return response, err
		}
		cause = err
	}
	return nil, cause
}

// streams tells whether a body can be read as a stream. A document in place of events would read as a stream without
// any.
func streams(kind, mediaType string) bool {
	return kind == "jsonl" || (kind == "sse" && !isJSON(mediaType) && mediaType != "text/html")
}

// doDownload makes a call whose response is read by the caller.
func doDownload(ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (io.ReadCloser, error) {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return nil, err
	}
	got, err := exchange(ctx, made, true)
	if err != nil {
		return nil, err
	}
	return &unread{got.response.Body, made, got.cancel}, nil
}

// unread is a body that ends its request's context when it is closed.
type unread struct {
	io.ReadCloser
	of     *call
	cancel context.CancelFunc
}

// Read implements io.Reader.
func (u *unread) Read(into []byte) (int, error) {
	count, err := u.ReadCloser.Read(into)
	if err != nil && err != io.EOF {
		err = u.of.lost(err)
	}
	return count, err
}

// Close releases the connection.
func (u *unread) Close() error {
	defer u.cancel()
	return u.ReadCloser.Close()
}

// patient is a body with a time limit for its next bytes.
type patient struct {
	io.ReadCloser
	limit time.Duration
	timer *time.Timer
	late  atomic.Bool
}

// newPatient adds a time limit to a body; cancel ends a waiting read.
func newPatient(body io.ReadCloser, limit time.Duration, cancel context.CancelFunc) *patient {
	made := &patient{ReadCloser: body, limit: limit}
	made.timer = time.AfterFunc(limit, func() {
		made.late.Store(true)
		cancel()
	})
	made.timer.Stop()
	return made
}

// Read implements io.Reader.
func (p *patient) Read(into []byte) (int, error) {
	p.timer.Reset(p.limit)
	count, err := p.ReadCloser.Read(into)
	p.timer.Stop()
	if err != nil && err != io.EOF && p.late.Load() {
		err = &lateError{p.limit}
	}
	return count, err
}

// Close releases the connection.
func (s *Stream[T]) Close() error { return s.state.close() }

func (s *streamState) close() error {
	defer s.stop()
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.response.Body.Close()
}

// All iterates over the values and closes the stream.
func (s *Stream[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer s.Close()
		for {
			item, response, err := s.state.next()
			if response != nil {
				s.Response = response
			}
			s.LastEventID = s.state.events.lastID
			if wait := s.state.events.retry; wait != nil {
				s.RetryAfter = *wait
			}
			if err != nil {
				if err != io.EOF {
					var none T
					yield(none, err)
				}
				return
			}
			s.Event = item.name
			var value T
			err = s.state.read(item, &value)
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}

// next reads the event of the next value, and returns the response if it is another one; io.EOF at the end.
func (s *streamState) next() (item event, response *http.Response, err error) {
	for {
		item, err = s.events.next()
		if (err == nil || err == errBroken) && s.reader.kind == "sse" && s.reader.ends(item) {
			s.left = s.call.settings.reconnect
			return item, response, io.EOF
		}
		if err == nil {
			if known := s.reader.data(item.name); (known == nil || !known.plain) && len(bytes.TrimSpace(item.data)) == 0 {
				continue // a keep-alive of servers: neither JSON nor the end
			}
			s.left = s.call.settings.reconnect
			return item, response, err
		}
		if err == errTooLong {
			return item, response, s.call.tooLong(s.response, "a value of the stream", nil)
		}
		var lost error
		if err != io.EOF {
			lost = s.call.lost(err)
		}
		found, err := s.again(lost)
		if found == nil {
			if err == nil {
				err = io.EOF
			}
			return item, response, err
		}
		response = found
	}
}

// inspect checks the JSON of an event or a line, if that was asked for.
func (s *streamState) inspect(item event, known *eventData) error {
	inspect := s.call.settings.inspect
	if inspect == nil || known.plain || brokenJSON(item.data) != nil {
		return nil
	}
	return inspect(s.call, &inspected{"a value of the stream", s.declared, s.reader, item.name, s.response, bytes.Clone(item.data)})
}

func (s *streamState) read(item event, into any) error {
	if s.reader.kind == "sse" && !utf8.Valid(item.data) { // which events are decoded as, whatever comes
		item.data = []byte(wellFormed(string(item.data)))
	}
	data, known := item.data, s.reader.data(item.name)
	if known == nil {
		keepData(data, into)
		return nil
	}
	if err := s.inspect(item, known); err != nil {
		return err
	}
	if !known.plain && known.as != nil && string(bytes.TrimSpace(data)) == "null" {
		return nil // a union's nil
	}
	made := reflect.ValueOf(into)
	if known.as != nil {
		made = reflect.New(reflect.TypeOf(known.as).Elem())
	}
	if known.plain {
		if err := assign(made.Interface(), string(data)); err != nil {
			return err
		}
	} else if err := decode(data, made.Interface()); err != nil && string(bytes.TrimSpace(data)) != "null" {
		// null that is not allowed is the zero value
		if known.as != nil && brokenJSON(data) == nil {
			keepData(data, into) // a value that matches no member is the unknown member of a union
			return nil
		}
		failure := fmt.Errorf("a value of the stream is not JSON: %w", err)
		return s.call.unreadable(s.response, bytes.Clone(data), failure)
	}
	if known.as != nil {
		reflect.ValueOf(into).Elem().Set(made.Elem())
	}
	return nil
}
