package sdk

import (
	"regexp"
	"slices"
	"strings"
)

var (
	linkTarget    = regexp.MustCompile(`^[\s,]*<([^>]*)>`)
	linkParameter = regexp.MustCompile(`^\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?`)
)

// linked finds the target of the first link with a relation in the Link fields of a response (RFC 8288).
func linked(fields []string, relation string) (string, bool) {
	for _, rest := range fields {
		for {
			found := linkTarget.FindStringSubmatch(rest)
			if found == nil {
				break
			}
			rest = rest[len(found[0]):]
			var relations []string
			for {
				parameter := linkParameter.FindStringSubmatch(rest)
				if parameter == nil {
					break
				}
				rest = rest[len(parameter[0]):]
				if strings.EqualFold(parameter[1], "rel") && relations == nil {
					relations = strings.Fields(strings.ToLower(parameter[2] + parameter[3]))
				}
			}
			if slices.Contains(relations, strings.ToLower(relation)) {
				return found[1], true
			}
		}
	}
	return "", false
}
