package sdk

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"
)

var (
	typeTime   = reflect.TypeFor[time.Time]()
	typeDate   = reflect.TypeFor[Date]()
	typeNumber = reflect.TypeFor[json.Number]()
	typeRaw    = reflect.TypeFor[json.RawMessage]()
	typeOpt    = reflect.TypeFor[optional]()
	typeString = reflect.TypeFor[string]()

	typeBase64URL = reflect.TypeFor[Base64URL]()
	typeAnyExtras = reflect.TypeFor[Extras[any]]()
)

// decode reads JSON. Values that do not fit a field of a model are kept and are not an error (unknown properties,
// values of another type); JSON of another shape than the value itself is an error.
func decode(data []byte, into any) error {
	data = bytes.TrimSpace(data)
	if err := brokenJSON(data); err != nil {
		return err
	}
	return decodeValue(data, reflect.ValueOf(into).Elem())
}

// brokenJSON says why data are not JSON in UTF-8; nil: they are.
func brokenJSON(data []byte) error {
	if !valid(data) {
		var anything any
		if err := json.Unmarshal(data, &anything); err != nil {
			return err
		}
		return errors.New("the JSON is not valid")
	}
	if !utf8.Valid(data) {
		return errors.New("the JSON is not UTF-8")
	}
	return nil
}

// wellFormed is text with U+FFFD in place of bytes that are not UTF-8.
func wellFormed(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// decodeValue reads valid JSON without spaces around it.
func decodeValue(raw []byte, v reflect.Value) error {
	_, err := decoderOf(v.Type())(raw, 0, v)
	return err
}

// decoder reads the value at an offset of valid JSON, and returns where it ends, even if it does not fit.
type decoder func(data []byte, at int, v reflect.Value) (end int, err error)

var decoders sync.Map

func decoderOf(of reflect.Type) decoder {
	if known, ok := decoders.Load(of); ok {
		return known.(decoder)
	}
	made := newDecoder(of)
	decoders.Store(of, made)
	return made
}

// later finds the decoder of a type when it is needed: types may be recursive.
func later(of reflect.Type) func() decoder {
	return sync.OnceValue(func() decoder { return decoderOf(of) })
}

func newDecoder(of reflect.Type) decoder {
	switch {
	case of == typeTime:
		return ofRaw(func(raw []byte, v reflect.Value) error {
			if raw[0] != '"' {
				return errShape
			}
			moment, err := parseTime(unquote(raw))
			if err == nil {
				*v.Addr().Interface().(*time.Time) = moment
			}
			return err
		})
	case of == typeDate:
		return ofRaw(func(raw []byte, v reflect.Value) error { return v.Addr().Interface().(*Date).UnmarshalJSON(raw) })
	case of == typeNumber:
		return ofRaw(func(raw []byte, v reflect.Value) error {
			if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
				return errShape
			}
			v.SetString(string(raw))
			return nil
		})
	case of == typeRaw:
		return ofRaw(func(raw []byte, v reflect.Value) error {
			v.SetBytes(append([]byte(nil), raw...))
			return nil
		})
	case of.Kind() == reflect.Struct && of.Implements(typeOpt):
		return decodeOpt(of)
	}
	return decoderOfKind(of)
}

func decoderOfKind(of reflect.Type) decoder {
	switch of.Kind() {
	case reflect.String:
		return ofRaw(decodeString)
	case reflect.Bool:
		return ofRaw(decodeBool)
	case reflect.Int, reflect.Int64:
		return ofRaw(decodeInt)
	case reflect.Uint64:
		return ofRaw(decodeUint)
	case reflect.Float64:
		return ofRaw(decodeFloat)
	case reflect.Pointer:
		return decodePointer(of)
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return ofRaw(decodeBytes)
		}
		return decodeSlice(of)
	case reflect.Map:
		return decodeMap(of)
	case reflect.Struct:
		return decodeStruct(of)
	case reflect.Interface:
		return ofRaw(decodeInterface)
	}
	return ofRaw(func([]byte, reflect.Value) error { return errShape })
}

// ofRaw is a decoder that takes only the JSON of its value. Null leaves a type without nil unchanged.
func ofRaw(read func(raw []byte, v reflect.Value) error) decoder {
	return func(data []byte, at int, v reflect.Value) (int, error) {
		end := skipValue(data, at)
		return end, read(data[at:end], v)
	}
}

