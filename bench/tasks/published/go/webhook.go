package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/webhooks"
)

func webhook(context.Context) error {
	client := openai.NewClient() // the secret is OPENAI_WEBHOOK_SECRET
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(out, "unreadable", http.StatusBadRequest)
			return
		}
		event, err := client.Webhooks.Unwrap(body, r.Header)
		if err != nil {
			http.Error(out, "unsigned", http.StatusBadRequest)
			return
		}
		if completed, ok := event.AsAny().(webhooks.ResponseCompletedWebhookEvent); ok {
			fmt.Println(completed.Type, completed.Data.ID)
		}
	}))
}
