// Command client is what a user of the Go SDK writes: go run . URL, with the service running.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"strings"

	"shop.example/shop"
)

func main() {
	ctx := context.Background()
	client := shop.New(
		shop.WithBaseURL(os.Args[1]),
		shop.WithOAuth2PasswordBearerPassword(shop.PasswordCredentials{Username: "ada", Password: "secret"}),
	)
	user := must(client.Users.Me.Get(ctx))
	fmt.Println("user", user.Name)
	item := must(client.Items.Create(ctx, shop.ItemCreateParams{
		Name: "lamp", Price: 9.5, Payment: shop.Some[shop.ItemPayment](&shop.Card{Number: "42"}),
		Delivery: shop.Some[shop.ItemDelivery](&shop.Pickup{Shop: "Main Street"}),
	}))
	kind := "none"
	if _, ok := item.Payment.(*shop.Card); ok {
		kind = "card"
	}
	fmt.Println("item", item.Name, kind)
	switch delivery := item.Delivery.(type) {
	case *shop.Pickup:
		fmt.Println("pickup", delivery.Shop)
	case *shop.Parcel:
		fmt.Println("parcel", delivery.Weight)
	}
	fmt.Println("page", must(client.Items.List(ctx, shop.ItemListParams{Q: shop.Some("lamp")})).Total)
	file := shop.FileFrom(strings.NewReader("12345"))
	file.Name = "lamp.png"
	image := must(client.Items.UploadImage(ctx, item.ID, shop.ItemImageUploadParams{
		File: file, Caption: shop.Some("a lamp"),
	}))
	fmt.Println("image", image.Name, image.Size, image.Caption.Or(""))
	_, err := client.Items.Get(ctx, 404)
	var problem *shop.Problem
	if errors.As(err, &problem) {
		fmt.Println("error", problem.Status, problem.Value.Detail)
	}
	_, err = client.Items.List(ctx, shop.ItemListParams{Limit: shop.Some(1000)})
	var refused *shop.HTTPValidationError
	if errors.As(err, &refused) {
		fmt.Println("error", refused.Status, refused.Value.Detail[0].Msg)
	}
	sold := make(chan *shop.ItemSold, 1)
	receiver := must(shop.NewWebhookReceiver(shop.ReceiverOptions{}))
	receiver.OnItemSold(func(_ context.Context, event *shop.ItemSold) (shop.Reply, error) {
		sold <- event
		return shop.Reply{}, nil
	})
	server := httptest.NewServer(receiver)
	defer server.Close()
	if err := client.Webhooks.Subscribe(ctx, shop.WebhookSubscribeParams{URL: server.URL + "/item-sold"}); err != nil {
		log.Fatal(err)
	}
	must(client.Items.Sell(ctx, item.ID))
	fmt.Println("sold", (<-sold).Price)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