func decodeString(raw []byte, v reflect.Value) error {
	if raw[0] != '"' {
		return errShape
	}
	v.SetString(unquote(raw))
	return nil
}

func decodeBool(raw []byte, v reflect.Value) error {
	if raw[0] != 't' && raw[0] != 'f' {
		return errShape
	}
	v.SetBool(raw[0] == 't')
	return nil
}

func decodeInt(raw []byte, v reflect.Value) error {
	number, err := strconv.ParseInt(string(raw), 10, 64)
	if err == nil && !v.OverflowInt(number) { // an int may have 32 bits
		v.SetInt(number)
		return nil
	}
	whole, err := strconv.ParseFloat(string(raw), 64) // 3.0, 1e3
	if err != nil || whole != float64(int64(whole)) || math.Abs(whole) > 1<<53 || v.OverflowInt(int64(whole)) {
		return errShape
	}
	v.SetInt(int64(whole))
	return nil
}

func decodeUint(raw []byte, v reflect.Value) error {
	number, err := strconv.ParseUint(string(raw), 10, 64)
	if err == nil {
		v.SetUint(number)
		return nil
	}
	whole, err := strconv.ParseFloat(string(raw), 64) // 3.0, 1e3
	if err != nil || whole < 0 || whole != math.Trunc(whole) || whole > 1<<53 {
		return errShape
	}
	v.SetUint(uint64(whole))
	return nil
}

func decodeFloat(raw []byte, v reflect.Value) error {
	number, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return errShape
	}
	v.SetFloat(number)
	return nil
}

func decodeBytes(raw []byte, v reflect.Value) error {
	if raw[0] != '"' {
		return errShape
	}
	if url, ok := v.Addr().Interface().(*Base64URL); ok {
		return url.UnmarshalText([]byte(unquote(raw)))
	}
	data, err := base64.StdEncoding.DecodeString(unquote(raw))
	if err == nil {
		v.SetBytes(data)
	}
	return err
}

// shaped tells whether a value begins with a character; if not, where it ends.
func shaped(data []byte, at int, sign byte) (int, error) {
	if data[at] == sign {
		return at, nil
	}
	return skipValue(data, at), errShape
}

func decodePointer(of reflect.Type) decoder {
	if of == typeFile { // JSON cannot be a file
		return func(data []byte, at int, _ reflect.Value) (int, error) { return skipValue(data, at), errShape }
	}
	elem := later(of.Elem())
	return func(data []byte, at int, v reflect.Value) (int, error) {
		if data[at] == 'n' {
			v.SetZero()
			return at + len("null"), nil
		}
		made := reflect.New(of.Elem())
		end, err := elem()(data, at, made.Elem())
		if err == nil {
			v.Set(made)
		}
		return end, err
	}
}

func decodeOpt(of reflect.Type) decoder {
	held, _ := of.FieldByName("value")
	elem := later(held.Type)
	return func(data []byte, at int, v reflect.Value) (int, error) {
		opened := v.Addr().Interface().(opener)
		if data[at] == 'n' {
			opened.open(null)
			return at + len("null"), nil
		}
		end, err := elem()(data, at, reflect.ValueOf(opened.open(present)).Elem())
		if err != nil {
			v.SetZero()
		}
		return end, err
	}
}

// counted is the number of items after which a list counts the rest, to allocate exactly.
const counted = 16

func decodeSlice(of reflect.Type) decoder {
	elem, first := later(of.Elem()), 4
	if of.Elem().Size() > 64 {
		first = 1
	}
	return func(data []byte, at int, v reflect.Value) (int, error) {
		if end, err := shaped(data, at, '['); err != nil {
			return end, err
		}
		read, failure, list := elem(), error(nil), data[at:]
		v.Set(reflect.MakeSlice(of, 0, first))
		at = skipSpace(data, at+1)
		for n := 0; data[at] != ']'; n++ {
			if n == v.Cap() && n < counted {
				v.Grow(1)
			} else if n == v.Cap() {
				v.Grow(eachItem(list, func([]byte) {}) - n)
			}
			v.SetLen(n + 1)
			end, err := read(data, at, v.Index(n))
			if err != nil {
				failure = err
			}
			if at = skipSpace(data, end); data[at] == ',' {
				at = skipSpace(data, at+1)
			}
		}
		if failure != nil {
			v.SetZero()
		}
		return at + 1, failure
	}
}

