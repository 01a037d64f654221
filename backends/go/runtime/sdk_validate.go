package sdk

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Violation is one thing that is wrong with a value.
type Violation struct {
	// Pointer is where in the value, as a JSON pointer; "" is the value itself.
	Pointer string `json:"pointer"`
	// Rule is the keyword that is violated, such as required or maximum.
	Rule string `json:"rule"`
	// Message is what is wrong, in words.
	Message string `json:"message"`
	// Place is what is meant of a request: body, path, query, header or cookie.
	Place string `json:"place"`
}

// String writes the place and the message.
func (v Violation) String() string { return v.Place + v.Pointer + ": " + v.Message }

// ReceivedRequest is a request on the side of a server or a gateway.
type ReceivedRequest struct {
	Path    map[string]string
	Query   url.Values
	Header  http.Header
	Cookies map[string]string
	Body    []byte
}

// schemas are what is declared of types and operations.
type schemas struct {
	Types      map[string]any
	Operations map[string]struct {
		Params   []receivedParam
		Body     []receivedBody
		Required bool
	}
}

var readSchemas = sync.OnceValue(func() *schemas {
	made := &schemas{}
	decoder := json.NewDecoder(strings.NewReader(schemaText))
	decoder.UseNumber()
	if err := decoder.Decode(made); err != nil {
		panic(err) // the text is printed
	}
	return made
})

// Validate checks a model and gives all that is wrong with it.
func Validate(model any) []Violation {
	of := reflect.TypeOf(model)
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	tree, err := treeOf(model)
	if err != nil || of == nil {
		return []Violation{{"", "type", fmt.Sprintf("cannot be written as JSON: %v", err), "body"}}
	}
	check := &checker{place: "body"}
	check.value(tree, map[string]any{"$ref": of.Name()}, "")
	return check.found
}

// ValidateRequest checks a request against what the API declares of an operation, and gives all that is wrong with it:
// parameters of every style, the media type of the body, and the body by its schema. Nobody but a server needs it: a
// client checks only that nothing required is missing.
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

type checker struct {
	place  string
	found  []Violation
	strict bool
}

func (c *checker) add(pointer, rule, message string) {
	c.found = append(c.found, Violation{pointer, rule, message, c.place})
}

func kindsOf(schema map[string]any) []string {
	var kinds []string
	listed, _ := schema["type"].([]any)
	for _, kind := range listed {
		kinds = append(kinds, fmt.Sprint(kind))
	}
	return kinds
}

// value checks a tree against a schema.
func (c *checker) value(tree any, schema map[string]any, pointer string) {
	if name, ok := schema["$ref"].(string); ok {
		if target, ok := readSchemas().Types[name].(map[string]any); ok {
			c.value(tree, target, pointer)
		}
		return
	}
	kind := kindOf([]byte(jsonText(tree)))
	if kinds := kindsOf(schema); kinds != nil && !slices.Contains(kinds, kind) {
		if kind != "integer" || !slices.Contains(kinds, "number") {
			c.add(pointer, "type", "must be "+strings.Join(kinds, " or ")+", not "+kind)
			return
		}
	}
	if known, ok := schema["known"].([]any); ok && c.strict && brokenConstant("enum", tree, known) != "" {
		c.add(pointer, "enum", "is not known")
	}
	for _, keyword := range sortedKeys(schema) {
		if message := broken(keyword, tree, schema[keyword]); message != "" {
			c.add(pointer, keyword, message)
		}
	}
	switch value := tree.(type) {
	case []any:
		if items, ok := schema["items"].(map[string]any); ok {
			for i, item := range value {
				c.value(item, items, fmt.Sprintf("%s/%d", pointer, i))
			}
		}
	case object:
		c.properties(value, schema, pointer)
	}
	c.members(tree, schema, pointer)
}

func (c *checker) properties(value object, schema map[string]any, pointer string) {
	known, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := value.get(fmt.Sprint(name)); !ok {
			c.add(pointer+"/"+pointerToken(fmt.Sprint(name)), "required", "is required")
		}
	}
	for _, item := range value {
		below, ok := known[item.name]
		if !ok {
			below = schema["additionalProperties"]
		}
		at := pointer + "/" + pointerToken(item.name)
		switch below := below.(type) {
		case bool:
			if !below {
				c.add(at, "additionalProperties", "is not a known property")
			}
		case map[string]any:
			c.value(item.value, below, at)
		}
	}
}

