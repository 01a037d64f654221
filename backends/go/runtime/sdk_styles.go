package sdk

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
)

// encoder writes text for a place of a request.
type encoder func(string) string

// escape percent-encodes everything but unreserved characters (RFC 3986).
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// escapePlus percent-encodes as HTML forms do, a space as +.
func escapePlus(text string) string { return url.QueryEscape(text) }

// keep leaves text as it is: values of headers and parts are not encoded.
func keep(text string) string { return text }

// What allowReserved leaves as it is in each place: not what would end or split it (in a path: RFC 6570 3.2.3).
const (
	reservedInPath   = "/:@!$&'()*+,;="
	reservedInQuery  = ":/?@!$'()*,;="
	reservedInForm   = reservedInQuery + "#[]"
	reservedInCookie = ":/?#[]@!$&'()*+="
)

// escaperFor percent-encodes; where the reserved signs of a place are allowed, neither these nor triplets.
func escaperFor(allowReserved bool, signs string) encoder {
	if !allowReserved {
		return escape
	}
	return func(text string) string {
		var out strings.Builder
		for i := 0; i < len(text); i++ {
			char := text[i]
			if strings.IndexByte(signs, char) >= 0 || (char == '%' && isTriplet(text[i:])) {
				out.WriteByte(char)
			} else {
				out.WriteString(escape(text[i : i+1]))
			}
		}
		return out.String()
	}
}

func isTriplet(text string) bool {
	if len(text) < 3 {
		return false
	}
	_, err := strconv.ParseUint(text[1:3], 16, 8)
	return err == nil
}

// textOf writes one value of a tree; JSON for containers.
func textOf(tree any) string {
	switch value := tree.(type) {
	case nil:
		return ""
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case json.Number:
		return string(value)
	}
	return jsonText(tree)
}

func jsonText(tree any) string {
	var out bytes.Buffer
	writeTree(&out, tree)
	return out.String()
}

func isEmpty(tree any) bool {
	switch value := tree.(type) {
	case object:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}

// simple writes a,b and k,v or k=v: path segments and headers.
func simple(tree any, explode bool, encode encoder) string {
	joint := ","
	if explode {
		joint = "="
	}
	return joined(tree, ",", joint, encode)
}

// label writes .a.b
func label(tree any, explode bool, encode encoder) string {
	switch {
	case isEmpty(tree):
		return ""
	case explode:
		return "." + joined(tree, ".", "=", encode)
	}
	return "." + joined(tree, ",", ",", encode)
}

// matrix writes ;name=a,b or ;name=a;name=b
func matrix(name string, tree any, explode bool, encode encoder) string {
	if isEmpty(tree) {
		return ""
	}
	var out strings.Builder
	written := pairs(name, tree, "form", explode, encode, escape)
	if value, ok := tree.(object); ok && explode {
		written = nil
		for _, item := range value {
			if item.value != nil {
				written = append(written, pair{encode(item.name), encode(textOf(item.value))})
			}
		}
	}
	for _, made := range written {
		out.WriteString(";" + made.name)
		if made.value != "" {
			out.WriteString("=" + made.value)
		}
	}
	return out.String()
}

func joined(tree any, between, joint string, encode encoder) string {
	var items []string
	switch value := tree.(type) {
	case object:
		for _, item := range value {
			if item.value != nil {
				items = append(items, encode(item.name)+joint+encode(textOf(item.value)))
			}
		}
	case []any:
		for _, item := range value {
			if item != nil {
				items = append(items, encode(textOf(item)))
			}
		}
	default:
		return encode(textOf(tree))
	}
	return strings.Join(items, between)
}

// pair is a name and a value, both encoded.
type pair struct{ name, value string }

// pairs writes the pairs of a query, form or cookie value. An array in an exploded object repeats its name.
func pairs(name string, tree any, style string, explode bool, encode, encodeName encoder) []pair {
	key := encodeName(name)
	if style == "deep-object" {
		switch tree.(type) {
		case object, []any:
			return deep(nil, key, tree, encode, encodeName)
		}
	}
	if explode {
		switch value := tree.(type) {
		case object:
			var made []pair
			for _, item := range value {
				listed, ok := item.value.([]any)
				if !ok {
					listed = []any{item.value}
				}
				for _, one := range listed {
					if one != nil {
						made = append(made, pair{encodeName(item.name), encode(textOf(one))})
					}
				}
			}
			return made
		case []any:
			var made []pair
			for _, item := range value {
				if item != nil {
					made = append(made, pair{key, encode(textOf(item))})
				}
			}
			return made
		}
	}
	if isEmpty(tree) {
		return nil
	}
	between := ","
	switch style {
	case "space-delimited":
		between = encodeName(" ")
	case "pipe-delimited":
		between = encodeName("|")
	}
	return []pair{{key, joined(tree, between, between, encode)}}
}

// deep writes name[key]=value, deeper ones as name[key][key], arrays with their indexes.
func deep(made []pair, prefix string, tree any, encode, encodeName encoder) []pair {
	switch value := tree.(type) {
	case object:
		for _, item := range value {
			if item.value != nil {
				made = deep(made, prefix+encodeName("["+item.name+"]"), item.value, encode, encodeName)
			}
		}
	case []any:
		for i, item := range value {
			if item != nil {
				made = deep(made, prefix+encodeName("["+strconv.Itoa(i)+"]"), item, encode, encodeName)
			}
		}
	default:
		made = append(made, pair{prefix, encode(textOf(tree))})
	}
	return made
}
