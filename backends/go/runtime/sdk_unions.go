package sdk

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// unions are the interfaces that stand for several types. They are described by data without code, so that nothing runs
// when a program starts.
var unions = sync.OnceValue(func() map[reflect.Type]*unionOf {
	made := make(map[reflect.Type]*unionOf, len(unionTable))
	for _, known := range unionTable {
		made[reflect.TypeOf(known.of).Elem()] = known
	}
	return made
})

// unionOf is how the type of a value is found. A type is represented by a nil pointer to it.
type unionOf struct {
	of       any
	tag      string // the discriminator's property
	members  []unionMember
	fallback *unionMember // for an object with an unknown tag

	sorted   sync.Once
	byTag    map[string][]int // members by their tags
	untagged []int            // those without one
	tagless  []int            // those that an object without a tag may match
}

// unionMember is a type of a union, with the tags that select it and the shape of its values.
type unionMember struct {
	of   any
	tags []string
	look look
}

// look is the shape of values, as far as it distinguishes them.
type look struct {
	kinds  []string
	keys   []string
	consts []constant
	rest   bool     // an object without the properties of consts matches, too
	values []string // the possible scalars, as JSON
	items  []look   // shapes of which each list item, or map value, has one
}

// constant is a property with its value, as JSON; one that is listed several times has one of the values.
type constant struct{ name, value string }

func (u *unionOf) read(raw []byte) reflect.Value {
	for member, next := u.find(raw, 0); member != nil; member, next = u.find(raw, next) {
		made := reflect.New(reflect.TypeOf(member.of).Elem()).Elem()
		if err := decodeValue(raw, made); err == nil {
			return made
		}
	}
	return reflect.ValueOf(&UnknownMember{append(json.RawMessage(nil), raw...), tagText(u.tagIn(raw))})
}

func (u *unionOf) holdsNull() bool {
	return slices.ContainsFunc(u.members, func(m unionMember) bool { return slices.Contains(m.look.kinds, "null") })
}

// find returns the first member from an index on that matches the data, and the next index: the one that its tag
// selects, or, of several with that tag or without a tag, one that matches its shape.
func (u *unionOf) find(raw []byte, from int) (*unionMember, int) {
	u.sorted.Do(u.sort)
	found, known := u.candidates(raw)
	data := &seen{raw: raw}
	for _, i := range found {
		if i >= from && (known && len(found) == 1 || data.fits(&u.members[i].look)) {
			return &u.members[i], i + 1
		}
	}
	if from == 0 && !known && u.fallback != nil {
		return u.fallback, len(u.members)
	}
	return nil, len(u.members)
}

func (u *unionOf) sort() {
	u.byTag = map[string][]int{}
	for i := range u.members {
		member := &u.members[i]
		for _, tag := range member.tags {
			u.byTag[tag] = append(u.byTag[tag], i)
		}
		if member.tags == nil {
			u.untagged = append(u.untagged, i)
		}
		if member.tags == nil || member.look.rest {
			u.tagless = append(u.tagless, i)
		}
	}
}

// candidates are the members that data may match, and whether its tag selects them.
func (u *unionOf) candidates(raw []byte) (found []int, known bool) {
	if u.tag == "" || raw[0] != '{' {
		return u.untagged, false
	}
	value := u.tagIn(raw)
	if value == nil {
		return u.tagless, false
	}
	if found = u.byTag[tagText(value)]; found != nil {
		return found, true
	}
	return u.untagged, false
}

// tagIn is the value of the tag in an object; nil if there is none.
func (u *unionOf) tagIn(raw []byte) (value []byte) {
	if u.tag == "" || raw[0] != '{' {
		return nil
	}
	eachMember(raw, 0, func(name []byte, at int) int {
		end := skipValue(raw, at)
		if unquote(name) == u.tag {
			value = raw[at:end]
		}
		return end
	})
	return value
}

// tagText is a tag as text: a whole number has no fraction, null is empty.
func tagText(raw []byte) string {
	if len(raw) == 0 || raw[0] == 'n' {
		return ""
	}
	if raw[0] == '"' {
		return unquote(raw)
	}
	number, err := strconv.ParseFloat(string(raw), 64)
	if err == nil && number == math.Trunc(number) && math.Abs(number) < 1<<53 {
		return strconv.FormatInt(int64(number), 10)
	}
	return string(raw)
}

// seen is JSON whose properties are found on demand.
type seen struct {
	raw        []byte
	properties map[string][]byte
}

func (s *seen) fits(like *look) bool {
	kind := kindOf(s.raw)
	if len(like.kinds) > 0 && !slices.Contains(like.kinds, kind) {
		if kind != "integer" || !slices.Contains(like.kinds, "number") {
			return false
		}
	}
	switch kind {
	case "object":
		return s.fitsObject(like)
	case "array":
		fits := true
		if like.items != nil {
			eachItem(s.raw, func(item []byte) { fits = fits && oneFits(like.items, item) })
		}
		return fits
	}
	return like.values == nil || slices.ContainsFunc(like.values, func(value string) bool { return sameScalar(s.raw, value) })
}

func (s *seen) fitsObject(like *look) bool {
	if s.properties == nil {
		s.properties = map[string][]byte{}
		eachMember(s.raw, 0, func(name []byte, at int) int {
			end := skipValue(s.raw, at)
			s.properties[unquote(name)] = s.raw[at:end]
			return end
		})
	}
	for _, known := range like.consts {
		value, ok := s.properties[known.name]
		if !ok && !like.rest || ok && !has(like.consts, known.name, value) {
			return false
		}
	}
	for _, key := range like.keys {
		if _, ok := s.properties[key]; !ok {
			return false
		}
	}
	for _, value := range s.properties {
		if like.items != nil && !oneFits(like.items, value) {
			return false
		}
	}
	return true
}

// oneFits tells whether a list or a map may hold an item; null is always possible.
func oneFits(like []look, item []byte) bool {
	data := &seen{raw: item}
	return item[0] == 'n' || slices.ContainsFunc(like, func(one look) bool { return data.fits(&one) })
}

func has(consts []constant, name string, value []byte) bool {
	return slices.ContainsFunc(consts, func(known constant) bool {
		return known.name == name && sameScalar(value, known.value)
	})
}

// sameScalar compares a scalar with a known one: texts may be escaped differently.
func sameScalar(raw []byte, known string) bool {
	if string(raw) == known || raw[0] != '"' || known[0] != '"' {
		return string(raw) == known
	}
	return unquote(raw) == unquote([]byte(known))
}
