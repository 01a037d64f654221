package sdk

import (
	"bytes"
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
	written  map[reflect.Type]string
}

// unionMember is a type of a union, with the tags that select it and the shape of its values.
type unionMember struct {
	of      any
	tags    []string
	written string // the tag that the union writes, as JSON; empty: the member has it by itself
	look    look
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
	u.byTag, u.written = map[string][]int{}, map[reflect.Type]string{}
	for i := range u.members {
		member := &u.members[i]
		if member.written != "" {
			u.written[reflect.TypeOf(member.of).Elem()] = member.written
		}
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

// tagged is a member of a union with the tag that belongs to the union, since the member does not declare it.
type tagged struct {
	name, tag string
	value     any
}

// throughUnion is a value as it is sent: a value of an interface with the tag that its union writes, if there is one.
func throughUnion(v reflect.Value) any {
	if v.Kind() == reflect.Interface && v.NumMethod() > 0 && !v.IsNil() {
		if known, ok := unions()[v.Type()]; ok {
			return known.sent(v.Elem().Interface())
		}
	}
	return v.Interface()
}

// viaUnion is an argument as it is sent.
func viaUnion[T any](value T) any { return throughUnion(reflect.ValueOf(&value).Elem()) }

func (u *unionOf) sent(value any) any {
	u.sorted.Do(u.sort)
	of := reflect.TypeOf(value)
	tag, ok := u.written[of]
	if !ok && of != nil && of.Kind() == reflect.Struct { // a body may be given as the member itself
		tag, ok = u.written[reflect.PointerTo(of)]
	}
	if ok && !isNil(value) {
		return tagged{u.tag, tag, value}
	}
	return value
}

// encode writes the value, and in it the tag, unless it has one.
func (t tagged) encode(out *bytes.Buffer) error {
	start := out.Len()
	if err := encodeValue(out, reflect.ValueOf(t.value)); err != nil {
		return err
	}
	written := bytes.Clone(out.Bytes()[start:])
	if written[0] != '{' || (&unionOf{tag: t.name}).tagIn(written) != nil {
		return nil
	}
	out.Truncate(start + 1)
	writeString(out, t.name)
	out.WriteString(":" + t.tag)
	if written[1] != '}' {
		out.WriteByte(',')
	}
	out.Write(written[1:])
	return nil
}

// tagsByType are the tags that unions write with models that do not declare them. A model that came through one union
// has its tag among the undeclared properties; where it is sent elsewhere, that is left out.
var tagsByType = sync.OnceValue(func() map[reflect.Type]map[string][]string {
	made := map[reflect.Type]map[string][]string{}
	for _, union := range unionTable {
		for _, member := range union.members {
			if member.written != "" {
				addTag(made, reflect.TypeOf(member.of).Elem(), union.tag, member.written, map[reflect.Type]bool{})
			}
		}
	}
	return made
})

func addTag(tags map[reflect.Type]map[string][]string, of reflect.Type, name, tag string, seen map[reflect.Type]bool) {
	if inner := unions()[of]; inner != nil && !seen[of] { // the models of a union in the union
		seen[of] = true
		for _, member := range inner.members {
			addTag(tags, reflect.TypeOf(member.of).Elem(), name, tag, seen)
		}
	}
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return
	}
	if plan := layoutOf(of); plan.value >= 0 {
		addTag(tags, of.Field(plan.value).Type, name, tag, seen)
		return
	}
	if tags[of] == nil {
		tags[of] = map[string][]string{}
	}
	if !slices.Contains(tags[of][name], tag) {
		tags[of][name] = append(tags[of][name], tag)
	}
}

// isTagOf tells whether a property is a tag of a union, of those for a model.
func isTagOf(tags map[string][]string, name string, value reflect.Value) bool {
	known := tags[name]
	if known == nil {
		return false
	}
	written, err := encode(value.Interface())
	return err == nil && slices.ContainsFunc(known, func(tag string) bool { return sameScalar(written, tag) })
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
	if string(raw) == known || len(raw) == 0 || raw[0] != '"' || known[0] != '"' {
		return string(raw) == known
	}
	return unquote(raw) == unquote([]byte(known))
}
