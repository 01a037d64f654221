// Command tasks runs the task that its argument names.
package main

import (
	"context"
	"log"
	"os"
)

var tasks = map[string]func(context.Context) error{
	"chat": chat, "tools": tools, "stream": stream, "upload": upload, "pages": pages, "errors": failures,
	"customer": customer, "issue": issue, "webhook": webhook, "undocumented": undocumented,
}

func main() {
	if err := tasks[os.Args[1]](context.Background()); err != nil {
		log.Fatal(err)
	}
}
