package sdk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
)

// Violation is one violation in a value.
type Violation struct {
	// Pointer is the place in the value, as a JSON pointer; "" is the value itself.
	Pointer string `json:"pointer"`
	// Rule is the keyword that is violated, such as required or maximum.
	Rule string `json:"rule"`
	// Message is what is wrong, in words.
	Message string `json:"message"`
	// Place is the part of a request: body, path, query, header or cookie.
	Place string `json:"place"`
}

// String writes the place and the message.
func (v Violation) String() string { return v.Place + v.Pointer + ": " + v.Message }

// ReceivedRequest is a request in a server or a gateway.
type ReceivedRequest struct {
	Path    map[string]string
	Query   url.Values
	Header  http.Header
	Cookies map[string]string
	Body    []byte
}

// schemas are the declarations of types and operations.
type schemas struct {
	Types      map[string]any
	Operations map[string]struct {
		Params   []receivedParam
		Body     []receivedBody
		Required bool
	}
	Answers map[string]map[string]map[string]answerSchemas // of successes: by operation, status and media type
}

var knownSchemas struct {
	once sync.Once
	schemas
}

// readSchemas reads the declarations. It is a function and not the value of a variable, which every program would link,
// with all schemas.
func readSchemas() *schemas {
	knownSchemas.once.Do(func() {
		decoder := json.NewDecoder(strings.NewReader(schemaText))
		decoder.UseNumber()
		if err := decoder.Decode(&knownSchemas.schemas); err != nil {
			panic(err) // the text is generated
		}
	})
	return &knownSchemas.schemas
}

// Validate checks a model, a member of a union, or a list or map of such, and returns all violations.
func Validate(model any) []Violation {
	of := reflect.TypeOf(model)
	tree, err := treeOf(model)
	if err != nil || of == nil {
		return []Violation{{"", "type", fmt.Sprintf("cannot be written as JSON: %v", err), "body"}}
	}
	check := &checker{place: "body"}
	check.value(tree, schemaOfType(of), "")
	return check.found
}

// schemaOfType is the schema of a Go type: that of a declared type, or of a list or map of such; nil for any other.
func schemaOfType(of reflect.Type) map[string]any {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	own := of.PkgPath() == reflect.TypeFor[Violation]().PkgPath()
	if _, known := readSchemas().Types[of.Name()]; known && own {
		return map[string]any{"$ref": of.Name()}
	}
	for _, known := range unionTable {
		for i := range known.members {
			if reflect.TypeOf(known.members[i].of).Elem() == of { // a member that is no model has a type of its own
				return map[string]any{"$ref": reflect.TypeOf(known.of).Elem().Name()}
			}
		}
	}
	switch {
	case of.Kind() == reflect.Slice && of.Elem().Kind() != reflect.Uint8:
		return schemaOfTypes("array", "items", of.Elem())
	case of.Kind() == reflect.Map:
		return schemaOfTypes("object", "additionalProperties", of.Elem())
	}
	return nil
}

func schemaOfTypes(kind, keyword string, of reflect.Type) map[string]any {
	made := map[string]any{"type": []any{kind}}
	inner := schemaOfType(of)
	if inner == nil {
		return made
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface: // nil is null
		inner = map[string]any{"anyOf": []any{map[string]any{"type": []any{"null"}}, inner}}
	}
	made[keyword] = inner
	return made
}

// ValidateRequest checks a request against the API's declaration of an operation, and returns all violations: of
// parameters in every style, of the body's media type, and of the body's schema. It is for servers and gateways; a
// client checks its own calls with [WithValidation].
func ValidateRequest(operation string, request ReceivedRequest) ([]Violation, error) {
	declared, ok := readSchemas().Operations[operation]
	if !ok {
		return nil, fmt.Errorf("there is no operation %q", operation)
	}
	check := &checker{}
	places := map[string]*receivedTexts{}
	for _, in := range []string{"path", "query", "header", "cookie"} {
		places[in] = &receivedTexts{texts: request.texts(in)}
	}
	for _, param := range declared.Params {
		places[param.In].names = append(places[param.In].names, param.Name)
	}
	for _, param := range declared.Params {
		check.param(param, places[param.In])
	}
	check.place = "body"
	if declared.Body != nil {
		header := http.Header{}
		for name, values := range request.Header {
			header[http.CanonicalHeaderKey(name)] = values
		}
		check.body(request.Body, header, declared.Body, declared.Required)
	}
	return check.found, nil
}

func (c *checker) param(param receivedParam, place *receivedTexts) {
	c.place = param.In
	pointer := "/" + pointerToken(param.Name)
	tree, found, err := param.read(place)
	switch {
	case err != nil:
		c.add(pointer, "content", err.Error())
	case found:
		c.value(tree, param.Schema, pointer)
	case param.Required:
		c.add(pointer, "required", "is required")
	}
}
