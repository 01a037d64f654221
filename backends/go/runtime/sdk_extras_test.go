package sdk

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

type crate struct {
	ID string `json:"id"`

	Rest[any]
}

type tally struct {
	ID string `json:"id"`

	Rest[int]
}

func read[T any](t *testing.T, text string) (made T) {
	t.Helper()
	if err := decode([]byte(text), &made); err != nil {
		t.Fatal(text, err)
	}
	return made
}

func written(t *testing.T, value any) string {
	t.Helper()
	data, err := encode(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// They are written sorted, with the last value of a repeated name and all digits, whether they were looked at or
// not.
func TestUndeclaredPropertiesAreWrittenAgain(t *testing.T) {
	for text, want := range map[string]string{
		`{ "z" : [ 1.50, {"b":1e2,"a":null} ] , "id" : "c" , "a" : {} }`: `{"id":"c","a":{},"z":[1.50,{"a":null,"b":1e2}]}`,
		`{"more":1,"id":"c","more":2}`:                                   `{"id":"c","more":2}`,
		`{"id":"c","m\u006fre":"\u00e9\/","\"":1}`:                       `{"id":"c","\"":1,"more":"é/"}`,
		`{"\u0069d":"c","":0}`:                                           `{"id":"c","":0}`,
		`{"a":1,"b":2,"c":3,"id":"c","d":4,"e":5,"f":6}`:                 `{"id":"c","a":1,"b":2,"c":3,"d":4,"e":5,"f":6}`,
		`{"id":"c","more":null}`:                                         `{"id":"c","more":null}`,
	} {
		made := read[crate](t, text)
		if got := written(t, made); got != want {
			t.Errorf("%s became %s", text, got)
		}
		again := read[crate](t, text)
		again.Extra.Len()
		if got := written(t, again); got != want {
			t.Errorf("%s, looked at, became %s", text, got)
		}
	}
}

func TestUndeclaredPropertiesAreKeptOnce(t *testing.T) {
	made := read[crate](t, `{"id":"c","b":{"n":12345678901234567890},"a":null}`)
	value, known := made.Extra.Get("b")
	if !known || fmt.Sprint(value) != "map[n:12345678901234567890]" {
		t.Error(value, known)
	}
	value.(map[string]any)["n"] = json.Number("1")
	if value, known := made.Extra.Get("a"); value != nil || !known {
		t.Error(value, known)
	}
	if value, known := made.Extra.Get("id"); value != nil || known {
		t.Error(value, known)
	}
	if got := slices.Collect(maps.Keys(maps.Collect(made.Extra.All()))); len(got) != 2 || made.Extra.Len() != 2 {
		t.Error(got)
	}
	for name := range made.Extra.All() {
		if name != "a" {
			t.Error("not sorted:", name)
		}
		break
	}
	if got := made.Extra.String(); got != `{"a":null,"b":{"n":1}}` || written(t, made) != `{"id":"c","a":null,"b":{"n":1}}` {
		t.Error(got, written(t, made))
	}
}

func TestUndeclaredPropertiesAreChanged(t *testing.T) {
	made := read[crate](t, `{"id":"c","b":1,"a":2}`)
	made.Extra.Delete("b")
	made.Extra.Set("new", []int{1})
	made.Extra.Set("a", "x")
	made.Extra.Set("id", "not sent: it is a field")
	if got := written(t, made); got != `{"id":"c","a":"x","new":[1]}` {
		t.Error(got)
	}
	var empty crate
	empty.Extra.Delete("a")
	if _, known := empty.Extra.Get("a"); known || empty.Extra.Len() != 0 || empty.Extra.String() != "{}" {
		t.Error(empty.Extra)
	}
	empty.Extra.Set("a", 1)
	sent := crate{ID: "c", Rest: Rest[any]{Extra: ExtrasOf(map[string]any{"a": 1})}}
	if left, right := written(t, empty), written(t, sent); left != `{"id":"","a":1}` || right != `{"id":"c","a":1}` {
		t.Error(left, right)
	}
	none := crate{Rest: Rest[any]{Extra: ExtrasOf[any](nil)}}
	none.Extra.Set("a", make(chan int))
	if _, err := encode(none); err == nil || strings.HasPrefix(none.Extra.String(), "{") {
		t.Error("a channel is no JSON:", none.Extra)
	}
}

// A model that is read into again has nothing of what it had.
func TestUndeclaredPropertiesAreReplaced(t *testing.T) {
	made := read[crate](t, `{"id":"c","a":1}`)
	before := made
	if err := decode([]byte(`{"id":"d","b":2}`), &made); err != nil || written(t, made) != `{"id":"d","b":2}` {
		t.Error(err, made)
	}
	if got := written(t, before); got != `{"id":"c","a":1}` {
		t.Error(got)
	}
}

// Of a declared type, what does not fit it is unread.
func TestAdditionalPropertiesOfAType(t *testing.T) {
	made := read[tally](t, `{"id":"c","b":2,"a":"many","c":3}`)
	value, known := made.Extra.Get("b")
	if value != 2 || !known || made.Extra.Len() != 2 || string(made.Unread.Fields["a"]) != `"many"` {
		t.Error(value, made)
	}
	if got := written(t, made); got != `{"id":"c","b":2,"c":3,"a":"many"}` {
		t.Error(got)
	}
}

// What was received is not part of a model's memory: the bytes may be used again.
func TestUndeclaredPropertiesAreCopied(t *testing.T) {
	data := []byte(`{"id":"c","a":"one"}`)
	var made crate
	if err := decode(data, &made); err != nil {
		t.Fatal(err)
	}
	clear(data)
	if got := written(t, made); got != `{"id":"c","a":"one"}` {
		t.Error(got)
	}
}

// As the map of a received model: many may read it at once.
func TestUndeclaredPropertiesOfSeveralGoroutines(t *testing.T) {
	made := read[crate](t, `{"id":"c","a":"one","b":[1,2,3]}`)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			copied := made
			if value, known := copied.Extra.Get("a"); value != "one" || !known || written(t, copied) != `{"id":"c","a":"one","b":[1,2,3]}` {
				t.Error(value, copied)
			}
		}()
	}
	all.Wait()
}
