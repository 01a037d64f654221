package sdk

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Decimal is a number that keeps its digits, sent as text.
type Decimal string

// Base64URL is bytes that are sent in URL-safe base64, without padding.
type Base64URL []byte

// MarshalText implements encoding.TextMarshaler.
func (b Base64URL) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText implements encoding.TextUnmarshaler. It reads all base64: URL-safe or not, padded or not.
func (b *Base64URL) UnmarshalText(text []byte) error {
	plain := strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(string(text), "=\r\n"))
	data, err := base64.RawURLEncoding.DecodeString(plain)
	if err == nil {
		*b = data
	}
	return err
}

// Date is a day without a time.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day of a time, in its time zone.
func DateOf(moment time.Time) Date {
	year, month, day := moment.Date()
	return Date{year, month, day}
}

// ParseDate reads a day as 2026-01-31.
func ParseDate(text string) (Date, error) {
	moment, err := time.Parse(time.DateOnly, text)
	return DateOf(moment), err
}

// Time is the start of the day in a time zone.
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

const timeWithoutZone = "2006-01-02T15:04:05.999999999"

// nowhere is the zone of times that came without one: they are read as UTC, and written as they came.
var nowhere = time.FixedZone("", 0)

// parseTime reads a time; a space in place of the T is common.
func parseTime(given string) (time.Time, error) {
	text := given
	if len(text) > 10 && (text[10] == ' ' || text[10] == 't') {
		text = text[:10] + "T" + text[11:]
	}
	moment, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	if err != nil {
		if local, failure := time.ParseInLocation(timeWithoutZone, given, nowhere); failure == nil {
			return local, nil
		}
	}
	return moment, err
}

func timeText(moment time.Time) string {
	if moment.Location() == nowhere {
		return moment.Format(timeWithoutZone)
	}
	return moment.Format(time.RFC3339Nano)
}

// UnknownMember is a value that matches no known type of its union.
type UnknownMember struct {
	// Data is its JSON.
	Data json.RawMessage
	// Tag is the received discriminator, as text: empty if there is none. When the value is sent, only Data counts.
	Tag string
}

// MarshalJSON implements json.Marshaler.
func (m *UnknownMember) MarshalJSON() ([]byte, error) { return m.Data, nil }

// String is its JSON.
func (m *UnknownMember) String() string {
	if m == nil {
		return "<nil>"
	}
	return string(m.Data)
}

func (m *UnknownMember) tree() any {
	if m == nil {
		return nil
	}
	return parseTree(m.Data)
}

// Rest is what a model holds besides its fields. It has no methods: every model would have to repeat them.
type Rest[T any] struct {
	// Extra are properties that the API does not declare.
	Extra Extras[T]
	// Unread is the JSON that did not fit and is sent back as it came; nil if everything fitted.
	Unread *Unread
}

// Unread is the JSON of a model that is not as declared.
type Unread struct {
	// Fields are values of another type than their field; nil for a required one that is missing.
	Fields map[string]json.RawMessage
	// Whole is a value that is not an object.
	Whole json.RawMessage
}

var typeUnread = reflect.TypeFor[*Unread]()

// rest is a Rest of any type.
type rest struct{ extra, unread reflect.Value }

func restIn(model reflect.Value, index int) rest {
	v := model.Field(index)
	return rest{v.Field(0), v.Field(1)}
}

func isRest(field reflect.StructField) bool {
	of := field.Type
	return field.Anonymous && of.Kind() == reflect.Struct && of.NumField() == 2 && of.Field(1).Type == typeUnread
}

// kept is the JSON that did not fit; nil if everything fitted.
func (r rest) kept() *Unread { return r.unread.Interface().(*Unread) }

func (r rest) keep() *Unread {
	if r.unread.IsNil() {
		r.unread.Set(reflect.ValueOf(&Unread{}))
	}
	return r.kept()
}

// keepExtra keeps the value at an offset, and returns where it ends.
func (r rest) keepExtra(name string, data []byte, at int) int {
	end, err := r.reader().keep(name, data, at)
	if err != nil {
		r.keepUnread(name, data[at:end])
	}
	return end
}

func (r rest) reader() undeclaredReader { return r.extra.Addr().Interface().(undeclaredReader) }

func (r rest) keepUnread(name string, raw []byte) {
	kept := r.keep()
	if kept.Fields == nil {
		kept.Fields = map[string]json.RawMessage{}
	}
	kept.Fields[name] = append(json.RawMessage(nil), raw...)
}

func (r rest) keepWhole(raw []byte) { r.keep().Whole = append(json.RawMessage(nil), raw...) }

func (r rest) raw(name string) (json.RawMessage, bool) {
	if kept := r.kept(); kept != nil {
		raw, ok := kept.Fields[name]
		return raw, ok
	}
	return nil, false
}

func (r rest) whole() json.RawMessage {
	if kept := r.kept(); kept != nil {
		return kept.Whole
	}
	return nil
}
