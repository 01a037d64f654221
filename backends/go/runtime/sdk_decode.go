package sdk

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"
)

var (
	typeTime   = reflect.TypeFor[time.Time]()
	typeDate   = reflect.TypeFor[Date]()
	typeNumber = reflect.TypeFor[json.Number]()
	typeRaw    = reflect.TypeFor[json.RawMessage]()
	typeOpt    = reflect.TypeFor[optional]()
)

// decode reads JSON. What does not fit a field of a model is kept beside it and is no error (unknown properties, values
// of another type); JSON of another shape than the value itself is one.
func decode(data []byte, into any) error {
	data = bytes.TrimSpace(data)
	if !json.Valid(data) {
		var anything any
		if err := json.Unmarshal(data, &anything); err != nil {
			return err
		}
		return errors.New("the JSON is not valid")
	}
	return decodeValid(data, into)
}

func decodeValid(data []byte, into any) error {
	return decodeValue(data, reflect.ValueOf(into).Elem())
}

// decodeValue reads valid JSON without spaces around it.
func decodeValue(raw []byte, v reflect.Value) error {
	if handled, err := decodeSpecial(raw, v); handled {
		return err
	}
	if raw[0] == 'n' {
		return decodeNull(v)
	}
	switch v.Kind() {
	case reflect.String:
		if raw[0] != '"' {
			return errShape
		}
		v.SetString(unquote(raw))
	case reflect.Bool:
		if raw[0] != 't' && raw[0] != 'f' {
			return errShape
		}
		v.SetBool(raw[0] == 't')
	case reflect.Int, reflect.Int64:
		return decodeInt(raw, v)
	case reflect.Float64:
		number, err := strconv.ParseFloat(string(raw), 64)
		if err != nil {
			return errShape
		}
		v.SetFloat(number)
	case reflect.Pointer:
		made := reflect.New(v.Type().Elem())
		if err := decodeValue(raw, made.Elem()); err != nil {
			return err
		}
		v.Set(made)
	case reflect.Slice:
		return decodeSlice(raw, v)
	case reflect.Map:
		return decodeMap(raw, v)
	case reflect.Struct:
		return decodeStruct(raw, v)
	case reflect.Interface:
		return decodeInterface(raw, v)
	default:
		return errShape
	}
	return nil
}

func decodeNull(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		v.SetZero()
		return nil
	}
	return errShape
}

// decodeSpecial reads the types that are more than their kind.
func decodeSpecial(raw []byte, v reflect.Value) (bool, error) {
	switch of := v.Type(); {
	case of == typeTime:
		if raw[0] != '"' {
			return true, errShape
		}
		moment, err := parseTime(unquote(raw))
		if err == nil {
			v.Set(reflect.ValueOf(moment))
		}
		return true, err
	case of == typeDate:
		return true, v.Addr().Interface().(*Date).UnmarshalJSON(raw)
	case of == typeNumber:
		if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
			return true, errShape
		}
		v.SetString(string(raw))
		return true, nil
	case of == typeRaw:
		v.SetBytes(append([]byte(nil), raw...))
		return true, nil
	case v.Kind() == reflect.Struct && of.Implements(typeOpt):
		return true, v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(raw)
	}
	return false, nil
}

func decodeInt(raw []byte, v reflect.Value) error {
	number, err := strconv.ParseInt(string(raw), 10, 64)
	if err == nil {
		v.SetInt(number)
		return nil
	}
	whole, err := strconv.ParseFloat(string(raw), 64) // 3.0, 1e3
	if err != nil || whole != float64(int64(whole)) || whole > 1<<53 || whole < -(1<<53) {
		return errShape
	}
	v.SetInt(int64(whole))
	return nil
}

func decodeSlice(raw []byte, v reflect.Value) (err error) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if raw[0] != '"' {
			return errShape
		}
		data, err := base64.StdEncoding.DecodeString(unquote(raw))
		if err == nil {
			v.SetBytes(data)
		}
		return err
	}
	if raw[0] != '[' {
		return errShape
	}
	made := reflect.MakeSlice(v.Type(), 0, 4)
	item := reflect.New(v.Type().Elem()).Elem()
	eachItem(raw, func(raw []byte) {
		item.SetZero()
		if failure := decodeValue(raw, item); failure != nil {
			err = failure
		}
		made = reflect.Append(made, item)
	})
	if err == nil {
		v.Set(made)
	}
	return err
}

func decodeMap(raw []byte, v reflect.Value) (err error) {
	if raw[0] != '{' {
		return errShape
	}
	made := reflect.MakeMap(v.Type())
	eachMember(raw, func(name string, raw []byte) {
		value := reflect.New(v.Type().Elem()).Elem()
		if failure := decodeValue(raw, value); failure != nil {
			err = failure
		}
		made.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), value)
	})
	if err == nil {
		v.Set(made)
	}
	return err
}

func decodeStruct(raw []byte, v reflect.Value) error {
	plan := layoutOf(v.Type())
	if plan.value >= 0 {
		return decodeValue(raw, v.Field(plan.value))
	}
	if plan.rest < 0 {
		return json.Unmarshal(raw, v.Addr().Interface())
	}
	v.SetZero()
	more := restIn(v, plan.rest)
	if raw[0] != '{' {
		more.keepWhole(raw)
		return nil
	}
	seen := make([]bool, len(plan.fields))
	eachMember(raw, func(name string, raw []byte) {
		index, known := plan.byName[name]
		if !known {
			more.keepExtra(name, raw)
			return
		}
		seen[index] = true
		field := &plan.fields[index]
		target := v.Field(field.index)
		if decodeValue(raw, target) != nil {
			target.SetZero()
		}
		if target.IsZero() && (field.optional || !emptied(raw, target)) {
			more.keepUnread(name, raw)
		}
	})
	for i, found := range seen {
		if !found && !plan.fields[i].optional {
			more.keepUnread(plan.fields[i].name, nil)
		}
	}
	return nil
}

// emptied tells whether a field is zero because its JSON says so, and would be written the same way.
func emptied(raw []byte, target reflect.Value) bool {
	switch target.Kind() {
	case reflect.String:
		return string(raw) == `""`
	case reflect.Bool:
		return string(raw) == "false"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return string(raw) == "0"
	}
	return false
}

func decodeInterface(raw []byte, v reflect.Value) error {
	if known, ok := unions[v.Type()]; ok {
		made, err := known.read(raw)
		if err == nil {
			v.Set(made)
		}
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	if value != nil {
		v.Set(reflect.ValueOf(value))
	}
	return nil
}
