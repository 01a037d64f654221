package main

import (
	"context"
	"fmt"

	"example.com/stripe"
)

func customer(ctx context.Context) error {
	client := stripe.New()
	customer, err := client.Customers.Create(ctx, stripe.CustomerCreateParams{
		Email:       stripe.Some("ada@example.com"),
		Description: stripe.Some("First of all"),
		Shipping: &stripe.CustomerCreateRequestShippingCustomerShipping{
			Name:    "Ada",
			Address: stripe.CustomerCreateRequestShippingCustomerShippingAddress{Line1: stripe.Some("1 Main Street")},
		},
	})
	if err != nil {
		return err
	}
	customer, err = client.Customers.Update(ctx, customer.ID, stripe.CustomerUpdateParams{
		Description: stripe.Some("Still the first"),
		Shipping:    stripe.CustomerUpdateRequestShippingEmpty(""),
	})
	if err != nil {
		return err
	}
	fmt.Println(customer.ID, customer.Description.Or(""), customer.Shipping)
	return nil
}
