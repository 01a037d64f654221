// Command octokit reads recorded events, given as JSON in a file, and writes what it read of each and how many are valid.
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"reflect"

	sdk "example.com/octokit"
)

type said struct {
	Written []json.RawMessage
	Valid   int
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
		if len(sdk.Validate(payload)) == 0 {
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
