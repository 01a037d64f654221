package sdk

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"
)

// event is one value of a stream, before it is decoded.
type event struct {
	data []byte // until the next event is read
	name string // message, where the server names none
}

// events reads the values of a stream: server-sent events as the HTML standard has them, or lines that are not blank.
type events struct {
	lines    *bufio.Scanner
	kind     string
	begun    bool
	sentinel string // where there is one, what the end of the stream cuts off is no event but this

	data, id []byte
	hasData  bool
	name     string

	lastID string         // of the last event that came whole
	named  bool           // there was an id, so that an empty one takes it back
	retry  *time.Duration // that the server wants to pass before it is called again; nil: it said nothing
}

func newEvents(body io.Reader, kind string, after *events) *events {
	whole := &ending{Reader: body}
	made := &events{lines: bufio.NewScanner(whole), kind: kind}
	if after != nil {
		made.lastID, made.named, made.retry = after.lastID, after.named, after.retry
		made.id = []byte(after.lastID)
	}
	made.lines.Buffer(nil, 1<<30)
	made.lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		return splitLines(data, atEOF && whole.err == io.EOF) // what a lost connection cuts off is no line
	})
	return made
}

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

// next reads a value; io.EOF where none is left.
func (e *events) next() (event, error) {
	e.data, e.hasData = e.data[:0], false
	for e.lines.Scan() {
		line := e.lines.Bytes()
		if !e.begun {
			e.begun = true
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if e.kind == "jsonl" {
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
	if e.sentinel == "" || string(e.data) == e.sentinel {
		if made, ok := e.complete(); ok {
			return made, nil
		}
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
		if err == nil || errors.Is(err, strconv.ErrRange) { // then it is the largest
			pause := time.Duration(wait) * time.Millisecond
			e.retry = &pause
		}
	}
}

// complete ends an event; one without data is none, but its id counts.
func (e *events) complete() (event, bool) {
	made := event{e.data, e.name}
	if made.name == "" {
		made.name = "message"
	}
	e.name = ""
	if e.lastID != string(e.id) {
		e.lastID, e.named = string(e.id), true
	}
	return made, e.hasData
}

// splitLines splits at LF, CR and CRLF.
func splitLines(data []byte, atEOF bool) (int, []byte, error) {
	end := bytes.IndexByte(data, '\n')
	line := data
	if end >= 0 {
		line = data[:end]
	}
	if cr := bytes.IndexByte(line, '\r'); cr >= 0 && cr != end-1 {
		end = cr
	} else if cr >= 0 {
		return end + 1, data[:cr], nil
	}
	switch {
	case end < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case end < 0:
		return 0, nil, nil
	case data[end] == '\n' || end+1 < len(data) || atEOF:
		return end + 1, data[:end], nil
	}
	return 0, nil, nil // a CR at the end may be the first half of a CRLF
}
