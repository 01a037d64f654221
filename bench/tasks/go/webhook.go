package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/openai"
)

func webhook(context.Context) error {
	receiver, err := openai.NewWebhookReceiver(openai.ReceiverOptions{
		Secrets: []string{os.Getenv("OPENAI_WEBHOOK_SECRET")},
	})
	if err != nil {
		return err
	}
	receiver.OnResponseCompleted(func(_ context.Context, event *openai.WebhookResponseCompleted) (openai.Reply, error) {
		fmt.Println(event.Type, event.Data.ID)
		return openai.Reply{}, nil
	})
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), receiver)
}
