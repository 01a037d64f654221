package sdk

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// structureOf converts a header that is a list, `1,2`, or an object, `a,1` or exploded `a=1`, to the JSON of a type.
func structureOf(text string, of reflect.Type) ([]byte, bool) {
	of = heldType(of)
	pieces := strings.Split(text, ",")
	switch {
	case of.Kind() == reflect.Slice && of.Elem().Kind() != reflect.Uint8:
		var out bytes.Buffer
		out.WriteByte('[')
		for i, one := range pieces {
			if i > 0 {
				out.WriteByte(',')
			}
			writeSingle(&out, one, of.Elem())
		}
		out.WriteByte(']')
		return out.Bytes(), true
	case of.Kind() == reflect.Map:
		return objectIn(pieces, func(string) reflect.Type { return of.Elem() })
	case of.Kind() == reflect.Struct && layoutOf(of).rest >= 0:
		return objectIn(pieces, layoutOf(of).typeOf(of))
	}
	return nil, false
}

// typeOf finds the types of the properties of a model.
func (l *layout) typeOf(of reflect.Type) func(name string) reflect.Type {
	return func(name string) reflect.Type {
		if at, ok := l.byName[name]; ok {
			return of.Field(l.fields[at].index).Type
		}
		return typeString
	}
}

func objectIn(pieces []string, typeOf func(name string) reflect.Type) ([]byte, bool) {
	exploded := true
	for _, one := range pieces {
		exploded = exploded && strings.Contains(one, "=")
	}
	var halves []string
	for _, one := range pieces {
		name, value, _ := strings.Cut(one, "=")
		if exploded {
			halves = append(halves, name, value)
		} else {
			halves = append(halves, one)
		}
	}
	if len(halves)%2 != 0 {
		return nil, false
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for i := 0; i < len(halves); i += 2 {
		if i > 0 {
			out.WriteByte(',')
		}
		name := strings.TrimSpace(halves[i])
		writeString(&out, name)
		out.WriteByte(':')
		writeSingle(&out, halves[i+1], typeOf(name))
	}
	out.WriteByte('}')
	return out.Bytes(), true
}

// writeSingle writes a text as the JSON of a type.
func writeSingle(out *bytes.Buffer, text string, of reflect.Type) {
	text = strings.TrimSpace(text)
	switch heldType(of).Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Interface:
		if json.Valid([]byte(text)) && !strings.ContainsAny(text, `{["`) {
			out.WriteString(text)
			return
		}
	}
	if heldType(of) == typeNumber && json.Valid([]byte(text)) {
		out.WriteString(text)
		return
	}
	writeString(out, text)
}

// heldType is the type behind pointers and Opt.
func heldType(of reflect.Type) reflect.Type {
	for {
		switch {
		case of.Kind() == reflect.Pointer:
			of = of.Elem()
		case of.Kind() == reflect.Struct && of.Implements(typeOpt):
			held, _ := of.FieldByName("value")
			of = held.Type
		default:
			return of
		}
	}
}
