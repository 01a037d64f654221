package sdk

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// receivedParam is how a parameter or a property of a form is read.
type receivedParam struct {
	Name, In, Media, Style string
	Explode, Required      bool
	Schema                 map[string]any
}

// receivedTexts are the texts of one place of a request, and the names that are declared there.
type receivedTexts struct {
	texts map[string][]string
	names []string
}

var (
	errNoJSON    = errors.New("is not JSON")
	plainNumber  = regexp.MustCompile(`^-?\d+(\.\d+)?([eE][+-]?\d+)?$`)
	deepToken    = regexp.MustCompile(`\[([^\[\]]*)\]`)
	onlyDigits   = regexp.MustCompile(`^\d{0,9}$`)
	styleBetween = map[string]string{"space-delimited": " ", "pipe-delimited": "|"}
)

func (r *ReceivedRequest) texts(in string) map[string][]string {
	found := map[string][]string{}
	switch in {
	case "query":
		return r.Query
	case "header":
		for name, values := range r.Header {
			found[http.CanonicalHeaderKey(name)] = values
		}
	case "cookie":
		for name, value := range r.Cookies {
			found[name] = []string{value}
		}
	case "path":
		for name, value := range r.Path {
			found[name] = []string{value}
		}
	}
	return found
}

// read reads a parameter as its declared type, and tells whether it is present. Text that cannot be read so stays text,
// and fails its check.
func (p receivedParam) read(place *receivedTexts) (tree any, found bool, err error) {
	if p.In == "header" {
		p.Name = http.CanonicalHeaderKey(p.Name)
	}
	if p.Media != "" {
		texts := place.texts[p.Name]
		if len(texts) == 0 {
			return nil, false, nil
		}
		last := texts[len(texts)-1]
		if !isJSON(baseType(p.Media)) {
			return last, true, nil
		}
		tree, err := jsonTree([]byte(last))
		return tree, err == nil, err
	}
	p.Schema = targetOf(p.Schema)
	members := membersOf(p.Schema)
	if members == nil {
		tree, found = p.readKind(place)
		return tree, found, nil
	}
	for _, member := range members {
		p.Schema = member
		read, there, err := p.read(place)
		if err == nil && there && fits(read, member) {
			return read, true, nil
		}
		if there && !found {
			tree, found = read, true
		}
	}
	return tree, found, nil
}

func (p *receivedParam) readKind(place *receivedTexts) (any, bool) {
	kinds := heldKinds(p.Schema)
	switch {
	case p.Style == "deep-object":
		return p.deep(place)
	case slices.Contains(kinds, "object"):
		return p.object(place)
	}
	texts := place.texts[p.Name]
	if len(texts) == 0 {
		return nil, false
	}
	if slices.Contains(kinds, "array") {
		list := []any{}
		for _, text := range p.items(texts) {
			list = append(list, readText(text, below(p.Schema, "items")))
		}
		return list, true
	}
	return readText(p.bare(texts[len(texts)-1]), p.Schema), true
}

// bare removes the prefix that the style puts before a value.
func (p *receivedParam) bare(text string) string {
	switch p.Style {
	case "label":
		return strings.TrimPrefix(text, ".")
	case "matrix":
		return strings.TrimPrefix(strings.TrimPrefix(text, ";"+p.Name), "=")
	}
	return text
}

func (p *receivedParam) between() string {
	if delimiter, ok := styleBetween[p.Style]; ok {
		return delimiter
	}
	return ","
}

func (p *receivedParam) spreads() bool { return p.Explode && (p.In == "query" || p.In == "cookie") }

func (p *receivedParam) items(texts []string) []string {
	last := texts[len(texts)-1]
	switch {
	case p.Style == "label" && p.Explode:
		return strings.Split(strings.TrimPrefix(last, "."), ".")
	case p.Style == "matrix" && p.Explode:
		var values []string
		for _, item := range strings.Split(strings.TrimPrefix(last, ";"), ";") {
			_, value, _ := strings.Cut(item, "=")
			values = append(values, value)
		}
		return values
	case p.spreads():
		return texts
	}
	var values []string
	for _, text := range texts {
		for _, item := range strings.Split(p.bare(text), p.between()) {
			if p.In == "header" {
				item = strings.TrimSpace(item)
			}
			if item != "" || p.In != "header" { // items are never empty there (RFC 9110, 5.6.1)
				values = append(values, item)
			}
		}
	}
	return values
}

func (p *receivedParam) object(place *receivedTexts) (any, bool) {
	if p.spreads() {
		known, _ := p.Schema["properties"].(map[string]any)
		rest := p.Schema["additionalProperties"]
		made := object{}
		for _, name := range sortedKeys(place.texts) {
			_, declared := known[name]
			if declared || (rest != nil && rest != false && !slices.Contains(place.names, name)) {
				made = append(made, member{name, readValue(place.texts[name], schemaOf(p.Schema, name))})
			}
		}
		return made, len(made) > 0
	}
	texts := place.texts[p.Name]
	if len(texts) == 0 {
		return nil, false
	}
	last := texts[len(texts)-1]
	if p.In == "header" && strings.TrimSpace(last) == "" {
		return object{}, true
	}
	pairs, ok := p.pairs(last)
	if !ok {
		return last, true
	}
	made := object{}
	for _, pair := range pairs {
		made = made.with(pair[0], readText(pair[1], schemaOf(p.Schema, pair[0])))
	}
	return made, true
}

