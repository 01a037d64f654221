package sdk

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Extras are the properties of a model that the API does not declare, by name. What was received stays JSON until it is
// first asked for. Like maps, copies share what they hold, except that setting a property of a zero value leaves its
// copies empty; reading is safe for several goroutines.
type Extras[T any] struct {
	kept  *extras[T]
	nulls *[]string // fields of the model that came as null and whose nil says so as little as that they are absent
}

// ExtrasOf are properties to send.
func ExtrasOf[T any](properties map[string]T) Extras[T] {
	return Extras[T]{kept: &extras[T]{made: properties}}
}

// Get returns the value of a property, and whether there is one. Any value is as encoding/json reads it, but a number is
// a json.Number.
func (e Extras[T]) Get(name string) (T, bool) {
	value, ok := e.kept.read()[name]
	return value, ok
}

// Set adds or replaces a property.
func (e *Extras[T]) Set(name string, value T) {
	if e.kept == nil {
		e.kept = &extras[T]{}
	}
	if e.kept.read() == nil {
		e.kept.made = map[string]T{}
	}
	e.kept.made[name] = value
}

// Delete removes a property.
func (e Extras[T]) Delete(name string) { delete(e.kept.read(), name) }

// Len is the number of properties.
func (e Extras[T]) Len() int { return len(e.kept.read()) }

// All are the properties, sorted by name.
func (e Extras[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		found := e.kept.read()
		for _, name := range sortedKeys(found) {
			if !yield(name, found[name]) {
				return
			}
		}
	}
}

// String is their JSON.
func (e Extras[T]) String() string {
	if e.Len() == 0 {
		return "{}"
	}
	return jsonOf(e.kept.read())
}

// extras is what copies of Extras share.
type extras[T any] struct {
	lock sync.Mutex // for the first reading
	came string     // the object that was received; "" once it was read
	made map[string]T
}

func (e *extras[T]) read() map[string]T {
	if e == nil {
		return nil
	}
	e.lock.Lock()
	defer e.lock.Unlock()
	if e.came != "" {
		_ = decodeValue([]byte(e.came), reflect.ValueOf(&e.made).Elem()) // any value fits
		e.came = ""
	}
	return e.made
}

// undeclared is the view of Extras for the codec.
type undeclared interface {
	each(visit func(name string, value reflect.Value) error) error
	cameNull(name string) bool
}

// undeclaredReader is what the codec writes to.
type undeclaredReader interface {
	receive(came string)
	keepNull(name string)
	keep(name string, data []byte, at int) (end int, err error)
}

func (e *Extras[T]) receive(came string) { e.kept = &extras[T]{came: came} }

func (e *Extras[T]) keepNull(name string) {
	if e.nulls == nil {
		e.nulls = &[]string{}
	}
	*e.nulls = append(*e.nulls, name)
}

func (e Extras[T]) cameNull(name string) bool {
	return e.nulls != nil && slices.Contains(*e.nulls, name)
}

// keep reads the value at an offset, unless it does not fit, and returns where it ends.
func (e *Extras[T]) keep(name string, data []byte, at int) (int, error) {
	var value T
	end, err := decoderOf(reflect.TypeFor[T]())(data, at, reflect.ValueOf(&value).Elem())
	if err == nil {
		e.Set(name, value)
	}
	return end, err
}

func (e Extras[T]) each(visit func(name string, value reflect.Value) error) error {
	found := e.kept.read()
	for _, name := range sortedKeys(found) {
		value := found[name]
		if err := visit(name, reflect.ValueOf(&value).Elem()); err != nil {
			return err
		}
	}
	return nil
}

// gap is a property that a model does not declare, in the JSON of an object: its quoted name, and where its value is.
type gap struct {
	name    []byte
	at, end int
}

// collected is an object of some properties of another.
func collected(data []byte, gaps []gap) string {
	size := 1
	for _, one := range gaps {
		size += len(one.name) + 1 + one.end - one.at + 1
	}
	var made strings.Builder
	made.Grow(size)
	for i, one := range gaps {
		if i == 0 {
			made.WriteByte('{')
		} else {
			made.WriteByte(',')
		}
		made.Write(one.name)
		made.WriteByte(':')
		made.Write(data[one.at:one.end])
	}
	made.WriteByte('}')
	return made.String()
}