func pointerToken(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// members checks a union: the member its tag names, else any member that fits.
func (c *checker) members(tree any, schema map[string]any, pointer string) {
	if pair, ok := schema["tagged"].([]any); ok && len(pair) == 2 {
		tag := fmt.Sprint(pair[0])
		tagged, _ := pair[1].(map[string]any)
		value, _ := tree.(object)
		found, _ := value.get(tag)
		if member, ok := tagged[textOf(found)].(map[string]any); ok {
			c.value(tree, member, pointer)
		} else if c.strict || schema["open"] != true {
			names := strings.Join(sortedKeys(tagged), ", ")
			c.add(pointer+"/"+pointerToken(tag), "discriminator", "must be one of "+names)
		}
		return
	}
	rule := "anyOf"
	members, ok := schema[rule].([]any)
	if !ok {
		rule = "oneOf"
		members, ok = schema[rule].([]any)
	}
	if !ok {
		return
	}
	switch fitting := fittingMembers(tree, members, c.strict); {
	case fitting == 0:
		c.add(pointer, rule, "is none of the types it may be")
	case rule == "oneOf" && fitting > 1 && fittingMembers(tree, members, true) > 1:
		c.add(pointer, rule, "is more than one of the types it may be")
	}
}

func fittingMembers(tree any, members []any, strict bool) (count int) {
	for _, member := range members {
		one := &checker{strict: strict}
		if typed, ok := member.(map[string]any); ok {
			one.value(tree, typed, "")
		}
		if len(one.found) == 0 {
			count++
		}
	}
	return count
}

// broken gives what is wrong with a value under one keyword.
func broken(keyword string, tree, limit any) string {
	switch value := tree.(type) {
	case json.Number:
		return brokenNumber(keyword, value, limit)
	case string:
		return brokenString(keyword, value, limit)
	case []any:
		return brokenCount(keyword, "Items", "items", len(value), limit, value)
	case object:
		return brokenCount(keyword, "Properties", "properties", len(value), limit, nil)
	}
	return brokenConstant(keyword, tree, limit)
}

func brokenConstant(keyword string, tree, limit any) string {
	if keyword == "enum" {
		listed, _ := limit.([]any)
		for _, item := range listed {
			if sameJSON(tree, item) {
				return ""
			}
		}
		return "must be one of " + jsonOf(limit)
	}
	if keyword == "const" && !sameJSON(tree, limit) {
		return "must be " + jsonOf(limit)
	}
	return ""
}

func sameJSON(tree, plain any) bool { return jsonText(tree) == jsonOf(plain) }

func jsonOf(plain any) string {
	tree, err := treeOf(plain)
	if err != nil {
		return ""
	}
	return jsonText(tree)
}

func brokenNumber(keyword string, number json.Number, limit any) string {
	bound, ok := limit.(json.Number)
	if !ok {
		return brokenConstant(keyword, number, limit)
	}
	left, right := ratOf(number), ratOf(bound)
	if left == nil || right == nil {
		return ""
	}
	order := left.Cmp(right)
	switch {
	case keyword == "minimum" && order < 0:
		return "must be at least " + string(bound)
	case keyword == "maximum" && order > 0:
		return "must be at most " + string(bound)
	case keyword == "exclusiveMinimum" && order <= 0:
		return "must be greater than " + string(bound)
	case keyword == "exclusiveMaximum" && order >= 0:
		return "must be less than " + string(bound)
	case keyword == "multipleOf" && right.Sign() != 0 && !new(big.Rat).Quo(left, right).IsInt():
		return "must be a multiple of " + string(bound)
	}
	return brokenConstant(keyword, number, limit)
}

// ratOf reads a number exactly; one with an enormous exponent is not looked at.
func ratOf(number json.Number) *big.Rat {
	if value, err := number.Float64(); err != nil || math.Abs(value) > 1e300 {
		return nil
	}
	made, ok := new(big.Rat).SetString(string(number))
	if !ok {
		return nil
	}
	return made
}

var formats = map[string]func(string) error{
	"date":      func(text string) error { _, err := ParseDate(text); return err },
	"date-time": func(text string) error { _, err := parseTime(text); return err },
}

func brokenString(keyword, text string, limit any) string {
	switch bound := limit.(type) {
	case json.Number:
		count, err := bound.Int64()
		length := int64(utf8.RuneCountInString(text))
		if err == nil && keyword == "minLength" && length < count {
			return "must have at least " + string(bound) + " characters"
		}
		if err == nil && keyword == "maxLength" && length > count {
			return "must have at most " + string(bound) + " characters"
		}
	case string:
		if check := formats[bound]; keyword == "format" && check != nil && check(text) != nil {
			return "must be a " + bound
		}
		// A pattern that Go's expressions cannot say is not checked.
		if pattern, err := regexp.Compile(bound); keyword == "pattern" && err == nil && !pattern.MatchString(text) {
			return "must match " + bound
		}
	}
	return brokenConstant(keyword, text, limit)
}

func brokenCount(keyword, kind, word string, count int, limit any, items []any) string {
	if keyword == "unique"+kind && limit == true {
		seen := map[string]bool{}
		for _, item := range items {
			text := jsonText(item)
			if seen[text] {
				return "must not have equal items"
			}
			seen[text] = true
		}
	}
	bound, ok := limit.(json.Number)
	if !ok {
		return ""
	}
	number, err := bound.Int64()
	switch {
	case err == nil && keyword == "min"+kind && int64(count) < number:
		return "must have at least " + string(bound) + " " + word
	case err == nil && keyword == "max"+kind && int64(count) > number:
		return "must have at most " + string(bound) + " " + word
	}
	return ""
}
