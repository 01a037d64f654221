// Command localstripeprogram is what a user of the Go SDK of Stripe writes: localstripeprogram URL; it prints what it
// saw. The same program as localstripe_program.py.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"time"

	stripe "example.com/localstripeapi"
)

const (
	customerCount = 23
	patience      = 5 * time.Second // until the server has sent the events of what was done before
)

type seen map[string]any

var ctx = context.Background()

func main() {
	url := os.Args[1]
	client := stripe.New(stripe.WithBaseURL(url), stripe.WithBearerAuth("sk_test_12345"))
	all := seen{}
	maps.Copy(all, customers(client))
	maps.Copy(all, paging(client))
	maps.Copy(all, mistakes(client, url))
	maps.Copy(all, webhooks(client, url))
	fmt.Println(string(must(json.Marshal(all))))
}

func create(client *stripe.Stripe, name string) {
	must(client.Customers.Create(ctx, stripe.PostCustomersParams{Name: stripe.Some(name)}))
}

func customers(client *stripe.Stripe) seen {
	for number := range customerCount {
		create(client, fmt.Sprintf("customer-%02d", number))
	}
	made := must(client.Customers.Create(ctx, stripe.PostCustomersParams{
		Name:     stripe.Some("Ada"),
		Metadata: stripe.PostCustomersRequestMetadataStringMap{"order": "7", "a b": "x&y=[z]"},
		Address: &stripe.PostCustomersRequestAddressOptionalFieldsAddress{
			City: stripe.Some("Bern"), Line1: stripe.Some("Gasse 1"),
		},
		PreferredLocales: []string{"de", "fr"},
	}))
	read := must(client.Customers.Get(ctx, made.ID, stripe.GetCustomersCustomerParams{})).(*stripe.Customer)
	must(client.Customers.Update(ctx, made.ID, stripe.PostCustomersCustomerParams{
		Metadata: stripe.PostCustomersCustomerRequestMetadataStringMap{"order": "8"},
	}))
	again := must(client.Customers.Get(ctx, made.ID, stripe.GetCustomersCustomerParams{})).(*stripe.Customer)
	gone := must(client.Customers.Delete(ctx, made.ID))
	plan := must(client.Plans.Create(ctx, stripe.PostPlansParams{
		Amount: stripe.Some(990), Currency: "chf", Interval: stripe.PostPlansRequestIntervalMonth,
		Product: &stripe.InlineProductParams{Name: "Gold"},
	}))
	address, _ := read.Address.Get()
	city, _ := address.City.Get()
	line1, _ := address.Line1.Get()
	var line2 any
	if text, ok := address.Line2.Get(); ok {
		line2 = text
	}
	locales, _ := read.PreferredLocales.Get()
	amount, _ := plan.Amount.Get()
	return seen{
		"metadata": read.Metadata,
		"address":  []any{city, line1, line2},
		"locales":  locales,
		"updated":  again.Metadata,
		"deleted":  gone.Deleted,
		"plan":     []any{amount, plan.Currency, plan.Interval},
	}
}

func paging(client *stripe.Stripe) seen {
	var pages []int
	ten := stripe.GetCustomersParams{Limit: stripe.Some(10)}
	for page := must(client.Customers.List(ctx, ten)); page != nil; page = must(page.Next(ctx)) {
		pages = append(pages, len(page.Result.Data))
	}
	var names []string
	four := stripe.GetCustomersParams{Limit: stripe.Some(4)}
	for customer, err := range must(client.Customers.List(ctx, four)).All(ctx) {
		check(err)
		name, _ := customer.Name.Get()
		names = append(names, name)
	}
	slices.Sort(names)
	return seen{"pages": pages, "names": names}
}

func mistakes(client *stripe.Stripe, url string) seen {
	all := seen{}
	nobody := stripe.New(stripe.WithBaseURL(url), stripe.WithBearerAuth("nobody"))
	_, err := nobody.Customers.List(ctx, stripe.GetCustomersParams{})
	var refused *stripe.AuthenticationError
	if errors.As(err, &refused) {
		all["refused"] = []any{refused.Status, typeOf(err)}
	}
	_, err = client.Customers.Get(ctx, "cus_nobody", stripe.GetCustomersCustomerParams{})
	var missing *stripe.NotFoundError
	if errors.As(err, &missing) {
		all["not found"] = []any{missing.Status, typeOf(err)}
	}
	return all
}

func typeOf(err error) any {
	var typed *stripe.StripeError
	if !errors.As(err, &typed) {
		return nil
	}
	return typed.Value.Error.Type
}

// webhooks receives what the server signs, with the right secret and with a wrong one.
func webhooks(client *stripe.Stripe, url string) seen {
	events := make(chan *stripe.Event, 9)
	answers := make(chan string)
	receiver := must(stripe.NewWebhookReceiver(stripe.ReceiverOptions{Secrets: []string{"whsec_right"}}))
	receiver.OnCustomerCreated(func(_ context.Context, event *stripe.Event) (stripe.Reply, error) {
		events <- event
		return stripe.Reply{}, nil
	})
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		recorder := httptest.NewRecorder()
		receiver.ServeHTTP(recorder, request)
		out.WriteHeader(recorder.Code)
		answers <- strconv.Itoa(recorder.Code)
	}))
	defer server.Close()
	var told []string
	time.Sleep(patience)
	for _, secret := range []string{"whsec_right", "whsec_wrong"} {
		register(url, server.URL+"/hooks/customer.created", secret)
		create(client, "with "+secret)
		told = append(told, <-answers)
	}
	event := <-events
	return seen{"answers": told, "event": []any{event.Type, event.Data.Object["name"]}, "others": len(events)}
}

func register(url, receiver, secret string) {
	body := must(json.Marshal(seen{"url": receiver, "secret": secret, "events": []string{"customer.created"}}))
	must(http.Post(url+"/_config/webhooks/one", "application/json", bytes.NewReader(body))).Body.Close()
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
