// Command octokitprogram reads recorded events with the receiver of the SDK, and writes their payloads again:
// octokitprogram FILE.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"reflect"

	octokit "example.com/octokitapi"
)

func main() {
	var events [][2]string
	check(json.Unmarshal(must(os.ReadFile(os.Args[1])), &events))
	receiver := must(octokit.NewWebhookReceiver(octokit.ReceiverOptions{Unverified: true}))
	header := http.Header{"Content-Type": {"application/json"}}
	var written []any
	for _, event := range events {
		found := must(receiver.Read(event[0], header, []byte(event[1])))
		payload := reflect.ValueOf(found).Elem().FieldByName("Payload").Interface()
		written = append(written, payload)
	}
	fmt.Println(string(must(json.Marshal(written))))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
