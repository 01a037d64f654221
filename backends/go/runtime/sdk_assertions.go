package sdk

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"
)

// assertions are the keywords that concern a single value, in the order in which they are checked.
var assertions = []string{
	"const", "enum", "format", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
	"exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
}

// treeKind is the JSON type of a value; a whole number is an integer, however it is written.
func treeKind(tree any) string {
	switch value := tree.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case json.Number:
		if number, err := value.Float64(); err == nil && number == math.Trunc(number) {
			return "integer"
		}
		return "number"
	}
	return "object"
}

// broken says how a value violates a keyword.
func broken(keyword string, tree, limit any) string {
	switch keyword {
	case "const":
		if !sameJSON(tree, limit) {
			return "must be " + said(limit)
		}
		return ""
	case "enum":
		return brokenEnum(tree, limit)
	}
	switch value := tree.(type) {
	case json.Number:
		return brokenNumber(keyword, value, limit)
	case string:
		return brokenString(keyword, value, limit)
	case []any:
		if keyword == "uniqueItems" && limit == true && !areUnique(value) {
			return "must not have equal items"
		}
		return brokenCount(keyword, "Items", "items", len(value), limit)
	case object:
		return brokenCount(keyword, "Properties", "properties", len(value), limit)
	}
	return ""
}

func brokenEnum(tree, limit any) string {
	listed, _ := limit.([]any)
	var values []string
	for _, item := range listed {
		if sameJSON(tree, item) {
			return ""
		}
		values = append(values, said(item))
	}
	return "must be one of " + strings.Join(values, ", ")
}

func brokenNumber(keyword string, number json.Number, limit any) string {
	if format, ok := limit.(string); ok && keyword == "format" {
		if fits, known := isInteger(number, format); known && !fits {
			return "is not a valid " + format
		}
	}
	bound, ok := limit.(json.Number)
	if !ok {
		return ""
	}
	left, right := ratOf(number), ratOf(bound)
	if left == nil || right == nil {
		return ""
	}
	order := left.Cmp(right)
	switch {
	case keyword == "minimum" && order < 0:
		return "must be at least " + string(bound)
	case keyword == "maximum" && order > 0:
		return "must be at most " + string(bound)
	case keyword == "exclusiveMinimum" && order <= 0:
		return "must be more than " + string(bound)
	case keyword == "exclusiveMaximum" && order >= 0:
		return "must be less than " + string(bound)
	case keyword == "multipleOf" && right.Sign() != 0 && !new(big.Rat).Quo(left, right).IsInt():
		return "must be a multiple of " + string(bound)
	}
	return ""
}

// ratOf reads a number exactly; one that is not a double, or has a longer exponent, is skipped.
func ratOf(number json.Number) *big.Rat {
	text := string(number)
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		if power, err := strconv.Atoi(text[at+1:]); err != nil || power > 308 || power < -400 {
			return nil
		}
	}
	made, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return made
}

func brokenString(keyword, text string, limit any) string {
	switch bound := limit.(type) {
	case json.Number:
		return brokenCount(keyword, "Length", "characters", lengthOf(text), limit)
	case string:
		if fits, known := isText(text, bound); keyword == "format" && known && !fits {
			return "is not a valid " + bound
		}
		if keyword != "pattern" {
			return ""
		}
		if pattern := compiledPattern(bound); pattern != nil && !pattern.MatchString(text) {
			return "does not match " + bound
		}
	}
	return ""
}

func brokenCount(keyword, kind, word string, count int, limit any) string {
	bound, ok := limit.(json.Number)
	if !ok {
		return ""
	}
	number, err := bound.Int64()
	switch {
	case err == nil && keyword == "min"+kind && int64(count) < number:
		return "must have at least " + string(bound) + " " + word
	case err == nil && keyword == "max"+kind && int64(count) > number:
		return "must have at most " + string(bound) + " " + word
	}
	return ""
}

// --------------------------------------------------------------------------- equal values

func areUnique(items []any) bool {
	seen := map[string]bool{}
	for _, item := range items {
		text := canonical(item, exactText)
		if seen[text] {
			return false
		}
		seen[text] = true
	}
	return true
}

func sameJSON(tree, plain any) bool { return canonical(tree, exactText) == canonical(plain, exactText) }

// said writes a value of a schema in a message.
func said(plain any) string { return canonical(plain, plainText) }

// exactText is a text that is the same only for equal numbers.
func exactText(number json.Number) string {
	if exact := ratOf(number); exact != nil {
		return exact.RatString()
	}
	return string(number)
}

func plainText(number json.Number) string {
	if exact := ratOf(number); exact != nil && exact.IsInt() {
		return exact.RatString()
	}
	return string(number)
}

// canonical writes a tree, or a value of a schema, independent of the order of properties.
func canonical(tree any, number func(json.Number) string) string {
	switch value := tree.(type) {
	case json.Number:
		return number(value)
	case string:
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(value) // a string is JSON
		return strings.TrimSuffix(out.String(), "\n")
	case []any:
		parts := make([]string, len(value))
		for i, item := range value {
			parts[i] = canonical(item, number)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		parts := make([]string, 0, len(value))
		for name, item := range value {
			parts = append(parts, canonical(name, number)+":"+canonical(item, number))
		}
		sort.Strings(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case object:
		parts := make([]string, len(value))
		for i, item := range value {
			parts[i] = canonical(item.name, number) + ":" + canonical(item.value, number)
		}
		sort.Strings(parts)
		return "{" + strings.Join(parts, ",") + "}"
	}
	return jsonText(tree)
}
