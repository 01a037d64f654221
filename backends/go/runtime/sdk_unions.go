package sdk

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"
)

// unions are the interfaces that stand for several types. What is known of them is data without code, so that nothing
// runs when a program starts.
var unions = sync.OnceValue(func() map[reflect.Type]*unionOf {
	made := make(map[reflect.Type]*unionOf, len(unionTable))
	for _, known := range unionTable {
		made[reflect.TypeOf(known.of).Elem()] = known
	}
	return made
})

// unionOf is how the type of a value is found. A type stands here as a nil pointer to it.
type unionOf struct {
	of       any
	tag      string // the discriminator's property
	members  []unionMember
	fallback *unionMember // what has no known tag
}

// unionMember is a type of a union and what its values look like.
type unionMember struct {
	of     any
	tags   []string
	kinds  []string
	keys   []string
	consts []constant
	rest   bool // what remains: an object without the properties of consts fits, too
}

// constant is a property with a value it has, as JSON; of one that stands there several times, it has any.
type constant struct{ name, value string }

func (u *unionOf) read(raw []byte) reflect.Value {
	for member, next := u.find(raw, 0); member != nil; member, next = u.find(raw, next) {
		made := reflect.New(reflect.TypeOf(member.of).Elem()).Elem()
		if err := decodeValue(raw, made); err == nil {
			return made
		}
	}
	return reflect.ValueOf(&UnknownMember{append(json.RawMessage(nil), raw...)})
}

func (u *unionOf) holdsNull() bool {
	return slices.ContainsFunc(u.members, func(m unionMember) bool { return slices.Contains(m.kinds, "null") })
}

// find gives the first member from an index on that the data looks like, and the index behind it.
func (u *unionOf) find(raw []byte, from int) (*unionMember, int) {
	if from > 0 && from == len(u.members) {
		return nil, from
	}
	properties := map[string][]byte{}
	if raw[0] == '{' {
		eachMember(raw, 0, func(name []byte, at int) int {
			end := skipValue(raw, at)
			if known := unquote(name); u.tag == "" || u.tag == known {
				properties[known] = raw[at:end]
			}
			return end
		})
	}
	if u.tag != "" {
		return u.tagged(properties[u.tag]), len(u.members)
	}
	kind := kindOf(raw)
	for i := from; i < len(u.members); i++ {
		if u.members[i].fits(kind, properties) {
			return &u.members[i], i + 1
		}
	}
	return nil, len(u.members)
}

func (u *unionOf) tagged(raw []byte) *unionMember {
	tag := string(raw)
	if len(raw) > 0 && raw[0] == '"' {
		tag = unquote(raw)
	}
	for i := range u.members {
		if raw != nil && slices.Contains(u.members[i].tags, tag) {
			return &u.members[i]
		}
	}
	return u.fallback
}

func (m *unionMember) fits(kind string, properties map[string][]byte) bool {
	if len(m.kinds) > 0 && !slices.Contains(m.kinds, kind) {
		return kind == "integer" && slices.Contains(m.kinds, "number")
	}
	if kind != "object" {
		return true
	}
	for _, known := range m.consts {
		value, ok := properties[known.name]
		if !ok && !m.rest || ok && !slices.Contains(m.consts, constant{known.name, string(value)}) {
			return false
		}
	}
	for _, key := range m.keys {
		if _, ok := properties[key]; !ok {
			return false
		}
	}
	return true
}