func decodeMap(of reflect.Type) decoder {
	elem := later(of.Elem())
	return func(data []byte, at int, v reflect.Value) (int, error) {
		if end, err := shaped(data, at, '{'); err != nil {
			return end, err
		}
		made, read, failure := reflect.MakeMap(of), elem(), error(nil)
		end := eachMember(data, at, func(name []byte, at int) int {
			value := reflect.New(of.Elem()).Elem()
			end, err := read(data, at, value)
			if err != nil {
				failure = err
			}
			key := reflect.ValueOf(unquote(name))
			if of.Key() != typeString {
				key = key.Convert(of.Key())
			}
			made.SetMapIndex(key, value)
			return end
		})
		if failure == nil {
			v.Set(made)
		}
		return end, failure
	}
}

// emptied tells whether a field is zero because of its JSON, and would be written the same way.
func (f *fieldLayout) emptied(raw []byte, target reflect.Value) bool {
	if f.optional || f.constant != nil {
		return false
	}
	switch target.Kind() {
	case reflect.String:
		return string(raw) == `""`
	case reflect.Bool:
		return string(raw) == "false"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return string(raw) == "0"
	case reflect.Pointer, reflect.Interface:
		return string(raw) == "null"
	case reflect.Slice, reflect.Map:
		return f.nullable && string(raw) == "null"
	}
	return false
}

func decodeStruct(of reflect.Type) decoder {
	plan := layoutOf(of)
	if plan.value >= 0 {
		elem := later(of.Field(plan.value).Type)
		return func(data []byte, at int, v reflect.Value) (int, error) { return elem()(data, at, v.Field(plan.value)) }
	}
	if plan.rest < 0 {
		return ofRaw(func(raw []byte, v reflect.Value) error {
			if raw[0] == 'n' {
				return errShape
			}
			return json.Unmarshal(raw, v.Addr().Interface())
		})
	}
	return func(data []byte, at int, v reflect.Value) (int, error) {
		if data[at] == 'n' {
			return at + len("null"), errShape
		}
		v.SetZero()
		more := restIn(v, plan.rest)
		if data[at] != '{' {
			end := skipValue(data, at)
			more.keepWhole(data[at:end])
			return end, nil
		}
		var few [64]bool
		seen := few[:]
		if len(plan.fields) > len(few) {
			seen = make([]bool, len(plan.fields))
		}
		var some [4]gap // more than these take memory
		gaps := some[:0]
		end := eachMember(data, at, func(name []byte, at int) int {
			index, known := plan.find(name)
			switch {
			case known:
				seen[index] = true
				return plan.fields[index].decode(data, at, v, more)
			case plan.lazy:
				gaps = append(gaps, gap{name, at, skipValue(data, at)})
				return gaps[len(gaps)-1].end
			}
			return more.keepExtra(unquote(name), data, at)
		})
		if len(gaps) > 0 {
			more.reader().receive(collected(data, gaps))
		}
		for i := range plan.fields {
			if !seen[i] && !plan.fields[i].optional {
				more.keepUnread(plan.fields[i].name, nil)
			}
		}
		return end, nil
	}
}

// find is the index of a field by the quoted name of its property.
func (l *layout) find(name []byte) (index int, known bool) {
	if inner := name[1 : len(name)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		index, known = l.byName[string(inner)] // takes no memory
	} else {
		index, known = l.byName[unquote(name)]
	}
	return index, known
}

// decode reads a field of a model.
func (f *fieldLayout) decode(data []byte, at int, v reflect.Value, more rest) int {
	target := v.Field(f.index)
	end, err := f.decoder()(data, at, target)
	if err != nil {
		target.SetZero()
	}
	switch {
	case !target.IsZero() || f.emptied(data[at:end], target):
	case f.optional && f.nullable && data[at] == 'n':
		more.reader().keepNull(f.name)
	default:
		more.keepUnread(f.name, data[at:end])
	}
	return end
}

func decodeInterface(raw []byte, v reflect.Value) error {
	if known, ok := unions()[v.Type()]; ok {
		if raw[0] == 'n' && !known.holdsNull() {
			v.SetZero() // like a pointer: an item of a list may be null
			return nil
		}
		v.Set(known.read(raw))
		return nil
	}
	if v.Type().NumMethod() > 0 { // one of several results, and not one that a reader makes
		return errors.New("it is of another type")
	}
	if value, _ := plainAt(raw, 0); value != nil {
		v.Set(reflect.ValueOf(value))
	} else {
		v.SetZero()
	}
	return nil
}
