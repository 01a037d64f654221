package sdk

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// receivedBody is how the body of one media type is read.
type receivedBody struct {
	Media  string
	Kind   string // json, text, form, multipart, bytes
	Schema map[string]any
	Parts  map[string]receivedPart
	Order  []string // of parts that may have no names
}

// receivedPart is how a property of a form is read.
type receivedPart struct {
	Encode, Style     string
	Explode, Repeated bool
	Types             []string
	Objects           string // the media type of parts that are JSON if others are files or text
	Headers           []receivedParam
}

// receivedField is a field of a form, or a part of a multipart body.
type receivedField struct {
	name, text, mediaType string
	headers               map[string][]string
}

func (c *checker) body(data []byte, header http.Header, declared []receivedBody, required bool) {
	told := header.Get("Content-Type")
	emptyForm := told != ""
	if told == "" {
		told = declared[0].Media
	}
	found := bodyOfType(declared, baseType(told))
	emptyForm = emptyForm && found != nil && found.Kind == "form"
	if len(data) == 0 && !emptyForm {
		if required {
			c.add("", "required", "the request body is required")
		}
		return
	}
	if found == nil {
		c.add("", "contentMediaType", "the media type "+baseType(told)+" is not declared")
		return
	}
	switch {
	case found.Kind == "json":
		tree, err := jsonTree(data)
		if err != nil {
			c.add("", "content", "the body is not JSON")
			return
		}
		c.value(tree, found.Schema, "")
	case found.Kind == "text":
		c.value(readText(textIn(header, data), found.Schema), found.Schema, "")
	case found.Kind == "form" || strings.HasPrefix(baseType(told), "multipart/"):
		fields, ok := readFields(found.Kind, data, told)
		if !ok {
			c.add("", "content", "the body is not multipart with its boundary")
			return
		}
		named := slices.ContainsFunc(fields, func(field receivedField) bool { return field.name != "" })
		if found.Order != nil && !named {
			fields = c.named(found, fields)
		}
		c.form(found, fields)
	}
}

// bodyOfType finds the declaration for a media type: its own, else that of the narrowest range.
func bodyOfType(declared []receivedBody, sent string) *receivedBody {
	var found *receivedBody
	for i := range declared {
		known := baseType(declared[i].Media)
		if known == sent {
			return &declared[i]
		}
		if inRange(known, sent) && (found == nil || len(known) > len(baseType(found.Media))) {
			found = &declared[i]
		}
	}
	return found
}

func inRange(declared, sent string) bool {
	main, isRange := strings.CutSuffix(declared, "*")
	return declared == sent || declared == "*/*" || (isRange && strings.HasPrefix(sent, main))
}

// readFields reads the fields of a form in their order.
func readFields(kind string, data []byte, contentType string) (fields []receivedField, ok bool) {
	if kind == "form" {
		for _, pair := range strings.Split(string(data), "&") {
			name, value, _ := strings.Cut(pair, "=")
			if pair != "" {
				fields = append(fields, receivedField{name: formText(name), text: formText(value)})
			}
		}
		return fields, true
	}
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || parameters["boundary"] == "" {
		return nil, false
	}
	reader := multipart.NewReader(bytes.NewReader(data), parameters["boundary"])
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return fields, true
		}
		if err != nil {
			return nil, false
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, false
		}
		_, disposition, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition")) // it may be absent or invalid
		name := strings.NewReplacer("%22", `"`, "%0D", "\r", "%0A", "\n").Replace(disposition["name"])
		fields = append(fields, receivedField{name, string(content), part.Header.Get("Content-Type"), part.Header})
	}
}

// named names parts that have no names, as in multipart/mixed: by their order and media types.
func (c *checker) named(declared *receivedBody, fields []receivedField) (found []receivedField) {
	at := 0
	for i, field := range fields {
		sent := field.mediaType
		if sent == "" {
			sent = "text/plain"
		}
		place := at
		for ; place < len(declared.Order); place++ {
			part := declared.Parts[declared.Order[place]]
			if part.takes(sent) {
				break
			}
		}
		if place == len(declared.Order) {
			c.add("", "contentMediaType", fmt.Sprintf("part %d of %s is not declared", i+1, baseType(sent)))
			continue
		}
		field.name = declared.Order[place]
		found = append(found, field)
		if at = place; !declared.Parts[field.name].Repeated {
			at++
		}
	}
	return found
}

