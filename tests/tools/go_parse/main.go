// What Go's parser and gofmt object to: each line in is a JSON object of texts by file name, each line out one of
// objections.
package main

import (
	"encoding/json"
	"go/format"
	"io"
	"os"
)

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		texts, found := map[string]string{}, map[string]string{}
		if err := in.Decode(&texts); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		for name, text := range texts {
			made, err := format.Source([]byte(text))
			if err != nil {
				found[name] = err.Error()
			} else if string(made) != text {
				found[name] = "gofmt would change it"
			}
		}
		if err := out.Encode(found); err != nil {
			panic(err)
		}
	}
}
