package sdk

import (
	"reflect"
	"slices"
	"strings"
)

// gathered is a body made of fields of a method's params: its properties in their order, with values of any type.
type gathered []member

var typeGathered = reflect.TypeFor[gathered]()

// argument is the body of a call as it was given: all of it, by [WithBody] or an argument, or some of its fields; nil
// where nothing is.
func (b *body) argument(value any, whole *any) (any, error) {
	if whole != nil {
		if name := b.firstOf(value); name != "" {
			return nil, &ArgumentError{name, "is given, and so is the whole body by WithBody: it is one or the other"}
		}
		return *whole, nil
	}
	if _, ready := value.(object); ready || !b.fields { // paging has made it ready
		return value, nil
	}
	return b.gather(value)
}

// firstOf names the first part of a body that is given; "" where none is.
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

// gather makes a body of the fields of params; nil where all are zero. What is nil or absent is not sent; a zero number,
// boolean or text is, of a field that is always there.
func (b *body) gather(params any) (any, error) {
	v := reflect.ValueOf(params)
	if !v.IsValid() {
		return b.complete(nil), nil
	}
	var made object
	given, missing := false, []string{}
	for _, field := range layoutOf(v.Type()).fields {
		value := v.Field(field.index)
		isThere := !value.IsZero()
		given = given || isThere
		if isThere || field.hasZero(value.Kind()) {
			made = append(made, member{field.name, value.Interface()})
		} else if !field.optional || slices.Contains(b.needs, field.name) {
			missing = append(missing, v.Type().Field(field.index).Name)
		}
	}
	switch {
	case !given:
		return nil, nil
	case len(missing) > 1:
		return nil, &ArgumentError{missing[0], "is required, as well as " + strings.Join(missing[1:], ", ")}
	case len(missing) > 0:
		return nil, &ArgumentError{missing[0], "is required"}
	}
	return b.complete(made), nil
}

// complete adds what a body always has, first, unless it is given.
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

// hasZero tells whether the zero value of a field of params is a value.
func (f *fieldLayout) hasZero(kind reflect.Kind) bool {
	switch kind {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return false
	}
	return !f.optional && !f.opt
}
