package main

import (
	"context"
	"fmt"
	"os"

	"github.com/stripe/stripe-go/v83"
)

func customer(ctx context.Context) error {
	client := stripe.NewClient(os.Getenv("STRIPE_API_KEY"))
	customer, err := client.V1Customers.Create(ctx, &stripe.CustomerCreateParams{
		Email:       stripe.String("ada@example.com"),
		Description: stripe.String("First of all"),
		Shipping: &stripe.CustomerCreateShippingParams{
			Name:    stripe.String("Ada"),
			Address: &stripe.AddressParams{Line1: stripe.String("1 Main Street")},
		},
	})
	if err != nil {
		return err
	}
	params := &stripe.CustomerUpdateParams{Description: stripe.String("Still the first")}
	params.AddExtra("shipping", "")
	customer, err = client.V1Customers.Update(ctx, customer.ID, params)
	if err != nil {
		return err
	}
	fmt.Println(customer.ID, customer.Description, customer.Shipping)
	return nil
}
