package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// body says how a request body is written.
type body struct {
	kind      string // json, jsonl, form, multipart, text, bytes
	mediaType string
	required  bool
	nullable  bool // JSON's null is a body
	// The argument is a struct of fields; properties always sent, as JSON.
	fields bool
	fixed  string
	// The property that requests a stream, and its value, as JSON; empty: nothing.
	switched, turns string
	// media types of a file, if there are several, and those of files by file name extension
	types      []string
	extensions map[string]string
	parts      []part
	json       string // the media type of a multipart body without files, as JSON
	// Properties that are required as JSON, and those that are required with a file.
	jsonNeeds, fileNeeds []string
	rest                 *part    // how properties that are not among the parts are written
	union                *unionOf // of which it is a member that does not declare its tag
}

// part says how one property of a form or multipart body is written.
type part struct {
	name     string
	how      string // style, json, text, bytes
	style    string
	explode  bool
	reserved bool
	repeated bool     // each item of an array on its own
	types    []string // content types
	// content types of files by file name extension
	extensions map[string]string
	objects    string   // content type of the objects of a union, which are JSON
	texts      string   // content type of the texts of a union with files
	jsonOnly   []string // which of objects or texts go only in JSON, if no file is in the body
	header     map[string]string
	needs      []string // headers that must be given
}

// sentBody is a body ready to send.
type sentBody struct {
	content     content
	contentType string
}

// given is a body argument: whether it is given, and its value.
func (b *body) given(value any) (any, bool) {
	if b.union != nil {
		value = b.union.sent(value)
	}
	if opt, ok := value.(optional); ok {
		inner, state := opt.held()
		if state == null {
			return nil, b.nullable
		}
		return inner, state == present
	}
	return value, !isNil(value)
}

// write makes a body of an argument; headers are those given for parts.
func (b *body) write(value any, headers map[string]map[string]string) (*sentBody, error) {
	if file, ok := value.(*File); ok && b.kind != "multipart" && b.kind != "form" {
		types := b.types
		if types == nil {
			types = []string{b.mediaType}
		}
		kind, err := chooseType("body", types, b.extensions, file, file.ContentType)
		if err != nil {
			return nil, err
		}
		sent, err := file.content("body")
		return &sentBody{sent, kind}, err
	}
	switch b.kind {
	case "form":
		text, err := b.form(value)
		return &sentBody{bytesContent([]byte(text)), b.mediaType}, err
	case "multipart":
		files, err := b.holdsFiles(value)
		if err != nil {
			return nil, err
		}
		if files {
			return b.multipart(value, headers)
		}
		data, err := encodeSent(value)
		return &sentBody{bytesContent(data), b.json}, err
	case "text":
		tree, err := treeOf(value)
		if isStructure(tree) {
			return nil, errors.New("it must be text: it is " + b.mediaType)
		}
		return &sentBody{bytesContent([]byte(textOf(tree))), b.mediaType}, err
	case "bytes":
		data, ok := bytesIn(reflect.ValueOf(value))
		if !ok {
			return nil, errors.New("it must be a file or bytes")
		}
		return b.write(FileOf(data), nil)
	case "jsonl":
		mark := ""
		if strings.HasSuffix(b.mediaType, "json-seq") {
			mark = record
		}
		data, err := jsonLines(value, mark)
		return &sentBody{bytesContent(data), b.mediaType}, err
	}
	data, err := encodeSent(value)
	return &sentBody{bytesContent(data), b.mediaType}, err
}

// holdsFiles tells whether a body is multipart: always, or if a file is among its values, with which the others must
// fit.
func (b *body) holdsFiles(value any) (bool, error) {
	if b.json == "" {
		return true, nil
	}
	found, err := b.properties(value)
	if err != nil {
		return false, err
	}
	files := slices.ContainsFunc(found, func(item property) bool {
		return item.part.how == "bytes" && slices.ContainsFunc(item.items(), item.isFile)
	})
	needs, where := b.jsonNeeds, "without a file: "+b.json
	if files {
		needs, where = b.fileNeeds, "with a file: "+b.mediaType
	}
	for _, name := range needs {
		if !slices.ContainsFunc(found, func(item property) bool {
			return item.name == name && (!files || concrete(item.value).IsValid())
		}) {
			return false, &ArgumentError{name, "must be given " + where + " requires it"}
		}
	}
	for _, item := range found {
		if files && slices.ContainsFunc(item.items(), item.isJSONOnly) {
			return false, &ArgumentError{item.name, "must be a file if another value is one: " +
				"its other types can only be sent as " + b.json}
		}
	}
	return files, nil
}

