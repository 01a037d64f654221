package sdk

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// packing describes an operation by the tags of its struct of arguments.
type packing struct {
	op     *operation // with all parameters
	fields []int      // of those that are in the struct
	body   int        // the field that is the body; -1: it is made of fields, or there is no body
}

var packings sync.Map

// unpacked returns an operation that takes all arguments one by one, with their values and the body.
func (op *operation) unpacked(values []any, arguments any) (*operation, []any, any) {
	v := reflect.ValueOf(arguments)
	known, ok := packings.Load(op)
	if !ok {
		known, _ = packings.LoadOrStore(op, packingOf(op, v.Type()))
	}
	made := known.(*packing)
	values = slices.Clip(values)
	for _, index := range made.fields {
		values = append(values, throughUnion(v.Field(index)))
	}
	if made.body >= 0 {
		return made.op, values, throughUnion(v.Field(made.body))
	}
	return made.op, values, arguments
}

func packingOf(op *operation, of reflect.Type) *packing {
	full := *op
	full.packed, full.params = false, slices.Clone(op.params)
	made := &packing{op: &full, body: -1}
	for i := range of.NumField() {
		field := of.Field(i)
		if field.Tag.Get("sdk") == "body" {
			made.body = i
		} else if found, ok := taggedParam(field); ok {
			full.params, made.fields = append(full.params, found), append(made.fields, i)
		}
	}
	return made
}

// taggedParam reads the facts of a parameter from a field's tag.
func taggedParam(field reflect.StructField) (param, bool) {
	for _, place := range []string{"path", "query", "header", "cookie"} {
		if name, ok := field.Tag.Lookup(place); ok {
			made := param{in: place, name: name, arg: field.Name}
			for _, word := range strings.Split(field.Tag.Get("sdk"), ",") {
				made.set(word)
			}
			return made, true
		}
	}
	return param{}, false
}

func (p *param) set(word string) {
	switch word {
	case "explode":
		p.explode = true
	case "required":
		p.required = true
	case "blank":
		p.blank = true
	case "reserved":
		p.reserved = true
	case "json":
		p.json = true
	default:
		p.style = word
	}
}

// gathered is a body made of fields of a method's params: its properties in their order, with values of any type.
type gathered []member

var typeGathered = reflect.TypeFor[gathered]()

// argument is the body of a call as given: as a whole, by [WithBody] or an argument, or by its fields; nil if none is
// given.
func (b *body) argument(value any, whole *any) (any, error) {
	if whole != nil {
		if name := b.firstOf(value); name != "" {
			return nil, &ArgumentError{name, "is given, and so is the whole body by WithBody: give only one of them"}
		}
		return *whole, nil
	}
	if _, ready := value.(object); ready || !b.fields { // paging has made it ready
		return value, nil
	}
	return b.gather(value)
}

// firstOf names the first part of a body that is given; "" if none is.
func (b *body) firstOf(value any) string {
	if !b.fields {
		if _, sent := b.given(value); sent {
			return "body"
		}
		return ""
	}
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return ""
	}
	for _, field := range layoutOf(v.Type()).fields {
		if !v.Field(field.index).IsZero() {
			return v.Type().Field(field.index).Name
		}
	}
	return ""
}

// gather makes a body of the fields of params; nil if all are zero, unless the body is required and its required fields
// are all numbers, booleans and the like, whose zeros are values. Nil and absent fields are not sent; a zero number,
// boolean or text of a required field is.
func (b *body) gather(params any) (any, error) {
	v := reflect.ValueOf(params)
	if !v.IsValid() || len(layoutOf(v.Type()).fields) == 0 {
		return b.complete(nil), nil
	}
	var made object
	given, zeros, unsaid, missing := false, false, false, []string{}
	for _, field := range layoutOf(v.Type()).fields {
		value := v.Field(field.index)
		isThere := !value.IsZero()
		hasZero := field.hasZero(value.Kind())
		given = given || isThere
		zeros = zeros || hasZero
		unsaid = unsaid || hasZero && value.Kind() == reflect.String
		if isThere || hasZero {
			made = append(made, member{field.name, throughUnion(value)})
		} else if !field.optional {
			missing = append(missing, v.Type().Field(field.index).Name)
		}
	}
	switch {
	case !given && !(b.required && zeros && !unsaid && len(missing) == 0):
		return nil, nil
	case len(missing) > 1:
		return nil, &ArgumentError{missing[0], "is required, as well as " + strings.Join(missing[1:], ", ")}
	case len(missing) > 0:
		return nil, &ArgumentError{missing[0], "is required"}
	}
	return b.complete(made), nil
}

// complete puts constant properties first into a body, unless they are given.
func (b *body) complete(given object) gathered {
	made := gathered{}
	if b.fixed != "" {
		for _, item := range parseTree([]byte(b.fixed)).(object) {
			if _, told := given.get(item.name); !told {
				made = append(made, item)
			}
		}
	}
	return append(made, given...)
}

// divided is a body as its properties; false if it is not an object. sent: there is a body.
func (b *body) divided(value any, sent bool) (made gathered, ok bool, err error) {
	made, ok = value.(gathered)
	switch {
	case ok || !sent:
		return slices.Clone(made), true, nil
	case b.kind == "json":
		tree, err := treeOf(value)
		whole, ok := tree.(object)
		return gathered(slices.Clone(whole)), ok, err
	}
	found, err := b.properties(value)
	for _, item := range found {
		made = append(made, member{item.name, throughUnion(item.value)})
	}
	return made, true, err
}

// extended is a body with further properties, as [WithExtraBody] gives them; sent: there is a body without them.
func (b *body) extended(value any, sent bool, more object) (any, error) {
	if b.kind != "json" && b.kind != "form" && b.kind != "multipart" {
		return nil, &ArgumentError{"body", "takes no further properties: it is " + b.mediaType}
	}
	if !sent {
		value, sent = b.complete(nil), true
	}
	made, ok, err := b.divided(value, sent)
	if err != nil {
		return nil, bodyError(err)
	}
	if !ok {
		return nil, &ArgumentError{"body", "takes no further properties: it is not an object"}
	}
	for _, item := range more {
		made = gathered(object(made).with(item.name, item.value))
	}
	return made, nil
}

// turned is a body with a property that requests a stream: the method sets it, not the caller.
func (b *body) turned(value any, sent bool) (any, bool, error) {
	if !sent && (b.required || b.turns != "true") {
		return value, sent, nil
	}
	given, ok, err := b.divided(value, sent)
	if err != nil || !ok {
		return value, sent, err
	}
	made := slices.DeleteFunc(given, func(item member) bool { return item.name == b.switched })
	if b.turns != "" {
		made = append(made, member{b.switched, b.turns == "true"})
	}
	return made, true, nil
}

// hasZero tells whether the zero value of a field of params is a value.
func (f *fieldLayout) hasZero(kind reflect.Kind) bool {
	switch kind {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return false
	}
	return !f.optional && !f.opt
}
