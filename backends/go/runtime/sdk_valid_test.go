package sdk

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"
)

// TestValid compares with encoding/json: JSON of every kind, each text also with single bytes removed, doubled or
// changed.
func TestValid(t *testing.T) {
	texts := []string{
		``, ` `, `{}`, `[]`, ` [ ] `, `{"a":1}`, `{"a" : [1, 2.5, -0, 1e9, 1E-9, 0.5e+3]}`, `{"a":{"b":[{"c":null}]},"d":true}`,
		`"\u00e9\n\"\\\/"`, `"\uD800"`, "\"\xff\xfe\"", "\"\t\"", `[true,false,null]`, `01`, `-`, `1.`, `.5`, `1e`, `+1`, `--1`,
		`tru`, `nulll`, `[1,]`, `[,1]`, `{"a":1,}`, `{"a"}`, `{a:1}`, `{"a":1 "b":2}`, `[1 2]`, `{]`, `[}`, `"`, `"\u12`, `"\x"`, `1 1`,
		strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
		strings.Repeat(`{"a":`, 10_001) + "1" + strings.Repeat("}", 10_001),
	}
	random := rand.New(rand.NewSource(1))
	for _, text := range texts {
		check(t, text)
		for range min(2000, 200*len(text)) * (1000 - min(999, len(text))) / 1000 {
			changed := []byte(text)
			for range 1 + random.Intn(2) {
				at := random.Intn(len(changed) + 1)
				signs := `{}[]",:\/ 0129.eE+-truefalsn` + "\x00\n\x80"
				changed = append(changed[:at:at], append([]byte{signs[random.Intn(len(signs))]}, changed[min(at+random.Intn(3), len(changed)):]...)...)
			}
			check(t, string(changed))
		}
	}
}

func check(t *testing.T, text string) {
	t.Helper()
	if got := valid([]byte(text)); got != json.Valid([]byte(text)) {
		t.Errorf("%.80q: %v", text, got)
	}
}

// TestNullThatMayBe reads null where the API allows it: nothing is left unread, and null is sent back.
func TestNullThatMayBe(t *testing.T) {
	type model struct {
		Name  *string        `json:"name" sdk:"null"`
		List  []string       `json:"list" sdk:"null"`
		Any   any            `json:"any"`
		Kind  string         `json:"kind" const:"\"a\""`
		Items map[string]int `json:"items"`
		Rest[any]
	}
	for text, fits := range map[string]bool{
		`{"name":null,"list":null,"any":null,"kind":"a","items":{}}`:   true,
		`{"name":null,"list":null,"any":null,"kind":"","items":{}}`:    false,
		`{"name":null,"list":null,"any":null,"kind":"a","items":null}`: false,
	} {
		var made model
		if err := decode([]byte(text), &made); err != nil || (made.Unread == nil) != fits {
			t.Errorf("%s: %v, unread %v", text, err, made.Unread)
		}
		if back, err := encode(made); err != nil || string(back) != text {
			t.Errorf("%s: %s %v", text, back, err)
		}
	}
}