// pairs splits k,v or k=v; the text may be neither.
func (p *receivedParam) pairs(text string) (found [][2]string, ok bool) {
	if p.Explode {
		between := ","
		switch p.Style {
		case "label":
			between = "."
		case "matrix":
			between = ";"
		}
		for _, item := range strings.Split(strings.TrimPrefix(text, between), between) {
			name, value, ok := strings.Cut(item, "=")
			if !ok && p.Style == "label" && found != nil { // a value may have dots
				found[len(found)-1][1] += between + item
				continue
			}
			if !ok && p.Style != "matrix" { // ;name is an empty text
				return nil, false
			}
			found = append(found, [2]string{strings.TrimSpace(name), value})
		}
		return found, true
	}
	parts := strings.Split(p.bare(text), p.between())
	for i := 0; i+1 < len(parts); i += 2 {
		found = append(found, [2]string{strings.TrimSpace(parts[i]), parts[i+1]})
	}
	return found, len(parts)%2 == 0
}

// deepNode is a value in name[a][b]=value: its texts, or what is below it.
type deepNode struct {
	texts []string
	below map[string]*deepNode
}

func (p *receivedParam) deep(place *receivedTexts) (any, bool) {
	root := &deepNode{below: map[string]*deepNode{}}
	for _, key := range sortedKeys(place.texts) {
		rest, ok := strings.CutPrefix(key, p.Name)
		var path []string
		for _, token := range deepToken.FindAllStringSubmatch(rest, -1) {
			path = append(path, token[1])
		}
		if !ok || len(path) == 0 || "["+strings.Join(path, "][")+"]" != rest {
			continue
		}
		node := root
		for _, token := range path {
			if node.below == nil {
				node.below = map[string]*deepNode{}
			}
			if node.below[token] == nil {
				node.below[token] = &deepNode{}
			}
			node = node.below[token]
		}
		node.texts = place.texts[key]
	}
	if len(root.below) == 0 {
		return nil, false
	}
	return root.read(p.Schema), true
}

func (n *deepNode) read(schema map[string]any) any {
	schema = targetOf(schema)
	for _, member := range membersOf(schema) {
		if read := n.read(member); fits(read, member) {
			return read
		}
	}
	isArray := slices.Contains(heldKinds(schema), "array")
	if n.below == nil {
		return readValue(n.texts, schema)
	}
	keys := sortedKeys(n.below)
	if isArray && !slices.ContainsFunc(keys, func(key string) bool { return !onlyDigits.MatchString(key) }) {
		sort.SliceStable(keys, func(i, j int) bool { return indexOfKey(keys[i]) < indexOfKey(keys[j]) })
		list := []any{}
		for _, key := range keys {
			node := n.below[key]
			if key != "" || node.below != nil {
				list = append(list, node.read(below(schema, "items")))
				continue
			}
			for _, text := range node.texts {
				list = append(list, readText(text, below(schema, "items")))
			}
		}
		return list
	}
	made := object{}
	for _, key := range keys {
		made = append(made, member{key, n.below[key].read(schemaOf(schema, key))})
	}
	return made
}

func indexOfKey(key string) int {
	number, _ := strconv.Atoi(key) // "" is 0
	return number
}

// readValue reads one text, or several if an array is declared.
func readValue(texts []string, schema map[string]any) any {
	schema = targetOf(schema)
	if len(texts) == 0 {
		return ""
	}
	if !slices.Contains(heldKinds(schema), "array") || (len(texts) == 1 && strings.HasPrefix(texts[0], "[")) {
		return readText(texts[len(texts)-1], schema)
	}
	list := []any{}
	for _, text := range texts {
		list = append(list, readText(text, below(schema, "items")))
	}
	return list
}

// readText reads a text as its declared type; containers within a text are JSON.
func readText(text string, schema map[string]any) any {
	schema = targetOf(schema)
	for _, member := range membersOf(schema) {
		if read := readText(text, member); fits(read, member) {
			return read
		}
	}
	kinds := heldKinds(schema)
	has := func(kind string) bool { return slices.Contains(kinds, kind) }
	switch {
	case has("boolean") && (text == "true" || text == "false"):
		return text == "true"
	case (has("integer") || has("number")) && plainNumber.MatchString(text):
		return json.Number(text)
	case has("null") && text == "":
		return nil
	case has("array") || has("object"):
		if tree, err := jsonTree([]byte(text)); err == nil {
			return tree
		}
	}
	return text
}

func jsonTree(data []byte) (any, error) {
	if !json.Valid(data) {
		return nil, errNoJSON
	}
	return parseTree(data), nil
}

// targetOf is the schema for reading texts: the one that a schema refers to.
func targetOf(schema map[string]any) map[string]any {
	for range 100 {
		if read, ok := schema["read"].(map[string]any); ok {
			schema = read
		}
		target := referred(schema)
		if target == nil {
			return schema
		}
		schema = target
	}
	return schema
}

func membersOf(schema map[string]any) (found []map[string]any) {
	listed, ok := schema["anyOf"].([]any)
	if !ok {
		listed, _ = schema["oneOf"].([]any)
	}
	for _, item := range listed {
		if member, ok := item.(map[string]any); ok {
			found = append(found, member)
		}
	}
	return found
}

func below(schema map[string]any, keyword string) map[string]any {
	found, _ := schema[keyword].(map[string]any)
	return found
}

func schemaOf(schema map[string]any, name string) map[string]any {
	if found, ok := below(schema, "properties")[name].(map[string]any); ok {
		return found
	}
	return below(schema, "additionalProperties")
}

// heldKinds are the JSON types that a schema allows, by its type or its values.
func heldKinds(schema map[string]any) []string {
	if kinds := kindsOf(schema); kinds != nil {
		return kinds
	}
	values, _ := schema["enum"].([]any)
	if only, ok := schema["const"]; ok {
		values = []any{only}
	}
	var kinds []string
	for _, value := range values {
		kinds = append(kinds, treeKind(value))
	}
	return kinds
}

func fits(tree any, schema map[string]any) bool {
	return (&checker{}).holds(tree, schema, leniently)
}
