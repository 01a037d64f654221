package sdk

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// layout maps a struct to a JSON object.
type layout struct {
	fields []fieldLayout
	byName map[string]int
	rest   int  // the index of its Rest; -1: the struct is not a model of this package
	lazy   bool // its Rest holds any values, which stay JSON
	value  int  // the index of the field that is the whole value; -1: there is none
	opt    bool
}

type fieldLayout struct {
	name     string
	index    int
	optional bool
	nullable bool
	opt      bool
	constant []byte // what is sent if a required field is empty
	decoder  func() decoder
}

var layouts sync.Map

func layoutOf(of reflect.Type) *layout {
	if known, ok := layouts.Load(of); ok {
		return known.(*layout)
	}
	made := &layout{byName: map[string]int{}, rest: -1, value: -1, opt: of.Implements(typeOpt)}
	for i := range of.NumField() {
		made.add(of.Field(i), i)
	}
	layouts.Store(of, made)
	return made
}

func (l *layout) add(field reflect.StructField, index int) {
	if isRest(field) {
		l.rest, l.lazy = index, field.Type.Field(0).Type == typeAnyExtras
		return
	}
	if field.Tag.Get("sdk") == "value" {
		l.value = index
		return
	}
	name, rules, found := field.Tag.Get("json"), "", false
	for at := range name {
		if name[at] == ',' {
			name, rules = name[:at], name[at:]
			break
		}
	}
	if wire, ok := field.Tag.Lookup("wire"); ok {
		name, found = wire, true
	}
	if !field.IsExported() || (name == "" && !found) {
		return
	}
	made := fieldLayout{name: name, index: index, optional: rules != ""}
	made.decoder, made.opt = later(field.Type), field.Type.Implements(typeOpt)
	for _, word := range strings.Split(field.Tag.Get("sdk"), ",") {
		made.optional, made.nullable = made.optional || word == "optional", made.nullable || word == "null"
	}
	if constant := field.Tag.Get("const"); constant != "" {
		made.constant = []byte(constant)
	}
	l.byName[name] = len(l.fields)
	l.fields = append(l.fields, made)
}