func (p *property) isJSONOnly(v reflect.Value) bool {
	if p.part.jsonOnly == nil || p.isFile(v) {
		return false
	}
	tree, err := treeOf(v.Interface())
	what := "texts"
	if isStructure(tree) {
		what = "objects"
	}
	return err == nil && slices.Contains(p.part.jsonOnly, what)
}

func (p *property) isFile(v reflect.Value) bool {
	if _, ok := v.Interface().(*File); ok {
		return true
	}
	if _, ok := bytesIn(v); ok {
		return true
	}
	tree, err := treeOf(v.Interface())
	return err == nil && p.otherType(tree) == ""
}

// isStructure tells whether JSON is an object or an array.
func isStructure(tree any) bool {
	switch tree.(type) {
	case object, []any:
		return true
	}
	return false
}

// record is what each value of a JSON text sequence begins with (RFC 7464).
const record = "\x1e"

func jsonLines(value any, mark string) ([]byte, error) {
	tree, err := treeOf(value)
	items, ok := tree.([]any)
	if err != nil || !ok {
		return nil, errors.Join(err, errors.New("it must be a list"))
	}
	var out bytes.Buffer
	for _, item := range items {
		out.WriteString(mark)
		writeTree(&out, item)
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

// property is one property of a form or multipart body: its values, files as they are.
type property struct {
	part  *part
	name  string
	value reflect.Value
	given map[string]string // headers of its parts
}

// properties lists the properties of a model or a map in their order.
func (b *body) properties(value any) ([]property, error) {
	v := concrete(reflect.ValueOf(value))
	var found []property
	add := func(name string, value reflect.Value) error {
		found = append(found, property{part: b.partOf(name), name: name, value: value})
		return nil
	}
	switch {
	case v.Kind() == reflect.Map:
		values := map[string]reflect.Value{}
		for _, key := range v.MapKeys() {
			values[key.String()] = v.MapIndex(key)
		}
		for _, name := range sortedKeys(values) {
			_ = add(name, values[name])
		}
	case v.IsValid() && v.Type() == typeObject:
		for _, item := range v.Interface().(object) {
			_ = add(item.name, reflect.ValueOf(item.value))
		}
	case v.IsValid() && v.Type() == typeTagged:
		member := v.Interface().(tagged)
		inner, err := b.properties(member.value)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(inner, func(item property) bool { return item.name == member.name }) {
			_ = add(member.name, reflect.ValueOf(json.RawMessage(member.tag)))
		}
		found = append(found, inner...)
	case v.IsValid() && v.Type() == typeGathered:
		for _, item := range v.Interface().(gathered) {
			_ = add(item.name, reflect.ValueOf(item.value))
		}
	case v.Kind() == reflect.Struct && layoutOf(v.Type()).rest >= 0:
		if whole, _ := eachProperty(v, false, add); whole != nil {
			return nil, errors.New("it must be an object")
		}
	default:
		return nil, errors.New("it must be an object")
	}
	return found, nil
}

func (b *body) partOf(name string) *part {
	for i := range b.parts {
		if b.parts[i].name == name {
			return &b.parts[i]
		}
	}
	if b.rest != nil {
		return b.rest
	}
	return &part{how: "text"}
}

// concrete finds the value within pointers, interfaces, and types that only hold one.
func concrete(v reflect.Value) reflect.Value {
	for {
		if !v.IsValid() || (v.CanInterface() && v.Type() == reflect.TypeFor[*File]()) {
			return v
		}
		if v.Type() == typeUnknown && v.CanInterface() {
			unknown := v.Interface().(*UnknownMember)
			if unknown != nil && !valid(unknown.Data) {
				return v // it cannot be sent, which the writer reports
			}
			return reflect.ValueOf(unknown.tree())
		}
		if v.Type() == typeTagged {
			return v
		}
		if v.Kind() == reflect.Interface && v.NumMethod() > 0 && v.CanInterface() && !v.IsNil() {
			v = reflect.ValueOf(throughUnion(v))
			continue
		}
		if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
			continue
		}
		if v.Type() == reflect.TypeFor[json.RawMessage]() && v.CanInterface() { // JSON that did not fit when it was read
			return reflect.ValueOf(parseTree(v.Bytes()))
		}
		if v.Kind() == reflect.Struct && v.CanInterface() {
			if opt, ok := v.Interface().(optional); ok {
				inner, state := opt.held()
				if state != present {
					return reflect.Value{}
				}
				v = reflect.ValueOf(inner)
				continue
			}
			if plan := layoutOf(v.Type()); plan.value >= 0 {
				v = v.Field(plan.value)
				continue
			}
		}
		return v
	}
}

// items splits a value into the items that are written one by one; nulls are left out.
func (p *property) items() []reflect.Value {
	v := concrete(p.value)
	if !v.IsValid() {
		return nil
	}
	isList := v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 && v.Type() != reflect.TypeFor[object]()
	if !p.part.repeated || !isList {
		return []reflect.Value{v}
	}
	var found []reflect.Value
	for i := range v.Len() {
		if item := concrete(v.Index(i)); item.IsValid() {
			found = append(found, item)
		}
	}
	return found
}

// styled writes a property as a query parameter is written.
func (p *property) styled(encode, encodeName encoder) ([]pair, error) {
	v := concrete(p.value)
	if !v.IsValid() {
		return nil, nil
	}
	tree, err := treeOf(v.Interface())
	return pairs(p.name, tree, p.part.style, p.part.explode, encode, encodeName), err
}

func (b *body) form(value any) (string, error) {
	found, err := b.properties(value)
	var written []string
	for _, item := range found {
		if item.part.how == "style" {
			made, failure := item.styled(escaperFor(item.part.reserved, reservedInForm), escape)
			err = errors.Join(err, failure)
			for _, pair := range made {
				written = append(written, pair.name+"="+pair.value)
			}
			continue
		}
		for _, v := range item.items() {
			text, failure := item.formText(v)
			err = errors.Join(err, failure)
			written = append(written, escapePlus(item.name)+"="+text)
		}
	}
	return strings.Join(written, "&"), err
}

func (p *property) formText(v reflect.Value) (string, error) {
	data, isBytes, err := rawBytes(p.name, v)
	if isBytes {
		return strings.ReplaceAll(url.QueryEscape(string(data)), "+", "%20"), err
	}
	tree, err := treeOf(v.Interface())
	if p.part.how == "json" {
		return escapePlus(jsonText(tree)), err
	}
	return escapePlus(textOf(tree)), err
}

// bytesIn are the bytes of a value of any byte slice type.
func bytesIn(v reflect.Value) ([]byte, bool) {
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Uint8 {
		return nil, false
	}
	return v.Bytes(), true
}

func rawBytes(name string, v reflect.Value) ([]byte, bool, error) {
	file, ok := v.Interface().(*File)
	if !ok {
		return nil, false, nil
	}
	made, err := file.content(name)
	if err != nil {
		return nil, true, err
	}
	reader, err := made.open()
	if err != nil {
		return nil, true, err
	}
	defer reader.Close()
	var out bytes.Buffer
	_, err = out.ReadFrom(reader)
	return out.Bytes(), true, err
}

const octets = "application/octet-stream"

// chooseType finds the content type of a file: its own, else by its name, else the declared one.
func chooseType(name string, types []string, extensions map[string]string, file *File, given string) (string, error) {
	told := strings.Join(types, " or ")
	if given != "" {
		if len(types) == 0 || anyCovers(types, given) {
			return given, nil
		}
		return "", &ArgumentError{name, "must have the content type " + told + ", not " + given}
	}
	if dot := strings.LastIndexByte(file.Name, '.'); dot >= 0 {
		if known, ok := extensions[strings.ToLower(file.Name[dot+1:])]; ok {
			return known, nil
		}
	}
	var single []string
	for _, kind := range types {
		if !strings.Contains(kind, "*") {
			single = append(single, kind)
		}
	}
	switch {
	case len(single) == 1:
		return single[0], nil
	case len(types) == 0 || anyCovers(types, octets):
		return octets, nil
	}
	return "", &ArgumentError{name, "has no content type: it must be " + told}
}

func anyCovers(types []string, given string) bool {
	given = baseType(given)
	for _, kind := range types {
		kind = baseType(kind)
		if kind == given || kind == "*/*" || strings.HasSuffix(kind, "/*") && strings.HasPrefix(given, kind[:len(kind)-1]) {
			return true
		}
	}
	return false
}

func bodyError(err error) error {
	var told *ArgumentError
	if errors.As(err, &told) {
		return told
	}
	return &ArgumentError{"body", fmt.Sprintf("cannot be sent: %v", err)}
}
