package sdk

import (
	"bytes"
	"fmt"
	"reflect"
)

// Opt is a value that may be absent, null, or set. The zero value is absent and is not sent.
type Opt[T any] struct {
	value T
	state state
}

type state uint8

const (
	absent state = iota
	null
	present
)

// Some is a value that is set.
func Some[T any](value T) Opt[T] { return Opt[T]{value, present} }

// Null is JSON's null. If the type is any, nil is absent and Null[any]() is null.
func Null[T any]() Opt[T] { return Opt[T]{state: null} }

// Get returns the value, and whether it is set.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == present }

// Or returns the value, or another if it is absent or null.
func (o Opt[T]) Or(other T) T {
	if o.state == present {
		return o.value
	}
	return other
}

// IsNull tells whether it is null, which is not the same as absent.
func (o Opt[T]) IsNull() bool { return o.state == null }

// IsZero tells whether it is absent (for omitzero).
func (o Opt[T]) IsZero() bool { return o.state == absent }

// String implements fmt.Stringer.
func (o Opt[T]) String() string {
	switch o.state {
	case absent:
		return "absent"
	case null:
		return "null"
	default:
		return fmt.Sprint(o.value)
	}
}

// MarshalJSON implements json.Marshaler.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	return encode(viaUnion(o.value))
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	var value T
	if err := decode(data, &value); err != nil {
		return err
	}
	*o = Some(value)
	return nil
}

// optional is the view of an Opt for the codec and the parameters.
type optional interface {
	held() (any, state)
}

// opener is what the codec writes to.
type opener interface {
	open(as state) any
}

func (o *Opt[T]) open(as state) any {
	o.state = as
	return &o.value
}

func (o Opt[T]) held() (any, state) {
	if reflect.TypeFor[T]().Kind() == reflect.Interface {
		return viaUnion(o.value), o.state
	}
	return o.value, o.state
}
