package sdk

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// How strict a check is: from leniently about undeclared properties of closed objects, which pass in a response; from
// exactly about unknown members of open enums and unions; and with surely, to tell the members of a oneOf apart, about
// unknown formats.
const (
	asReceived = iota - 1
	leniently
	exactly
	surely
)

const maxDepth = 2000

// checker checks JSON values against schemas: JSON Schema 2020-12, the keywords for values.
type checker struct {
	place string
	found []Violation
	mode  int
	depth int
	quick bool // the first violation is enough
	known map[visited]bool
	said  map[visitedAt]bool
}

// visited is an object or array under a schema. Results are kept during one check: so the time stays linear in their
// number, however schemas refer to each other.
type visited struct {
	tree, schema uintptr
	mode         int
}

// visitedAt is where a schema was checked, so that nothing is reported twice.
type visitedAt struct {
	visited
	pointer string
}

// visitOf is the key of a visit; scalars and empty containers have none.
func (c *checker) visitOf(tree any, schema map[string]any) (found visited, ok bool) {
	switch value := tree.(type) {
	case object:
		ok = len(value) > 0
	case []any:
		ok = len(value) > 0
	}
	if ok {
		found = visited{reflect.ValueOf(tree).Pointer(), reflect.ValueOf(schema).Pointer(), c.mode}
	}
	return found, ok
}

// below is a checker of the same value that reports nothing.
func (c *checker) below(mode int) *checker {
	if c.known == nil {
		c.known = map[visited]bool{}
	}
	return &checker{mode: max(mode, c.mode), depth: c.depth, known: c.known}
}

func (c *checker) add(pointer, rule, message string) {
	c.found = append(c.found, Violation{pointer, rule, message, c.place})
}

// holds tells whether a value has no violations.
func (c *checker) holds(tree any, schema any, mode int) bool {
	one := c.below(mode)
	one.quick = true
	typed, _ := schema.(map[string]any)
	at, ok := one.visitOf(tree, typed)
	if ok {
		if known, found := c.known[at]; found {
			return known
		}
	}
	one.schema(tree, schema, "")
	if ok {
		c.known[at] = len(one.found) == 0
	}
	return len(one.found) == 0
}

// value checks a tree against a schema.
func (c *checker) value(tree any, schema map[string]any, pointer string) {
	if c.quick && len(c.found) > 0 {
		return
	}
	at, ok := c.visitOf(tree, schema)
	if !ok {
		c.plainly(tree, schema, pointer)
		return
	}
	if c.depth == 0 || c.known == nil {
		c.known = map[visited]bool{}
	}
	if c.known[at] {
		return
	}
	if c.quick {
		c.plainly(tree, schema, pointer)
		if len(c.found) == 0 {
			c.known[at] = true
		}
		return
	}
	if c.depth == 0 || c.said == nil {
		c.said = map[visitedAt]bool{}
	}
	if here := (visitedAt{at, pointer}); !c.said[here] {
		c.said[here] = true
		c.plainly(tree, schema, pointer)
	}
}

