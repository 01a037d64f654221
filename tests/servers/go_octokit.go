// Command octokit reads recorded events, given as JSON in a file, and writes what it read of each and how many are valid.
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"slices"

	sdk "example.com/octokit"
)

type said struct {
	Written []json.RawMessage
	Valid   int // but for formats
	Formed  int // with their formats
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	check(err)
	var events [][2]string
	check(json.Unmarshal(data, &events))
	receiver, err := sdk.NewWebhookReceiver(sdk.ReceiverOptions{Unverified: true})
	check(err)
	made := said{}
	for _, event := range events {
		read, err := receiver.Read(event[0], http.Header{"Content-Type": {"application/json"}}, []byte(event[1]))
		check(err)
		payload := reflect.ValueOf(read).Elem().FieldByName("Payload").Interface()
		written, err := json.Marshal(payload)
		check(err)
		made.Written = append(made.Written, written)
		found := sdk.Validate(payload)
		if len(found) == 0 {
			made.Formed++
		}
		isFormat := func(one sdk.Violation) bool { return one.Rule == "format" }
		if len(slices.DeleteFunc(found, isFormat)) == 0 {
			made.Valid++
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(made))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
