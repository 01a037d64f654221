package sdk

import (
	"encoding/json"
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// The formats that are checked, the same in every language; others are ignored. Patterns, in the dialect of ECMAScript.

const (
	formOfTime    = `(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?`
	formOfZone    = `(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`
	formOfLabel   = `[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
	formOfHost    = formOfLabel + `(?:\.` + formOfLabel + `)*`
	formOfOctet   = `(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
	formOfIPv4    = formOfOctet + `(?:\.` + formOfOctet + `){3}`
	formOfAtom    = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
	formOfLiteral = "[^\\x00-\\x20\"<>\\\\^`{|}%\\x7f-\\x9f]|%[0-9A-Fa-f]{2}"
	formOfName    = `(?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*(?:\*|:[1-9]\d{0,3})?`
	formOfScheme  = `[A-Za-z][A-Za-z0-9+.-]*:`
	formOfPointer = `(?:/(?:[^~/]|~[01])*)*`
	// The last number of a duration may have a fraction, as programs write it; RFC 3339 has none.
	formOfLast       = `\d+(?:[.,]\d+)?`
	formOfClock      = `T(?:` + formOfLast + `[HMS]|\d+H` + formOfLast + `M|(?:\d+H)?\d+M` + formOfLast + `S)`
	formOfDays       = `(?:` + formOfLast + `[YMD]|\d+Y` + formOfLast + `M|(?:\d+Y)?\d+M` + formOfLast + `D)`
	formOfWholeClock = `T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
	formOfWholeDays  = `(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`
)

// formOfURI is the pattern of a URI, or of a reference to one (RFC 3986); brackets are common in queries.
func formOfURI(wide string, isReference bool) string {
	signs := func(more string) string {
		return "(?:[A-Za-z0-9._~!$&'()*+,;=" + more + "-]|%[0-9A-Fa-f]{2}" + wide + ")"
	}
	host := `(?:\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\.` + signs(":") + `+)\]|` + signs("") + `*)`
	path, query := signs(":@/")+"*", signs(`:@/?\[\]`)+"*"
	there := "//(?:" + signs(":") + "*@)?" + host + `(?::\d*)?(?:/` + path + ")?"
	tail := `(?:\?` + query + ")?(?:#" + query + ")?"
	there += "|/(?:" + signs(":@") + path + ")?|"
	uri := formOfScheme + "(?:" + there + "(?:" + signs(":@") + path + ")?)" + tail
	if !isReference {
		return uri
	}
	return "(?:" + uri + "|(?:" + there + "(?:" + signs("@") + "+(?:/" + path + ")?)?)" + tail + ")"
}

// wideSigns are the characters that IRIs allow beside those of URIs.
const wideSigns = `|[^\x00-\x9f]`

// Groups in the patterns capture IPv6 addresses.
var textFormats = map[string]string{
	"duration":         `P(?:` + formOfLast + `W|` + formOfDays + `|(?:` + formOfWholeDays + `)?` + formOfClock + `)`,
	"rfc3339-duration": `P(?:\d+W|` + formOfWholeDays + `(?:` + formOfWholeClock + `)?|` + formOfWholeClock + `)`,
	"email": "(?:" + formOfAtom + `(?:\.` + formOfAtom + ")*|\"[^\"\\\\\\r\\n]+\")@(?:" + formOfHost +
		`|\[(?:` + formOfIPv4 + `|IPv6:([0-9A-Fa-f:.]+))\])`,
	"idn-email":             `[^\x00-\x20\x7f@]+@[^\x00-\x20\x7f@]+`,
	"uri":                   formOfURI("", false),
	"uri-reference":         formOfURI("", true),
	"uri-template":          "(?:" + formOfLiteral + `|\{[+#./;?&]?` + formOfName + `(?:,` + formOfName + `)*\})*`,
	"iri":                   formOfURI(wideSigns, false),
	"iri-reference":         formOfURI(wideSigns, true),
	"uuid":                  `[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}`,
	"json-pointer":          formOfPointer,
	"relative-json-pointer": `(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?(?:#|` + formOfPointer + `)`,
	"decimal":               `[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`,
}

// isText tells whether a text is of a format, and whether that format is checked.
func isText(text, format string) (fits, known bool) {
	switch format {
	case "date":
		return isDay(text), true
	case "date-time":
		return len(text) > 10 && isDay(text[:10]) && (text[10] == 'T' || text[10] == 't') &&
			isWhole(text[11:], formOfTime+formOfZone) && isTime(text[11:]), true
	case "time":
		return isTime(text), true
	case "rfc3339-time":
		return isWhole(text, formOfTime+formOfZone) && isTime(text), true
	case "ipv4":
		address, err := netip.ParseAddr(text)
		return err == nil && address.Is4(), true
	case "ipv6":
		return isIPv6(text), true
	case "hostname":
		return len(text) <= 253 && !slices.ContainsFunc(strings.Split(text, "."), isNoLabel), true
	case "idn-hostname":
		labels := strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(text)
		return !slices.ContainsFunc(strings.Split(labels, "."), isNoWideLabel), true
	}
	form, known := textFormats[format]
	if !known {
		return true, false
	}
	return isWhole(text, form), true
}

// isInteger tells whether a number is of a format such as int32, and whether that format is checked.
func isInteger(number json.Number, format string) (fits, known bool) {
	name, unsigned := strings.CutPrefix(format, "u")
	bits, err := strconv.Atoi(strings.TrimPrefix(name, "int"))
	if err != nil || !strings.HasPrefix(name, "int") || (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
		return true, false
	}
	value := ratOf(number)
	if value == nil {
		return false, true
	}
	low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if !unsigned {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return value.Cmp(new(big.Rat).SetInt(low)) >= 0 && value.Cmp(new(big.Rat).SetInt(high)) < 0, true
}

func isDay(text string) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && len(text) == 10 && day.Year() > 0
}

// isTime tells whether a text is a time; a leap second ends a day of UTC.
func isTime(text string) bool {
	fits := isWhole(text, formOfTime+"(?:"+formOfZone+")?")
	if !fits || text[6:8] != "60" {
		return fits
	}
	minutes := func(at string) int {
		hours, _ := strconv.Atoi(at[:2])
		rest, _ := strconv.Atoi(at[3:5])
		return hours*60 + rest
	}
	minute, zone := minutes(text), text[max(2, len(text)-6):]
	switch zone[0] {
	case '+':
		minute -= minutes(zone[1:])
	case '-':
		minute += minutes(zone[1:])
	}
	return (minute+1440)%1440 == 1439
}

// isNoLabel tells whether a text is not a valid label of a host name. One that begins with xn-- encodes a label in
// Punycode (RFC 5890).
func isNoLabel(text string) bool {
	if !isWhole(text, formOfLabel) {
		return true
	}
	if len(text) < 4 || !strings.EqualFold(text[:4], "xn--") {
		return false
	}
	said, ok := fromPunycode(text[4:])
	return !ok || isASCII(said) || isNoWideLabel(said)
}

func isNoWideLabel(text string) bool {
	if isASCII(text) {
		return isNoLabel(text)
	}
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.M, first) || !isWhole(text, `(?:[A-Za-z0-9-]|[^\x00-\xa0])+`) ||
		isWhole(text, `-.*|..--.*|.*-`)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(sign rune) bool { return sign > unicode.MaxASCII })
}

// fromPunycode reads Punycode (RFC 3492).
func fromPunycode(text string) (string, bool) {
	basic := max(strings.LastIndexByte(text, '-'), 0)
	made, rest := []rune(text[:basic]), text[basic:]
	if basic > 0 {
		rest = rest[1:]
	}
	code, at, bias := 128, 0, 72
	for next := 0; next < len(rest); {
		before := at
		for weight, k := 1, 36; ; k += 36 {
			if next == len(rest) {
				return "", false
			}
			value, err := strconv.ParseInt(rest[next:next+1], 36, 0)
			next++
			digit := (int(value) + 26) % 36
			at += digit * weight
			if err != nil || at > math.MaxInt32 {
				return "", false
			}
			least := min(max(k-bias, 1), 26)
			if digit < least {
				break
			}
			weight *= 36 - least
		}
		count, delta := len(made)+1, (at-before)/2
		if before == 0 {
			delta = at / 700
		}
		delta += delta / count
		for bias = 0; delta > 455; bias += 36 {
			delta /= 35
		}
		bias += 36 * delta / (delta + 38)
		code += at / count
		at %= count
		if code > utf8.MaxRune || !utf8.ValidRune(rune(code)) {
			return "", false
		}
		made = slices.Insert(made, at, rune(code))
		at++
	}
	return string(made), true
}

func isIPv6(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is6() && address.Zone() == ""
}

func isWhole(text, form string) bool {
	expression := compiledPattern("^(?:" + form + ")$")
	if expression == nil {
		return false
	}
	found := expression.FindStringSubmatch(text)
	for i, part := range found {
		if i > 0 && part != "" && !isIPv6(part) {
			return false
		}
	}
	return found != nil
}

// --------------------------------------------------------------------------- patterns

var (
	patterns     sync.Map // *regexp.Regexp by text, nil if Go cannot express it
	patternToken = regexp.MustCompile(`\\u\{([0-9A-Fa-f]+)\}|\\u([0-9A-Fa-f]{4})|\\c([A-Za-z])|(?s:\\.)|\(\?<([^=!])|\[\^?\]|[.\[\]]`)
)

// patternSpaces are the spaces of ECMAScript, and all other characters.
var patternSpaces = map[string]string{
	`\s`: `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`,
	`\S`: `\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10FFFF}`,
}

// compiledPattern compiles a pattern of ECMAScript; nil if Go's expressions, which run in linear time, cannot express
// it.
func compiledPattern(pattern string) *regexp.Regexp {
	if known, ok := patterns.Load(pattern); ok {
		return known.(*regexp.Regexp)
	}
	made, err := regexp.Compile(translated(pattern))
	if err != nil {
		made = nil
	}
	patterns.Store(pattern, made)
	return made
}

// translated writes a pattern in Go's syntax.
func translated(pattern string) string {
	inside := false
	var out strings.Builder
	at := 0
	for _, found := range patternToken.FindAllStringSubmatchIndex(pattern, -1) {
		out.WriteString(pattern[at:found[0]])
		at = found[1]
		text := pattern[found[0]:found[1]]
		group := func(number int) string {
			if found[2*number] < 0 {
				return ""
			}
			return pattern[found[2*number]:found[2*number+1]]
		}
		switch {
		case group(1)+group(2) != "":
			text = `\x{` + group(1) + group(2) + `}`
		case group(3) != "":
			text = `\x{` + strconv.FormatInt(int64(group(3)[0]%32), 16) + `}`
		case text == `\s`, text == `\S`:
			text = patternSpaces[text]
			if !inside {
				text = "[" + text + "]"
			}
		case text[0] == '\\':
		case inside && text != "]":
			text = strings.ReplaceAll(text, "[", `\[`)
			inside = !strings.HasSuffix(text, "]")
		case text == "[" || text == "]":
			inside = text == "["
		case text == ".":
			text = `[^\n\r\x{2028}\x{2029}]`
		case text == "[]":
			text = `[^\x{0}-\x{10FFFF}]`
		case text == "[^]":
			text = `(?s:.)`
		default:
			text = "(?P<" + group(4)
		}
		out.WriteString(text)
	}
	return out.String() + pattern[at:]
}

func lengthOf(text string) int { return utf8.RuneCountInString(text) }
