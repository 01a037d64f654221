package sdk

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// roundTrip reads text as a T, writes it, and tells whether the same came out.
func roundTrip[T any](text []byte) (string, bool) {
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		return err.Error(), false
	}
	out, err := json.Marshal(&value)
	if err != nil {
		return err.Error(), false
	}
	var before, after any
	if json.Unmarshal(text, &before) != nil || json.Unmarshal(out, &after) != nil {
		return string(out), false
	}
	return string(out), reflect.DeepEqual(before, after)
}

// TestSuite reads a case from each line of cases.jsonl: a type, a value, what it is about. What its validator says of each
// is a line of violations.jsonl.
func TestSuite(t *testing.T) {
	file, err := os.Open("cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	judged, err := os.Create("violations.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer judged.Close()
	said := json.NewEncoder(judged)
	count := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); count++ {
		var one struct {
			Type  string
			Value json.RawMessage
			About string
		}
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		if out, same := types[one.Type](one.Value); !same {
			t.Errorf("%s: %s gave %s", one.About, one.Value, out)
		}
		found, err := ValidateRequest("send"+one.Type, ReceivedRequest{Body: one.Value})
		if err == nil {
			err = said.Encode(found)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 800 {
		t.Fatalf("only %d cases", count)
	}
}