// headers checks the headers of a part.
func (c *checker) headers(part receivedPart, field receivedField, pointer string) {
	if field.headers == nil {
		return
	}
	for _, header := range part.Headers {
		tree, found, err := header.read(&receivedTexts{texts: field.headers})
		one := &checker{}
		switch {
		case err != nil:
			one.add("", "content", "is not JSON")
		case found:
			one.value(tree, header.Schema, "")
		case header.Required:
			one.add("", "required", "is required")
		}
		for _, wrong := range one.found {
			c.add(pointer, "headers", "its header "+header.Name+" "+wrong.Message)
		}
	}
}

func formText(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

func (c *checker) form(declared *receivedBody, sent []receivedField) {
	schema := targetOf(declared.Schema)
	var names []string
	fields := map[string][]receivedField{}
	for _, field := range sent {
		if field.name != "" && fields[field.name] == nil {
			names = append(names, field.name)
		}
		fields[field.name] = append(fields[field.name], field)
	}
	delete(fields, "")
	place := &receivedTexts{texts: map[string][]string{}, names: sortedKeys(declared.Parts)}
	for name, same := range fields {
		for _, field := range same {
			place.texts[name] = append(place.texts[name], field.text)
		}
	}
	value, spread := object{}, false
	var deep []string
	for _, name := range place.names {
		part := declared.Parts[name]
		tree, found := any(nil), false
		if part.Encode == "style" {
			spread = spread || part.Explode
			if part.Style == "deep-object" {
				deep = append(deep, name+"[")
			}
			param := receivedParam{
				Name: name, In: "query", Style: part.Style, Explode: part.Explode, Schema: schemaOf(schema, name),
			}
			tree, found, _ = param.read(place) // a part with a style is not JSON
		} else {
			tree, found = c.part(part, name, fields[name], schemaOf(schema, name))
		}
		if found {
			value = append(value, member{name, tree})
		}
	}
	for _, name := range names {
		_, known := declared.Parts[name]
		used := slices.ContainsFunc(deep, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if !known && !spread && !used {
			same := fields[name]
			value = append(value, member{name, readText(same[len(same)-1].text, below(schema, "additionalProperties"))})
		}
	}
	c.value(value, declared.Schema, "")
}

// part reads the fields of one property, and reports their own violations.
func (c *checker) part(part receivedPart, name string, fields []receivedField, schema map[string]any) (any, bool) {
	if len(fields) == 0 {
		return nil, false
	}
	inner := schema
	if part.Repeated {
		inner = itemsOf(targetOf(schema))
	}
	list := []any{}
	for i, field := range fields {
		at := "/" + pointerToken(name)
		if part.Repeated {
			at += "/" + strconv.Itoa(i)
		}
		if !part.takes(field.mediaType) {
			c.add(at, "contentMediaType", "must be "+strings.Join(part.Types, " or ")+", not "+baseType(field.mediaType))
		}
		c.headers(part, field, at)
		tree, err := part.read(field, inner)
		if err != nil {
			c.add(at, "content", err.Error())
			return nil, false
		}
		list = append(list, tree)
	}
	if part.Repeated && len(list) == 1 && len(membersOf(targetOf(schema))) > 0 {
		alone, _ := part.read(fields[0], schema) // it was read before
		if fits(alone, schema) {
			return alone, true
		}
	}
	if part.Repeated {
		return list, true
	}
	return list[len(list)-1], true
}

// itemsOf is the schema of items: of an array, or of the first array in a union.
func itemsOf(schema map[string]any) map[string]any {
	for _, member := range membersOf(schema) {
		if inner := targetOf(member); inner["items"] != nil {
			return below(inner, "items")
		}
	}
	return below(schema, "items")
}

func (p *receivedPart) read(field receivedField, schema map[string]any) (any, error) {
	isObject := p.Objects != "" && baseType(field.mediaType) == baseType(p.Objects)
	switch {
	case p.Encode == "json" || isObject:
		return jsonTree([]byte(field.text))
	case p.Encode == "bytes":
		return field.text, nil
	}
	return readText(field.text, schema), nil
}

// takes tells whether a part may be of a media type.
func (p *receivedPart) takes(mediaType string) bool {
	if len(p.Types) == 0 || mediaType == "" {
		return true
	}
	return slices.ContainsFunc(p.Types, func(known string) bool { return inRange(baseType(known), baseType(mediaType)) })
}
