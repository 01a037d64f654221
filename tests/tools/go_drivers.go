// Command drivers follows the orders of tests, each a line, by the SDK that the order names; its answer is a line, too.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
)

type order struct {
	SDK         string
	Environment map[string]string
	Order       json.RawMessage
}

// drivers are what follows orders, by the names of the SDKs.
var drivers = map[string]func([]byte) []byte{}

var usual = http.DefaultTransport.(*http.Transport)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if _, err := os.Stdout.Write(append(follow(line), '\n')); err != nil {
			return
		}
	}
}

// follow follows an order as a program of its own would: with its environment, and with connections of its own.
func follow(line []byte) (answer []byte) {
	defer func() {
		if failure := recover(); failure != nil {
			answer, _ = json.Marshal(map[string]string{"Panic": fmt.Sprintf("%v\n%s", failure, debug.Stack())})
		}
	}()
	given := &order{}
	if err := json.Unmarshal(line, given); err != nil {
		panic(err)
	}
	for name, value := range given.Environment {
		before, was := os.LookupEnv(name)
		os.Setenv(name, value)
		defer func() {
			if os.Unsetenv(name); was {
				os.Setenv(name, before)
			}
		}()
	}
	connections := usual.Clone()
	http.DefaultTransport = connections
	defer connections.CloseIdleConnections()
	return drivers[given.SDK](given.Order)
}