// encode writes a value as JSON: a model by itself with the tag of the union that it came through.
func encode(value any) ([]byte, error) {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer && !v.IsNil() && !isSpecial(v) {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || isSpecial(v) {
		return encodeSent(value)
	}
	var out bytes.Buffer
	err := encodeStruct(&out, v, true)
	return out.Bytes(), err
}

// jsonOf is the JSON of a value for people; why there is none where it holds what JSON cannot, such as a file.
func jsonOf(value any) string {
	data, err := encode(value)
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return string(data)
}

// encodeSent writes a value as it is sent: without tags of unions that it does not go through.
func encodeSent(value any) ([]byte, error) {
	var out bytes.Buffer
	if err := encodeValue(&out, reflect.ValueOf(value)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func encodeValue(out *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() {
		out.WriteString("null")
		return nil
	}
	if handled, err := encodeSpecial(out, v); handled {
		return err
	}
	if v.CanInterface() && marshalsItself(v.Type()) {
		return encodeForeign(out, v)
	}
	if (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.IsNil() {
		out.WriteString("null")
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return &misfit{"", "the text is not UTF-8"}
		}
		writeString(out, v.String())
	case reflect.Bool:
		out.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		out.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		out.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		if number := v.Float(); math.IsNaN(number) || math.IsInf(number, 0) {
			return &misfit{"", fmt.Sprint(number, " is not JSON")}
		}
		return encodeForeign(out, v)
	case reflect.Interface:
		if v.NumMethod() > 0 && v.CanInterface() {
			return encodeValue(out, reflect.ValueOf(throughUnion(v)))
		}
		return encodeValue(out, v.Elem())
	case reflect.Pointer:
		return encodeValue(out, v.Elem())
	case reflect.Slice:
		return encodeSlice(out, v)
	case reflect.Map:
		return encodeMap(out, v)
	case reflect.Struct:
		return encodeStruct(out, v, false)
	case reflect.Array:
		return encodeSlice(out, v)
	default:
		return &misfit{"", v.Type().String() + " is not JSON"}
	}
	return nil
}

// misfit is a value that JSON cannot hold: its pointer, and what is wrong with it.
type misfit struct{ pointer, why string }

func (m *misfit) Error() string {
	if m.pointer == "" {
		return m.why
	}
	return m.why + ", at " + m.pointer
}

// inside says of an error that it is within a property or an item.
func inside(key string, err error) error {
	if err == nil {
		return nil
	}
	at := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	if found, ok := err.(*misfit); ok {
		return &misfit{at + found.pointer, found.why}
	}
	return &misfit{at, err.Error()}
}

var (
	typeMarshaler     = reflect.TypeFor[json.Marshaler]()
	typeTextMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	marshalers        sync.Map
)

// marshalsItself tells whether a type of another package writes itself, by methods of its own or of its pointer.
func marshalsItself(of reflect.Type) bool {
	if known, ok := marshalers.Load(of); ok {
		return known.(bool)
	}
	named := of
	if of.Kind() == reflect.Pointer {
		named = of.Elem()
	}
	pointer := reflect.PointerTo(named)
	does := named.Kind() != reflect.Interface && named.PkgPath() != "" && named.PkgPath() != typeDate.PkgPath() &&
		(pointer.Implements(typeMarshaler) || pointer.Implements(typeTextMarshaler))
	marshalers.Store(of, does)
	return does
}

// encodeSpecial writes the types with a JSON form of their own.
func encodeSpecial(out *bytes.Buffer, v reflect.Value) (bool, error) {
	if !isSpecial(v) || !v.CanInterface() {
		return false, nil
	}
	switch value := v.Interface().(type) {
	case time.Time:
		writeString(out, timeText(value))
	case Date:
		writeString(out, value.String())
	case json.Number:
		if value == "" {
			value = "0"
		}
		return true, encodeForeign(out, reflect.ValueOf(value))
	case json.RawMessage:
		return true, encodeForeign(out, v)
	case *File:
		return true, fmt.Errorf("a file cannot be written as JSON")
	case object:
		writeTree(out, value)
	case gathered:
		return true, encodeGathered(out, value)
	case tagged:
		return true, value.encode(out)
	case optional:
		inner, state := value.held()
		if state != present {
			out.WriteString("null")
			return true, nil
		}
		return true, encodeValue(out, reflect.ValueOf(inner))
	case *UnknownMember:
		if value == nil {
			out.WriteString("null")
			return true, nil
		}
		if !valid(value.Data) {
			return true, errors.New("the Data of an UnknownMember is not JSON")
		}
		out.Write(value.Data)
	default:
		return false, nil
	}
	return true, nil
}

// isSpecial tells whether a type may have a JSON form of its own; getting a value as an interface costs a copy.
func isSpecial(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return v.Type() == typeNumber
	case reflect.Slice:
		return v.Type() == typeRaw || v.Type() == typeObject || v.Type() == typeGathered
	case reflect.Pointer:
		return v.Type() == typeFile || v.Type() == typeUnknown
	case reflect.Struct:
		return v.Type() == typeTime || v.Type() == typeDate || v.Type() == typeTagged || layoutOf(v.Type()).opt
	}
	return false
}

func encodeGathered(out *bytes.Buffer, fields gathered) error {
	out.WriteByte('{')
	for i, item := range fields {
		comma(out, i)
		writeString(out, item.name)
		out.WriteByte(':')
		if err := encodeValue(out, reflect.ValueOf(item.value)); err != nil {
			return inside(item.name, err)
		}
	}
	out.WriteByte('}')
	return nil
}

var (
	typeObject  = reflect.TypeFor[object]()
	typeFile    = reflect.TypeFor[*File]()
	typeUnknown = reflect.TypeFor[*UnknownMember]()
	typeTagged  = reflect.TypeFor[tagged]()
)

// encodeForeign writes a value as encoding/json does. Methods of its pointer count: those of big.Int, say.
func encodeForeign(out *bytes.Buffer, v reflect.Value) error {
	if v.Kind() != reflect.Pointer && !v.CanAddr() {
		there := reflect.New(v.Type())
		there.Elem().Set(v)
		v = there
	} else if v.CanAddr() && v.Kind() != reflect.Pointer {
		v = v.Addr()
	}
	data, err := json.Marshal(v.Interface())
	out.Write(data)
	return err
}

func encodeSlice(out *bytes.Buffer, v reflect.Value) error {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		coding := base64.StdEncoding
		if v.Type() == typeBase64URL {
			coding = base64.RawURLEncoding
		}
		writeString(out, coding.EncodeToString(v.Bytes()))
		return nil
	}
	out.WriteByte('[')
	for i := range v.Len() {
		comma(out, i)
		if err := encodeValue(out, v.Index(i)); err != nil {
			return inside(strconv.Itoa(i), err)
		}
	}
	out.WriteByte(']')
	return nil
}

func encodeMap(out *bytes.Buffer, v reflect.Value) error {
	if v.Type().Key().Kind() != reflect.String {
		return encodeForeign(out, v)
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	out.WriteByte('{')
	for i, key := range keys {
		if !utf8.ValidString(key.String()) {
			return &misfit{"", strconv.Quote(key.String()) + " is not the name of a property: it is not UTF-8"}
		}
		comma(out, i)
		writeString(out, key.String())
		out.WriteByte(':')
		if err := encodeValue(out, v.MapIndex(key)); err != nil {
			return inside(key.String(), err)
		}
	}
	out.WriteByte('}')
	return nil
}

// encodeStruct writes a model; whole: with the tags of unions.
func encodeStruct(out *bytes.Buffer, v reflect.Value, whole bool) error {
	plan := layoutOf(v.Type())
	if plan.value >= 0 {
		return encodeValue(out, v.Field(plan.value))
	}
	if plan.rest < 0 {
		return encodeForeign(out, v)
	}
	count := 0
	out.WriteByte('{')
	start := out.Len()
	data, err := eachProperty(v, whole, func(name string, value reflect.Value) error {
		comma(out, count)
		count++
		writeString(out, name)
		out.WriteByte(':')
		return inside(name, encodeValue(out, value))
	})
	if data != nil {
		out.Truncate(start - 1)
		out.Write(data)
		return nil
	}
	out.WriteByte('}')
	return err
}

// eachProperty walks the properties of a model that are to be sent: its fields in their order, then those that the API
// does not name; tags: those of unions, too. It returns the whole JSON of a model that was read from something other than
// an object.
func eachProperty(v reflect.Value, tags bool, visit func(name string, value reflect.Value) error) (json.RawMessage, error) {
	plan := layoutOf(v.Type())
	more := restIn(v, plan.rest)
	if whole := more.whole(); whole != nil {
		return whole, nil
	}
	for _, field := range plan.fields {
		value, sent := field.sent(v.Field(field.index), more)
		if sent {
			if err := visit(field.name, value); err != nil {
				return nil, err
			}
		}
	}
	foreign := tagsByType()[v.Type()]
	err := more.extra.Interface().(undeclared).each(func(name string, value reflect.Value) error {
		if _, known := plan.byName[name]; known || !tags && isTagOf(foreign, name, value) {
			return nil
		}
		return visit(name, value)
	})
	if err != nil {
		return nil, err
	}
	if kept := more.kept(); kept != nil {
		for _, name := range sortedKeys(kept.Fields) {
			value := reflect.ValueOf(kept.Fields[name])
			if _, known := plan.byName[name]; known || !tags && isTagOf(foreign, name, value) {
				continue
			}
			if err := visit(name, value); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// sent finds the JSON value of a field, and whether it is sent.
func (f *fieldLayout) sent(value reflect.Value, more rest) (reflect.Value, bool) {
	if !value.IsZero() {
		return value, true
	}
	if raw, ok := more.raw(f.name); ok {
		return reflect.ValueOf(raw), raw != nil
	}
	if f.optional && f.nullable {
		return reflect.Value{}, more.extra.Interface().(undeclared).cameNull(f.name)
	}
	if f.constant != nil {
		return reflect.ValueOf(json.RawMessage(f.constant)), !f.optional
	}
	if f.optional || f.opt {
		return value, false
	}
	if !f.nullable && value.Kind() == reflect.Slice {
		return reflect.ValueOf([]any{}), true
	}
	if !f.nullable && value.Kind() == reflect.Map {
		return reflect.ValueOf(map[string]any{}), true
	}
	if value.Kind() == reflect.Slice || value.Kind() == reflect.Map {
		return reflect.Value{}, true
	}
	return value, true
}

func sortedKeys[T any](values map[string]T) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
