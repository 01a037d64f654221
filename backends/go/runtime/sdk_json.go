package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// errShape says that JSON is of another type than the value it is decoded into.
var errShape = errors.New("the JSON is of another type")

// member is a property of a JSON object.
type member struct {
	name  string
	value any
}

// object is a JSON object that keeps the order of its properties. A tree consists of object, []any, string, bool, nil
// and json.Number.
type object []member

func (o object) get(name string) (any, bool) {
	for _, item := range o {
		if item.name == name {
			return item.value, true
		}
	}
	return nil, false
}

func (o object) with(name string, value any) object {
	made := make(object, 0, len(o)+1)
	for _, item := range o {
		if item.name != name {
			made = append(made, item)
		}
	}
	return append(made, member{name, value})
}

// treeOf converts any value that can be sent to a tree.
func treeOf(value any) (any, error) {
	switch simple := value.(type) {
	case nil, string, bool, json.Number, object:
		return simple, nil
	case int:
		return json.Number(strconv.Itoa(simple)), nil
	case []any:
		made := make([]any, len(simple))
		var err error
		for i := 0; i < len(simple) && err == nil; i++ {
			made[i], err = treeOf(simple[i])
		}
		return made, err
	}
	data, err := encodeSent(value)
	if err != nil {
		return nil, err
	}
	return parseTree(data), nil
}

// parseTree reads valid JSON.
func parseTree(data []byte) any {
	data = bytes.TrimSpace(data)
	tree, _ := parseAt(data, 0)
	return tree
}

// parseAt reads the value at an offset, and returns where it ends.
func parseAt(data []byte, at int) (any, int) {
	switch data[at] {
	case '{':
		made := object{}
		end := eachMember(data, at, func(name []byte, at int) int {
			value, end := parseAt(data, at)
			made = append(made, member{unquote(name), value})
			return end
		})
		return made, end
	case '[':
		made := []any{}
		end := eachElement(data, at, func(at int) int {
			value, end := parseAt(data, at)
			made = append(made, value)
			return end
		})
		return made, end
	case '"':
		end := skipString(data, at)
		return unquote(data[at:end]), end
	case 't', 'f':
		return data[at] == 't', skipValue(data, at)
	case 'n':
		return nil, at + len("null")
	}
	end := skipValue(data, at)
	return json.Number(data[at:end]), end
}

// plainAt reads the value at an offset as encoding/json reads any JSON, but numbers keep their digits.
func plainAt(data []byte, at int) (any, int) {
	switch data[at] {
	case '{':
		made := map[string]any{}
		end := eachMember(data, at, func(name []byte, at int) int {
			value, end := plainAt(data, at)
			made[unquote(name)] = value
			return end
		})
		return made, end
	case '[':
		made := []any{}
		end := eachElement(data, at, func(at int) int {
			value, end := plainAt(data, at)
			made = append(made, value)
			return end
		})
		return made, end
	}
	return parseAt(data, at)
}

// writeTree writes a tree as JSON.
func writeTree(out *bytes.Buffer, tree any) {
	switch value := tree.(type) {
	case object:
		out.WriteByte('{')
		for i, item := range value {
			comma(out, i)
			writeString(out, item.name)
			out.WriteByte(':')
			writeTree(out, item.value)
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range value {
			comma(out, i)
			writeTree(out, item)
		}
		out.WriteByte(']')
	case string:
		writeString(out, value)
	case nil:
		out.WriteString("null")
	default:
		fmt.Fprint(out, value)
	}
}

func comma(out *bytes.Buffer, index int) {
	if index > 0 {
		out.WriteByte(',')
	}
}

// writeString writes a JSON string, escaping only what must be.
func writeString(out *bytes.Buffer, text string) {
	const digits = "0123456789abcdef"
	out.WriteByte('"')
	if isPlain(text) {
		out.WriteString(text)
		out.WriteByte('"')
		return
	}
	for _, char := range text {
		switch {
		case char == '"' || char == '\\':
			out.WriteByte('\\')
			out.WriteRune(char)
		case char == '\n':
			out.WriteString(`\n`)
		case char < ' ':
			out.WriteString(`\u00`)
			out.WriteByte(digits[char>>4])
			out.WriteByte(digits[char&15])
		default:
			out.WriteRune(char)
		}
	}
	out.WriteByte('"')
}

// isPlain tells whether a text needs no escaping in JSON.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if char := text[i]; char < ' ' || char >= utf8.RuneSelf || char == '"' || char == '\\' {
			return false
		}
	}
	return true
}

