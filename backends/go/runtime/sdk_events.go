package sdk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"time"
)

// event is one value of a stream, before it is decoded.
type event struct {
	data []byte // until the next event is read
	name string // "message" if the server names none
}

// eventData is the type of the data of events with a name; without a name, of all others.
type eventData struct {
	name  string
	as    any // its type among those of the stream, as a nil pointer to it; nil: that of the stream
	plain bool
}

// data finds the type of an event's data; nil for an unknown event.
func (r *reader) data(name string) *eventData {
	if r.events == nil {
		return &eventData{plain: r.plain}
	}
	var other *eventData
	for i := range r.events {
		switch known := &r.events[i]; known.name {
		case name:
			return known
		case "":
			other = known
		}
	}
	return other
}

// ends tells whether an event ends the stream, and is not one of its values.
func (r *reader) ends(item event) bool {
	if r.sentinel != "" && string(item.data) == r.sentinel {
		return true
	}
	if !r.done || string(item.data) != "[DONE]" {
		return false
	}
	known := r.data(item.name)
	return known == nil || !known.plain
}

// keepData reads the data of an unknown event as far as possible; for a union, as its unknown member.
func keepData(data []byte, into any) {
	if !json.Valid(data) {
		data, _ = json.Marshal(string(data))
	}
	place := reflect.ValueOf(into).Elem()
	if kept := reflect.ValueOf(&UnknownMember{Data: bytes.Clone(data)}); place.Kind() == reflect.Interface && place.NumMethod() > 0 && kept.Type().AssignableTo(place.Type()) {
		place.Set(kept)
		return
	}
	_ = decode(data, into) // another type is its zero value, as null is
}

// events reads the values of a stream: server-sent events as in the HTML standard, or lines that are not blank.
type events struct {
	lines *bufio.Scanner
	kind  string
	begun bool
	cut   bool // the last line is incomplete
	most  int  // bytes of the lines of a value; 0: no limit
	size  int  // bytes of the lines since the last value

	data, id []byte
	hasData  bool
	name     string

	lastID string         // of the last complete event
	named  bool           // there was an id, so that an empty one resets it
	retry  *time.Duration // reconnection time that the server asks for; nil: none
}

func newEvents(body io.Reader, kind string, most int64, after *events) *events {
	whole := &ending{Reader: body}
	made := &events{lines: bufio.NewScanner(whole), kind: kind, most: int(min(most, math.MaxInt))}
	if after != nil {
		made.lastID, made.named, made.retry = after.lastID, after.named, after.retry
		made.id = []byte(after.lastID)
	}
	made.lines.Buffer(nil, 1<<30)
	seen := 0     // how much of an incomplete line was scanned: it may be an image
	half := false // the last line ended in a CR: an LF that follows belongs to it
	made.lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if half && len(data) > 0 {
			half = false
			if data[0] == '\n' {
				return 1, nil, nil
			}
		}
		next, line := splitLine(data, seen)
		seen = len(data)
		if next == 0 && atEOF && len(data) > 0 && whole.err == io.EOF { // a cut off line does not count
			next, line, made.cut = len(data), data, true
		}
		if made.most > 0 && !made.fits(data, next, line) {
			return 0, nil, errTooLong
		}
		if next > 0 {
			seen, half = 0, next == len(data) && data[next-1] == '\r' && !made.cut
		}
		return next, line, nil
	})
	return made
}

// fits counts the bytes of a value's lines, and tells whether they are allowed; next is 0 if a line is incomplete.
func (e *events) fits(data []byte, next int, line []byte) bool {
	if next == 0 {
		return e.size+len(data) <= e.most
	}
	e.size += len(line) + 1
	fits := e.size <= e.most
	if e.kind == "jsonl" || len(line) == 0 {
		e.size = 0
	}
	return fits
}

// errTooLong says that a value has more bytes than the caller allows.
var errTooLong = errors.New("a value of the stream is too long")

// errBroken says that a connection ended before the stream did.
var errBroken = errors.New("the stream broke off: the connection ended before its last event or line was whole")

// ending remembers how a body ended.
type ending struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (e *ending) Read(into []byte) (count int, err error) {
	count, e.err = e.Reader.Read(into)
	return count, e.err
}

// next reads a value; io.EOF after the last, errBroken with the beginning of an incomplete one.
func (e *events) next() (event, error) {
	e.data, e.hasData = e.data[:0], false
	for e.lines.Scan() {
		line := e.lines.Bytes()
		if !e.begun {
			e.begun = true
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if e.kind == "jsonl" {
			line = bytes.TrimLeft(line, record)
			if e.cut && !json.Valid(line) && len(bytes.TrimSpace(line)) > 0 {
				return event{data: line}, errBroken
			}
			if len(bytes.TrimSpace(line)) > 0 {
				return event{data: line}, nil
			}
			continue
		}
		if len(line) > 0 {
			e.field(line)
		} else if made, ok := e.complete(); ok {
			return made, nil
		}
	}
	if err := e.lines.Err(); err != nil {
		return event{}, err
	}
	if e.hasData {
		return e.pending(), errBroken
	}
	return event{}, io.EOF
}

func (e *events) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		if e.hasData {
			e.data = append(e.data, '\n')
		}
		e.data, e.hasData = append(e.data, value...), true
	case "event":
		e.name = string(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			e.id = append(e.id[:0], value...)
		}
	case "retry":
		wait, err := strconv.ParseUint(string(value), 10, 40)
		if err == nil || errors.Is(err, strconv.ErrRange) { // out of range: it is the largest
			pause := time.Duration(wait) * time.Millisecond
			e.retry = &pause
		}
	}
}

// complete ends an event; one without data is not dispatched, but its id counts.
func (e *events) complete() (event, bool) {
	made := e.pending()
	e.name = ""
	if e.lastID != string(e.id) {
		e.lastID, e.named = string(e.id), true
	}
	return made, e.hasData
}

// pending is the incomplete event.
func (e *events) pending() event {
	made := event{e.data, e.name}
	if made.name == "" {
		made.name = "message"
	}
	return made
}

// splitLine splits at LF, CR and CRLF; the data was scanned up to an offset. 0, nil: the line is incomplete.
func splitLine(data []byte, from int) (int, []byte) {
	end := bytes.IndexAny(data[from:], "\r\n")
	if end < 0 {
		return 0, nil
	}
	end += from
	if bytes.HasPrefix(data[end:], []byte("\r\n")) {
		return end + 2, data[:end]
	}
	return end + 1, data[:end]
}
