package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// answer is the response that is declared for one status: 200, 2XX or default.
type answer struct {
	status  string
	error   bool
	readers []reader
	message string // the property of an error's body that holds the message
}

// reader says how a body of one media type is read.
type reader struct {
	mediaType string
	kind      string                    // json, text, bytes, sse, jsonl
	as        func([]byte) (any, error) // its type, if the method's result has another
	fail      func(*APIError, []byte)   // adds the typed error of this body
	null      bool                      // the body may be null, which is nil
	sentinel  string                    // the data that ends a stream
	done      bool                      // [DONE] ends it, too, in place of JSON
	plain     bool                      // the data of an event is text and not JSON; a JSON text may come as plain text
	events    []eventData               // the types of events' data by event name
}

// readAs reads a body of a type among several.
func readAs[T any](data []byte) (any, error) {
	var value T
	err := decode(data, &value)
	return value, err
}

// textAs makes a result among several from text.
func textAs[T any](data []byte) (any, error) {
	var value T
	err := assign(&value, string(data))
	return value, err
}

// bytesAs makes a result among several from bytes.
func bytesAs[T ~[]byte](data []byte) (any, error) { return T(data), nil }

// failAs adds the typed error of the declared body to an error.
func failAs[T any](base *APIError, data []byte) {
	var value T
	if decode(data, &value) == nil {
		base.Value = value
		base.kinds = append(base.kinds, &ErrorOf[T]{base, value})
	}
}

// find is the response declared for a status: its own, that of its range (2XX), or default.
func (op *operation) find(status int) *answer {
	var hundred, other *answer
	for i := range op.answers {
		known := &op.answers[i]
		switch {
		case isStatus(known.status, status):
			return known
		case isHundred(known.status, status):
			hundred = known
		case known.status == "default":
			other = known
		}
	}
	if hundred != nil {
		return hundred
	}
	return other
}

func isError(op *operation, status int) bool {
	if hasStatus(op.errors, status) {
		return true
	}
	if status >= 200 && status < 300 {
		return false
	}
	found := op.find(status)
	return found == nil || found.error || found.status == "default"
}

// success finds how a successful response is read: what is declared for its status, or the first that is declared.
func (op *operation) success(got *reply) (*answer, *reader) {
	found := op.find(got.status)
	for i := range op.answers {
		if (found == nil || found.error) && !op.answers[i].error && !isRedirect(got.status) {
			found = &op.answers[i]
		}
	}
	if found == nil || (isRedirect(got.status) && found.status == "default") {
		return nil, nil
	}
	return found, found.reader(got.header)
}

func (a *answer) reader(header http.Header) *reader {
	if len(a.readers) == 0 {
		return nil
	}
	kind := mediaTypeOf(header)
	for i := range a.readers {
		if baseType(a.readers[i].mediaType) == kind {
			return &a.readers[i]
		}
	}
	for i := range a.readers {
		if covers(baseType(a.readers[i].mediaType), kind) {
			return &a.readers[i]
		}
	}
	return &a.readers[0]
}

func covers(pattern, kind string) bool {
	if pattern == "*/*" || (strings.HasSuffix(pattern, "/*") && strings.HasPrefix(kind, pattern[:len(pattern)-1])) {
		return true
	}
	return isJSON(pattern) && isJSON(kind)
}

func mediaTypeOf(header http.Header) string { return baseType(header.Get("Content-Type")) }

func baseType(text string) string {
	text, _, _ = strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(text))
}

func isJSON(kind string) bool {
	return kind == "application/json" || strings.HasSuffix(kind, "+json") || kind == "text/json"
}

// readReply reads the body of a successful response.
func (c *call) readReply(got *reply, into any) error {
	if into == nil {
		return nil
	}
	declared, read := c.op.success(got)
	if read == nil || (len(got.content) == 0 && (read.kind != "json" || got.status == 204 || got.status == 205 || isRedirect(got.status))) {
		if raw, ok := into.(*[]byte); ok {
			*raw = got.content
		}
		return nil
	}
	content := got.content
	switch read.kind {
	case "json":
		got.content = jsonIn(got.header, got.content)
		content = got.content
		if read.plain && mediaTypeOf(got.header) == "text/plain" {
			content = jsonOfText(textIn(got.header, content))
		}
	case "text":
		content = []byte(textIn(got.header, content))
	}
	if inspect := c.settings.inspect; inspect != nil && read.kind == "json" && brokenJSON(content) == nil {
		seen := &inspected{"the body", declared.status, read, "", got.response, content}
		if err := inspect(c, seen); err != nil {
			return err
		}
	}
	if err := readBody(read, content, into); err != nil {
		if read.kind == "json" && len(bytes.TrimSpace(got.content)) == 0 && c.op.mayBeEmpty() {
			return nil
		}
		what := "Body of this error is what came"
		switch {
		case errors.Is(err, errOtherType):
			err = fmt.Errorf("the body is %s, for which the method has no result; %s", typeOf(got.header), what)
		case isJSON(mediaTypeOf(got.header)):
			err = fmt.Errorf("the body is not %s (%s): %w", read.mediaType, typeOf(got.header), err)
		default:
			err = fmt.Errorf("the body is not %s (%s): %w; %s", read.mediaType, typeOf(got.header), err, what)
		}
		return c.unreadable(got.response, got.content, err)
	}
	return nil
}