func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var text string
	_ = json.Unmarshal(raw, &text) // the JSON is valid
	return text
}

// eachMember visits the properties of the valid JSON object at an offset, and returns where it ends. A visit gets the
// quoted name and the offset of the value, and returns where that ends.
func eachMember(data []byte, at int, visit func(name []byte, at int) (end int)) int {
	at = skipSpace(data, at+1)
	for data[at] != '}' {
		end := skipString(data, at)
		name := data[at:end]
		at = skipSpace(data, visit(name, skipSpace(data, skipSpace(data, end)+1)))
		if data[at] == ',' {
			at = skipSpace(data, at+1)
		}
	}
	return at + 1
}

// eachElement visits the items of the valid JSON array at an offset, and returns where it ends. A visit gets the offset
// of an item, and returns where that ends.
func eachElement(data []byte, at int, visit func(at int) (end int)) int {
	at = skipSpace(data, at+1)
	for data[at] != ']' {
		if at = skipSpace(data, visit(at)); data[at] == ',' {
			at = skipSpace(data, at+1)
		}
	}
	return at + 1
}

// eachItem visits the items of a JSON array, and counts them.
func eachItem(data []byte, visit func(raw []byte)) int {
	count := 0
	eachElement(data, 0, func(at int) int {
		end := skipValue(data, at)
		visit(data[at:end])
		count++
		return end
	})
	return count
}

// itemIn is an item of JSON that may be an array; a negative index counts from its end. nil: there is no such item.
func itemIn(data []byte, index int) (found []byte) {
	if data[0] != '[' {
		return nil
	}
	if index < 0 {
		index += eachItem(data, func([]byte) {})
	}
	at := 0
	eachItem(data, func(raw []byte) {
		if at == index {
			found = raw
		}
		at++
	})
	return found
}

// propertyIn is a property of JSON that may be an object; nil: there is no such property.
func propertyIn(data []byte, name string) []byte {
	if data[0] != '{' {
		return nil
	}
	for at := skipSpace(data, 1); data[at] != '}'; {
		end := skipString(data, at)
		key := data[at:end]
		at = skipSpace(data, skipSpace(data, end)+1)
		end = skipValue(data, at)
		if string(key[1:len(key)-1]) == name || (bytes.IndexByte(key, '\\') >= 0 && unquote(key) == name) {
			return data[at:end]
		}
		if at = skipSpace(data, end); data[at] == ',' {
			at = skipSpace(data, at+1)
		}
	}
	return nil
}

func skipSpace(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\r' || data[at] == '\t') {
		at++
	}
	return at
}

func skipString(data []byte, at int) int {
	for at++; data[at] != '"'; at++ {
		if data[at] == '\\' {
			at++
		}
	}
	return at + 1
}

func skipValue(data []byte, at int) int {
	depth := 0
	for ; at < len(data); at++ {
		switch data[at] {
		case '"':
			at = skipString(data, at) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 {
				return at
			}
			depth--
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return at
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// kindOf names the JSON type of valid JSON; a whole number is an integer, however it is written.
func kindOf(raw []byte) string {
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	if number, err := strconv.ParseFloat(string(raw), 64); err == nil && number == math.Trunc(number) {
		return "integer"
	}
	return "number"
}
