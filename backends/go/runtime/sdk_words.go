package sdk

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	shownWords    = 500  // of a message; the error's body has the rest
	lookedThrough = 8192 // of an HTML page: its title is near the beginning
)

// usualWords are properties in which APIs say what went wrong: text, an object with a message, or a list.
var usualWords = []string{"message", "detail", "error_description", "title", "error", "errors"}

var pages = sync.OnceValue(func() [2]*regexp.Regexp {
	closed := `(?is)<script\b.*?(?:</script[^>]*>|\z)|<style\b.*?(?:</style[^>]*>|\z)|<!--.*?(?:-->|\z)|<[^>]*(?:>|\z)`
	return [2]*regexp.Regexp{regexp.MustCompile(`(?i)<title[^>]*>\s*([^<\s][^<]*)`), regexp.MustCompile(closed)}
})

// errorOf makes the error of an unsuccessful response; hide removes credentials from its message.
func errorOf(op *operation, got *reply, hide hiding) *APIError {
	declared := op.find(got.status)
	base := &APIError{Status: got.status, Header: got.header, Body: got.content, CutAfter: got.cut}
	base.RetryAfter, _ = retryAfter(got.header)
	if kind := statusError(base); kind != nil {
		base.kinds = append(base.kinds, kind)
	}
	text, isText := decoded(got.header, got.content)
	data := bytes.TrimSpace([]byte(wellFormed(text)))
	isObject := len(data) > 0 && (data[0] == '{' || data[0] == '[') && json.Valid(data)
	message := ""
	if isObject {
		_ = decode(data, &base.Value) // it is valid
	}
	if declared != nil {
		message = declared.message
		read := declared.reader(got.header)
		switch {
		case read == nil:
		case read.fail != nil && isObject:
			read.fail(base, data)
		case read.kind == "text":
			base.Value = textIn(got.header, got.content)
		case read.kind == "json" && json.Valid(data):
			_ = decode(data, &base.Value) // a text or a number
		}
	}
	var body any
	kind := mediaTypeOf(got.header)
	if isObject || (kind == "" || isJSON(kind)) && json.Valid(data) {
		body = parseTree(data)
	} else if isText {
		body = text
	}
	base.Message = words(got.status, body, string(data), message, hide)
	return base
}

// words finds the message in an error's body: the declared property, else the usual ones. Else the beginning of the
// body: text, the title or visible text of a page, JSON as it came. For an empty body, the reason phrase of the status.
func words(status int, body any, text, declared string, hide hiding) string {
	found := ""
	switch body := body.(type) {
	case object:
		if found = told(body, declared); found == "" && len(body) > 0 {
			found = text
		}
	case []any:
		if len(body) > 0 {
			found = text
		}
	case string:
		found = body
	}
	if found = shortened(found, hide); found != "" {
		return found
	}
	if found = http.StatusText(status); found != "" {
		return found
	}
	return "no message"
}

func told(body object, declared string) string {
	for _, key := range append([]string{declared}, usualWords...) {
		found, _ := body.get(key)
		several, ok := found.([]any)
		if !ok {
			several = []any{found}
		}
		for _, value := range several {
			if inner, ok := value.(object); ok {
				if value, _ = inner.get("message"); value == nil || value == "" {
					value = placed(inner)
				}
			}
			if text, ok := value.(string); ok && strings.TrimSpace(text) != "" {
				return text
			}
		}
	}
	return ""
}

// placed reads a validation error as FastAPI writes it.
func placed(item object) any {
	at, _ := item.get("loc")
	said, _ := item.get("msg")
	steps, isPlace := at.([]any)
	text, isText := said.(string)
	if !isPlace || !isText || text == "" {
		return said
	}
	path := make([]string, len(steps))
	for i, step := range steps {
		path[i] = textOf(step)
	}
	return strings.Join(path, ".") + ": " + text
}

// shortened makes one line of a text or a page, and shortens it.
func shortened(text string, hide hiding) string {
	text = firstRunes(strings.TrimSpace(text), lookedThrough)
	if strings.HasPrefix(text, "<") {
		title, tags := pages()[0], pages()[1]
		if found := title.FindStringSubmatch(text); found != nil {
			text = found[1]
		} else {
			text = tags.ReplaceAllString(text, " ")
		}
	}
	text = strings.Join(strings.Fields(hide.shown(text)), " ")
	if shown := firstRunes(text, shownWords); len(shown) < len(text) {
		return shown + "..."
	}
	return text
}

func firstRunes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for at := range text {
		if most == 0 {
			return text[:at]
		}
		most--
	}
	return text
}

// decoded reads an error's body by its character set, else as UTF-8; false if both fail.
func decoded(header http.Header, data []byte) (string, bool) {
	if text, known := inCharset(header, data); known {
		return text, true
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), utf8.Valid(data)
}

// inCharset reads text in the character set that a response names; false if that is UTF-8, or not known.
func inCharset(header http.Header, data []byte) (string, bool) {
	_, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return "", false
	}
	switch charset := strings.ToLower(parameters["charset"]); charset {
	case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1":
		return latin1(data), true
	case "windows-1252", "cp1252":
		return windows1252(data), true
	case "utf-16", "utf-16le", "utf-16be":
		return utf16Text(data, strings.HasSuffix(charset, "be")), true
	}
	return "", false
}

// inWindows1252 are its characters from 0x80 to 0x9f.
const inWindows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

func windows1252(data []byte) string {
	runes, signs := []rune(latin1(data)), []rune(inWindows1252)
	for i, char := range runes {
		if char >= 0x80 && char < 0xa0 {
			runes[i] = signs[char-0x80]
		}
	}
	return string(runes)
}

// utf16Text reads UTF-16; a byte order mark tells the byte order.
func utf16Text(data []byte, isBig bool) string {
	var order binary.ByteOrder = binary.LittleEndian
	if isBig || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		order = binary.BigEndian
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	text := strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF")
	if len(data)%2 == 1 {
		text += "\uFFFD"
	}
	return text
}