// jsonIn is the JSON of a body in UTF-8: from another character set if the response names one that is known; from
// UTF-16, by a byte order mark or the zeros of its first characters, which are ASCII.
func jsonIn(header http.Header, content []byte) []byte {
	if text, known := inCharset(header, content); known {
		return []byte(text)
	}
	if len(content) < 2 {
		return content
	}
	switch first, second := content[0], content[1]; {
	case first == 0xff && second == 0xfe || first != 0 && second == 0:
		return []byte(utf16Text(content, false))
	case first == 0xfe && second == 0xff || first == 0 && second != 0:
		return []byte(utf16Text(content, true))
	}
	return withoutMark(content)
}

// mayBeEmpty tells whether a success without a body is declared, if with another status.
func (op *operation) mayBeEmpty() bool {
	return slices.ContainsFunc(op.answers, func(known answer) bool {
		return known.status[0] == '2' && !known.error && len(known.readers) == 0
	})
}

// withoutMark is JSON without a byte order mark (RFC 8259 8.1).
func withoutMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")) }

// typeOf is the content type that a response names.
func typeOf(header http.Header) string {
	if kind := header.Get("Content-Type"); kind != "" {
		return kind
	}
	return "no content type"
}

func readBody(read *reader, content []byte, into any) error {
	switch {
	case read.null && string(bytes.TrimSpace(content)) == "null":
		return nil
	case read.as != nil:
		value, err := read.as(content)
		if err != nil {
			return err
		}
		return assign(into, value)
	case read.kind == "json":
		return decode(content, into)
	case read.kind == "text":
		return assign(into, string(content))
	}
	return assign(into, content)
}

// jsonOfText is the JSON of a plain text that may be a JSON text or null already.
func jsonOfText(text string) []byte {
	var known *string
	if json.Unmarshal([]byte(text), &known) == nil {
		return []byte(text)
	}
	var out bytes.Buffer
	writeString(&out, text)
	return out.Bytes()
}

// assign sets the target of a pointer, whose type is that of the value, or an interface that it implements.
func assign(into, value any) error {
	target := reflect.ValueOf(into).Elem()
	if value != nil && reflect.TypeOf(value).AssignableTo(target.Type()) {
		target.Set(reflect.ValueOf(value))
		return nil
	}
	if text, ok := value.(string); ok {
		var out bytes.Buffer
		writeString(&out, text)
		return decode(out.Bytes(), into)
	}
	return errOtherType
}

// errOtherType says that the method's result cannot hold what came.
var errOtherType = errors.New("it is of another type")

// textIn reads text; a character set that is not known is taken for UTF-8.
func textIn(header http.Header, data []byte) string {
	if text, known := inCharset(header, data); known {
		return text
	}
	return strings.ToValidUTF8(string(data), "\uFFFD")
}

func latin1(data []byte) string {
	runes := make([]rune, len(data))
	for i, char := range data {
		runes[i] = rune(char)
	}
	return string(runes)
}

// HeaderAs reads a header of a response as a type: HeaderAs[int](response.Header, "X-Total-Count").
func HeaderAs[T any](header http.Header, name string) (T, error) {
	var value T
	text := header.Get(name)
	if !utf8.ValidString(text) {
		text = latin1([]byte(text))
	}
	if text == "" {
		return value, errors.New("there is no header " + name)
	}
	if plain, ok := any(&value).(*string); ok { // the quotes of an ETag belong to it
		*plain = text
		return value, nil
	}
	if json.Valid([]byte(text)) && decode([]byte(text), &value) == nil {
		return value, nil
	}
	if made, ok := structureOf(text, reflect.TypeFor[T]()); ok {
		return value, decode(made, &value)
	}
	return value, assign(&value, text)
}