func (c *checker) plainly(tree any, schema map[string]any, pointer string) {
	if c.depth >= maxDepth {
		c.add(pointer, "depth", "is nested too deep")
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	if target := referred(schema); target != nil {
		c.value(tree, target, pointer)
	}
	if kind := treeKind(tree); !isOf(kind, schema) {
		c.add(pointer, "type", "must be "+strings.Join(kindsOf(schema), " or ")+", not "+kind)
		return
	}
	if known, ok := schema["known"]; ok && c.mode > leniently && brokenEnum(tree, known) != "" {
		c.add(pointer, "enum", "is not known")
	}
	c.alone(tree, schema, pointer)
	switch value := tree.(type) {
	case []any:
		c.items(value, schema, pointer)
	case object:
		c.properties(value, schema, pointer)
	}
	c.applied(tree, schema, pointer)
	c.unevaluated(tree, schema, pointer)
}

// schema checks a tree against a value that may be a schema.
func (c *checker) schema(tree any, schema any, pointer string) {
	if typed, ok := schema.(map[string]any); ok {
		c.value(tree, typed, pointer)
	}
}

func referred(schema map[string]any) map[string]any {
	name, ok := schema["$ref"].(string)
	if !ok {
		return nil
	}
	target, _ := readSchemas().Types[name].(map[string]any)
	return target
}

func kindsOf(schema map[string]any) []string { return textsIn(schema["type"]) }

func textsIn(list any) (texts []string) {
	listed, _ := list.([]any)
	for _, item := range listed {
		texts = append(texts, fmt.Sprint(item))
	}
	return texts
}

// alone checks the keywords of a single value; patterns skip a string that is too long.
func (c *checker) alone(tree any, schema map[string]any, pointer string) {
	tooLong := false
	for _, keyword := range assertions {
		limit, ok := schema[keyword]
		if !ok || (tooLong && keyword == "pattern") {
			continue
		}
		if message := broken(keyword, tree, limit); message != "" {
			tooLong = tooLong || keyword == "maxLength"
			c.add(pointer, keyword, message)
		} else if keyword == "format" && c.mode == surely && !isChecked(tree, limit) {
			c.add(pointer, keyword, "is of a format that is not checked")
		}
	}
}

func isChecked(tree, format any) bool {
	name, _ := format.(string)
	known := false
	if _, ok := tree.(string); ok {
		_, known = isText("", name)
	} else {
		_, known = isInteger("0", name)
	}
	return known
}

// --------------------------------------------------------------------------- containers

func (c *checker) items(list []any, schema map[string]any, pointer string) {
	prefix, _ := schema["prefixItems"].([]any)
	for i, item := range list {
		at := fmt.Sprintf("%s/%d", pointer, i)
		if i < len(prefix) {
			c.schema(item, prefix[i], at)
		} else {
			c.rest(item, schema, "items", at)
		}
	}
	if schema["contains"] == nil {
		return
	}
	count := 0
	for _, item := range list {
		if c.holds(item, schema["contains"], exactly) {
			count++
		}
	}
	least, rule := 1, "contains"
	if number, ok := wholeNumber(schema["minContains"]); ok {
		least, rule = number, "minContains"
	}
	most, bounded := wholeNumber(schema["maxContains"])
	switch {
	case count < least:
		c.add(pointer, rule, fmt.Sprintf("must contain at least %d items that match", least))
	case bounded && count > most:
		c.add(pointer, "maxContains", fmt.Sprintf("must contain at most %d items that match", most))
	}
}

func wholeNumber(value any) (int, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	count, err := number.Int64()
	return int(count), err == nil
}

func (c *checker) properties(value object, schema map[string]any, pointer string) {
	for _, name := range textsIn(schema["required"]) {
		if _, ok := value.get(name); !ok {
			c.add(pointer+"/"+pointerToken(name), "required", "is required")
		}
	}
	depending := below(schema, "dependentRequired")
	for _, name := range sortedKeys(depending) {
		if _, ok := value.get(name); !ok {
			continue
		}
		for _, other := range textsIn(depending[name]) {
			if _, ok := value.get(other); !ok {
				c.add(pointer+"/"+pointerToken(other), "dependentRequired", "is required where "+name+" is")
			}
		}
	}
	named := below(schema, "patternProperties")
	patterns := sortedKeys(named)
	known := below(schema, "properties")
	for _, item := range value {
		at := pointer + "/" + pointerToken(item.name)
		c.name(item.name, schema, at)
		own, said := known[item.name]
		if said {
			c.schema(item.value, own, at)
		}
		for _, pattern := range patterns {
			if isNamed(item.name, pattern) {
				said = true
				c.schema(item.value, named[pattern], at)
			}
		}
		if !said {
			c.rest(item.value, schema, "additionalProperties", at)
		}
	}
}

// name checks the name of a property.
func (c *checker) name(name string, schema map[string]any, pointer string) {
	if schema["propertyNames"] == nil {
		return
	}
	one := c.below(exactly)
	one.schema(name, schema["propertyNames"], "")
	for _, wrong := range one.found {
		c.add(pointer, "propertyNames", "is a name that "+wrong.Message)
	}
}

func isNamed(name, pattern string) bool {
	expression := compiledPattern(pattern)
	return expression != nil && expression.MatchString(name)
}

// rest checks the properties and items that no other keyword has a schema for.
func (c *checker) rest(tree any, schema map[string]any, keyword, pointer string) {
	if schema[keyword] != false {
		c.schema(tree, schema[keyword], pointer)
		return
	}
	if c.mode == asReceived && strings.HasSuffix(keyword, "Properties") {
		return
	}
	message := "is not a known property"
	if strings.HasSuffix(keyword, "tems") {
		message = "is one item too many"
	}
	c.add(pointer, keyword, message)
}

func pointerToken(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// --------------------------------------------------------------------------- schemas of the same value

func (c *checker) applied(tree any, schema map[string]any, pointer string) {
	for _, member := range listIn(schema, "allOf") {
		c.schema(tree, member, pointer)
	}
	c.tagged(tree, schema, pointer)
	if members, ok := schema["anyOf"].([]any); ok && c.fitting(tree, members, asReceived) == 0 {
		c.fitsNone(tree, members, "anyOf", pointer)
	}
	if members, ok := schema["oneOf"].([]any); ok {
		switch fitting := c.fitting(tree, members, asReceived); {
		case fitting == 0:
			c.fitsNone(tree, members, "oneOf", pointer)
		case fitting > 1 && c.fitting(tree, members, surely) > 1:
			c.add(pointer, "oneOf", "matches more than one of the allowed types")
		}
	}
	if not, ok := schema["not"].(map[string]any); ok && c.holds(tree, not, exactly) {
		message := "must not match the schema of `not`"
		if len(not) == 0 {
			message = "is not allowed"
		}
		c.add(pointer, "not", message)
	}
	if schema["if"] != nil {
		c.schema(tree, c.branch(tree, schema), pointer)
	}
	for _, member := range depending(tree, schema) {
		c.schema(tree, member, pointer)
	}
}

// fitsNone reports violations of the only member that a value can be meant as, if there is one.
func (c *checker) fitsNone(tree any, members []any, keyword, pointer string) {
	others := slices.DeleteFunc(slices.Clone(members), isNull)
	if len(others) > 1 {
		kind := treeKind(tree)
		others = slices.DeleteFunc(others, func(member any) bool { return !mayBe(kind, member) })
	}
	if len(others) == 1 {
		c.schema(tree, others[0], pointer)
	} else {
		c.add(pointer, keyword, "matches none of the allowed types")
	}
}

func mayBe(kind string, member any) bool {
	schema, _ := member.(map[string]any)
	for range 100 {
		if !isOf(kind, schema) {
			return false
		}
		if schema = referred(schema); schema == nil {
			break
		}
	}
	return true
}

func isOf(kind string, schema map[string]any) bool {
	kinds := kindsOf(schema)
	return kinds == nil || slices.Contains(kinds, kind) || (kind == "integer" && slices.Contains(kinds, "number"))
}

func isNull(schema any) bool {
	known, _ := schema.(map[string]any)
	kinds := listIn(known, "type")
	return len(kinds) == 1 && kinds[0] == "null"
}

func listIn(schema map[string]any, keyword string) []any {
	listed, _ := schema[keyword].([]any)
	return listed
}

func (c *checker) fitting(tree any, members []any, mode int) (count int) {
	for _, member := range members {
		if c.holds(tree, member, mode) {
			count++
		}
	}
	return count
}

// tagged checks the member of a union that the tag names.
func (c *checker) tagged(tree any, schema map[string]any, pointer string) {
	pair := listIn(schema, "tagged")
	value, ok := tree.(object)
	if len(pair) != 2 || !ok {
		return
	}
	members, _ := pair[1].(map[string]any)
	tag, there := value.get(fmt.Sprint(pair[0]))
	wrong := c.mode > leniently || schema["open"] != true
	if member := chosenMember(tag, members); member != nil {
		c.schema(tree, member, pointer)
		return
	} else if !there {
		wrong = !slices.Contains(listIn(schema, "required"), pair[0]) && c.unclear(tree, schema, members)
	}
	if wrong {
		names := strings.Join(sortedKeys(members), ", ")
		c.add(pointer+"/"+pointerToken(fmt.Sprint(pair[0])), "discriminator", "must be one of "+names)
	}
}

// chosenMember is the member that a tag names; numbers and booleans as JSON writes them.
func chosenMember(tag any, members map[string]any) any {
	if whole, ok := wholeNumber(tag); ok {
		return members[strconv.Itoa(whole)]
	}
	switch tag.(type) {
	case string, bool:
		return members[fmt.Sprint(tag)]
	}
	return nil
}

// unclear tells whether a value without a tag matches no member, or several of a oneOf.
func (c *checker) unclear(tree any, schema, members map[string]any) bool {
	each := map[string]any{}
	for _, member := range c.untagged(tree, members) {
		each[fmt.Sprint(member)] = member
	}
	if len(each) < 2 || schema["many"] == true {
		return len(each) == 0
	}
	return c.fitting(tree, slices.Collect(maps.Values(each)), surely) > 1
}

// untagged are the members that a value without a tag matches.
func (c *checker) untagged(tree any, members map[string]any) (found []any) {
	for _, member := range members {
		if c.holds(tree, member, asReceived) {
			found = append(found, member)
		}
	}
	return found
}

func (c *checker) branch(tree any, schema map[string]any) any {
	if c.holds(tree, schema["if"], exactly) {
		return schema["then"]
	}
	return schema["else"]
}

func depending(tree any, schema map[string]any) (found []any) {
	value, ok := tree.(object)
	members := below(schema, "dependentSchemas")
	if !ok {
		return nil
	}
	for _, name := range sortedKeys(members) {
		if _, ok := value.get(name); ok {
			found = append(found, members[name])
		}
	}
	return found
}

// --------------------------------------------------------------------------- evaluated properties and items

func (c *checker) unevaluated(tree any, schema map[string]any, pointer string) {
	_, ofItems := schema["unevaluatedItems"]
	_, ofProperties := schema["unevaluatedProperties"]
	switch value := tree.(type) {
	case []any:
		if !ofItems {
			return
		}
		seen := map[string]bool{}
		c.evaluated(tree, schema, "unevaluatedItems", seen)
		for i, item := range value {
			if at := fmt.Sprint(i); !seen[at] {
				c.rest(item, schema, "unevaluatedItems", pointer+"/"+at)
			}
		}
	case object:
		if !ofProperties {
			return
		}
		seen := map[string]bool{}
		c.evaluated(tree, schema, "unevaluatedProperties", seen)
		for _, item := range value {
			if !seen[item.name] {
				c.rest(item.value, schema, "unevaluatedProperties", pointer+"/"+pointerToken(item.name))
			}
		}
	}
}

// evaluated records the names, or indices, that a matching schema evaluates.
func (c *checker) evaluated(tree any, schema map[string]any, without string, seen map[string]bool) {
	if c.depth >= maxDepth {
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	if target := referred(schema); target != nil {
		c.evaluated(tree, target, "", seen)
	}
	says := func(keyword string) bool {
		_, ok := schema[keyword]
		return ok && keyword != without
	}
	switch value := tree.(type) {
	case []any:
		whole := says("items") || says("unevaluatedItems")
		prefix := listIn(schema, "prefixItems")
		for i, item := range value {
			if whole || i < len(prefix) || (says("contains") && c.holds(item, schema["contains"], exactly)) {
				seen[fmt.Sprint(i)] = true
			}
		}
	case object:
		whole := says("additionalProperties") || says("unevaluatedProperties")
		known, patterns := below(schema, "properties"), sortedKeys(below(schema, "patternProperties"))
		for _, item := range value {
			_, own := known[item.name]
			named := func(pattern string) bool { return isNamed(item.name, pattern) }
			if whole || own || slices.ContainsFunc(patterns, named) {
				seen[item.name] = true
			}
		}
	}
	for _, member := range c.holding(tree, schema) {
		if typed, ok := member.(map[string]any); ok {
			c.evaluated(tree, typed, "", seen)
		}
	}
}

// holding returns the schemas for the same value that hold.
func (c *checker) holding(tree any, schema map[string]any) []any {
	found := slices.Clone(listIn(schema, "allOf"))
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, member := range listIn(schema, keyword) {
			if c.holds(tree, member, asReceived) {
				found = append(found, member)
			}
		}
	}
	if pair := listIn(schema, "tagged"); len(pair) == 2 {
		if value, ok := tree.(object); ok {
			members, _ := pair[1].(map[string]any)
			tag, there := value.get(fmt.Sprint(pair[0]))
			found = append(found, chosenMember(tag, members))
			if !there {
				found = append(found, c.untagged(tree, members)...)
			}
		}
	}
	if schema["if"] != nil {
		if c.holds(tree, schema["if"], exactly) {
			found = append(found, schema["if"])
		}
		found = append(found, c.branch(tree, schema))
	}
	return append(found, depending(tree, schema)...)
}
