package sdk

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// param is a parameter: where an argument goes and how it is written there.
type param struct {
	in, name string
	arg      string // the argument's name in the method, if it differs
	style    string // "" is simple in paths and headers, form in queries and cookies
	explode  bool
	required bool
	blank    bool   // an empty string means absent
	reserved bool   // reserved characters are not encoded
	json     bool   // the value is sent as JSON text
	fixed    string // the value that is always sent, as JSON
}

// target is the part of a request that parameters fill.
type target struct {
	path    map[string]string
	query   []string
	header  [][2]string
	cookies []string
}

// addQuery adds pairs, replacing those of the same names.
func (t *target) addQuery(pairs [][2]string) {
	for _, pair := range pairs {
		t.query = slices.DeleteFunc(t.query, func(old string) bool { return strings.HasPrefix(old, escape(pair[0])+"=") })
	}
	for _, pair := range pairs {
		t.query = append(t.query, escape(pair[0])+"="+escape(pair[1]))
	}
}

func (p *param) argument() string {
	if p.arg != "" {
		return p.arg
	}
	return p.name
}

// write puts an argument into a request.
func (p *param) write(value any, into *target) error {
	tree, sent, err := sentTree(value)
	if err != nil {
		return &ArgumentError{p.argument(), "cannot be sent: " + err.Error()}
	}
	if !sent || (p.blank && tree == "") {
		if p.required {
			return &ArgumentError{p.argument(), "is required"}
		}
		return nil
	}
	return p.writeTree(tree, into)
}

func (p *param) writeTree(tree any, into *target) error {
	if p.json {
		text, err := encode(tree)
		if err != nil {
			return &ArgumentError{p.argument(), "cannot be sent: " + err.Error()}
		}
		tree = string(text)
	}
	switch p.in {
	case "path":
		text := p.segment(tree)
		if text == "" {
			return &ArgumentError{p.argument(), "is empty: it is part of the path"}
		}
		into.path[p.name] = text
	case "query":
		for _, made := range pairs(p.name, tree, p.style, p.explode, escaperFor(p.reserved, reservedInQuery), escape) {
			into.query = append(into.query, made.name+"="+made.value)
		}
	case "header":
		text, err := headerText(p.argument(), simple(tree, p.explode, keep))
		into.header = append(into.header, [2]string{p.name, text})
		return err
	case "cookie":
		for _, made := range pairs(p.name, tree, p.style, p.explode, escaperFor(p.reserved, reservedInCookie), escape) {
			into.cookies = append(into.cookies, made.name+"="+made.value)
		}
	}
	return nil
}

func (p *param) segment(tree any) string {
	encode := escaperFor(p.reserved, reservedInPath)
	switch p.style {
	case "label":
		return label(tree, p.explode, encode)
	case "matrix":
		return matrix(p.name, tree, p.explode, encode)
	}
	return simple(tree, p.explode, encode)
}

// sentTree converts an argument to a tree, and tells whether there is one to send.
func sentTree(value any) (tree any, sent bool, err error) {
	if opt, ok := value.(optional); ok {
		inner, state := opt.held()
		if state != present {
			return nil, false, nil // a parameter has no null
		}
		value = inner
	}
	if isNil(value) {
		return nil, false, nil
	}
	if ready, ok := value.(readyTree); ok {
		return ready.tree, true, nil
	}
	tree, err = treeOf(value)
	return tree, true, err
}

// readyTree is an argument that paging has set.
type readyTree struct{ tree any }

func isNil(value any) bool {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return v.IsNil()
	}
	return false
}

// headerText is a header's value: spaces around it are removed, and its bytes are sent unchanged.
func headerText(name, value string) (string, error) {
	if strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
		return "", &ArgumentError{name, "holds a control character, which a header cannot"}
	}
	return strings.Trim(value, " \t"), nil
}

// checkHeaderName checks the name of a header that the caller gives.
func checkHeaderName(name string) error {
	for _, c := range []byte(name) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"(),/:;<=>?@[\\]{}", c) >= 0 {
			return &ArgumentError{strconv.Quote(name), "is not a valid header name"}
		}
	}
	if name == "" {
		return &ArgumentError{`""`, "is not a valid header name"}
	}
	return nil
}

// dots is a segment that servers and proxies resolve, its dots encoded or not.
var dots = regexp.MustCompile(`^(?:\.|%2[eE]){1,2}$`)

// expand puts written values into a path. It refuses a part that is . or .., which would change the path.
func expand(path string, values map[string]string) (string, error) {
	path, _, _ = strings.Cut(path, "#")
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		out.WriteString(literalPath(before))
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(values[name])
		path = after
	}
	made := out.String()
	plain, _, _ := strings.Cut(made, "?")
	for part := range strings.SplitSeq(plain, "/") {
		if dots.MatchString(part) {
			return "", &ArgumentError{"path", fmt.Sprintf("%q has a part that is %q", made, part)}
		}
	}
	return made, nil
}

// literalPath encodes characters that a URL may not contain.
func literalPath(text string) string {
	const legal = "/%:@!$&'()*+,;=?~-._"
	var out strings.Builder
	kept := 0 // most texts have nothing to encode, and stay
	for i := 0; i < len(text); i++ {
		char := text[i]
		alnum := char >= '0' && char <= '9' || char >= 'A' && char <= 'Z' || char >= 'a' && char <= 'z'
		if !alnum && strings.IndexByte(legal, char) < 0 {
			fmt.Fprintf(&out, "%s%%%02X", text[kept:i], char)
			kept = i + 1
		}
	}
	if kept == 0 {
		return text
	}
	return out.String() + text[kept:]
}

// setHeaders replaces headers of the same name.
func setHeaders(header http.Header, own http.Header) {
	for _, name := range sortedKeys(own) {
		if values := slices.DeleteFunc(slices.Clone(own[name]), func(v string) bool { return v == "" }); len(values) > 0 {
			header[name] = values
		} else {
			delete(header, name)
		}
	}
}
