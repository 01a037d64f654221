package sdk

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Decimal is a number that keeps its digits, sent as text.
type Decimal string

// Date is a day without a time.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day of a moment, where that moment is.
func DateOf(moment time.Time) Date {
	year, month, day := moment.Date()
	return Date{year, month, day}
}

// ParseDate reads a day as 2026-01-31.
func ParseDate(text string) (Date, error) {
	moment, err := time.Parse(time.DateOnly, text)
	return DateOf(moment), err
}

// Time is the moment the day begins somewhere.
func (d Date) Time(where *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, where)
}

// String writes the day as 2026-01-31.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day) }

// MarshalJSON implements json.Marshaler.
func (d Date) MarshalJSON() ([]byte, error) { return json.Marshal(d.String()) }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Date) UnmarshalJSON(data []byte) error {
	var text string
	err := json.Unmarshal(data, &text)
	if err == nil {
		*d, err = ParseDate(text)
	}
	return err
}

// parseTime reads a moment; a space in the place of the T is common.
func parseTime(text string) (time.Time, error) {
	if len(text) > 10 && (text[10] == ' ' || text[10] == 't') {
		text = text[:10] + "T" + text[11:]
	}
	return time.Parse(time.RFC3339Nano, strings.ToUpper(text))
}

// UnknownMember is a value that is none of the types its union knows.
type UnknownMember struct {
	// Data is its JSON.
	Data json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (m *UnknownMember) MarshalJSON() ([]byte, error) { return m.Data, nil }

// Rest is what a model holds besides its fields.
type Rest[T any] struct {
	// Extra are properties that the API does not name.
	Extra map[string]T

	unread map[string]json.RawMessage // values that did not fit their fields; nil for one that was missing
	whole  json.RawMessage            // a value that is no object
}

// rest is what the codec sees of a Rest.
type rest interface {
	keepExtra(name string, raw []byte)
	keepUnread(name string, raw []byte)
	keepWhole(raw []byte)
	raw(name string) (json.RawMessage, bool)
	wholeRaw() json.RawMessage
	extras() map[string]any
}

func (r *Rest[T]) keepExtra(name string, raw []byte) {
	var value T
	if decodeValid(raw, &value) != nil {
		r.keepUnread(name, raw)
		return
	}
	if r.Extra == nil {
		r.Extra = map[string]T{}
	}
	r.Extra[name] = value
}

func (r *Rest[T]) keepUnread(name string, raw []byte) {
	if r.unread == nil {
		r.unread = map[string]json.RawMessage{}
	}
	if raw != nil {
		raw = append([]byte(nil), raw...)
	}
	r.unread[name] = raw
}

func (r *Rest[T]) keepWhole(raw []byte) { r.whole = append([]byte(nil), raw...) }

func (r *Rest[T]) raw(name string) (json.RawMessage, bool) {
	raw, ok := r.unread[name]
	return raw, ok
}

func (r *Rest[T]) wholeRaw() json.RawMessage { return r.whole }

func (r *Rest[T]) extras() map[string]any {
	all := make(map[string]any, len(r.Extra))
	for name, value := range r.Extra {
		all[name] = value
	}
	return all
}
