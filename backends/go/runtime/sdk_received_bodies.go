package sdk

import (
	"bytes"
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
}

// receivedPart is how a property of a form is read.
type receivedPart struct {
	Encode, Style     string
	Explode, Repeated bool
	Types             []string
}

// receivedField is a field of a form, or a part of a multipart body.
type receivedField struct{ text, mediaType string }

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
			c.add("", "content", "the body is no JSON")
			return
		}
		c.value(tree, found.Schema, "")
	case found.Kind == "text":
		c.value(textIn(header, data), found.Schema, "")
	case found.Kind == "form" || baseType(told) == "multipart/form-data":
		names, fields, ok := readFields(found.Kind, data, told)
		if !ok {
			c.add("", "content", "the body is no "+baseType(told)+" of its boundary")
			return
		}
		c.form(found, names, fields)
	}
}

// bodyOfType finds what is declared for a media type: itself, else the narrowest range.
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

// readFields reads the fields of a form by name, and their names in order.
func readFields(kind string, data []byte, contentType string) (names []string, fields map[string][]receivedField, ok bool) {
	fields = map[string][]receivedField{}
	add := func(name string, field receivedField) {
		if _, known := fields[name]; !known {
			names = append(names, name)
		}
		fields[name] = append(fields[name], field)
	}
	if kind == "form" {
		for _, pair := range strings.Split(string(data), "&") {
			name, value, _ := strings.Cut(pair, "=")
			if pair != "" {
				add(formText(name), receivedField{text: formText(value)})
			}
		}
		return names, fields, true
	}
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || parameters["boundary"] == "" {
		return nil, nil, false
	}
	reader := multipart.NewReader(bytes.NewReader(data), parameters["boundary"])
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return names, fields, true
		}
		if err != nil {
			return nil, nil, false
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, false
		}
		if name := part.FormName(); name != "" {
			plain := strings.NewReplacer("%22", `"`, "%0D", "\r", "%0A", "\n").Replace(name)
			add(plain, receivedField{string(content), part.Header.Get("Content-Type")})
		}
	}
}

func formText(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

func (c *checker) form(declared *receivedBody, names []string, fields map[string][]receivedField) {
	schema := targetOf(declared.Schema)
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
			tree, found, _ = param.read(place) // a part by style is no JSON
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

// part reads the fields of one property, and says what is wrong with them alone.
func (c *checker) part(part receivedPart, name string, fields []receivedField, schema map[string]any) (any, bool) {
	if len(fields) == 0 {
		return nil, false
	}
	inner := schema
	if part.Repeated {
		inner = below(targetOf(schema), "items")
	}
	list := []any{}
	for i, field := range fields {
		at := "/" + pointerToken(name)
		if part.Repeated {
			at += "/" + strconv.Itoa(i)
		}
		if !part.takes(field.mediaType) {
			c.add(at, "contentMediaType", "must be "+strings.Join(part.Types, " or ")+", not "+field.mediaType)
		}
		tree, err := part.read(field.text, inner)
		if err != nil {
			c.add(at, "content", err.Error())
			return nil, false
		}
		list = append(list, tree)
	}
	if part.Repeated {
		return list, true
	}
	return list[len(list)-1], true
}

func (p *receivedPart) read(text string, schema map[string]any) (any, error) {
	switch p.Encode {
	case "bytes":
		return text, nil
	case "json":
		return jsonTree([]byte(text))
	}
	return readText(text, schema), nil
}

// takes tells whether a part may be of a media type.
func (p *receivedPart) takes(mediaType string) bool {
	if len(p.Types) == 0 || mediaType == "" {
		return true
	}
	return slices.ContainsFunc(p.Types, func(known string) bool { return inRange(baseType(known), baseType(mediaType)) })
}
