// Package traintravel is a client of the Train Travel API: find trains, book seats, and hear about delays.
//
//	client := traintravel.New(traintravel.WithBearerAuth(token))
//	page, err := client.Trips.List(ctx, traintravel.ListTripsParams{Limit: traintravel.Some(15)})
package traintravel

import (
	"net/http"
	"time"
)

// Client is a client of the Train Travel API. It is safe for concurrent use.
type Client struct {
	Stations *Stations
	Trips    *Trips
	Bookings *Bookings
}

// New makes a client.
func New(options ...Option) *Client {
	c := &config{
		baseURL:    "https://eu.trains.example/v1",
		http:       http.DefaultClient,
		timeout:    20 * time.Second,
		maxRetries: 2,
		schemes:    map[string]func(*http.Request){},
	}
	for _, option := range options {
		option(c)
	}
	return &Client{
		Stations: &Stations{c},
		Trips:    &Trips{config: c, Fares: &Fares{c}},
		Bookings: &Bookings{config: c, Documents: &Documents{c}},
	}
}

var account = [][]string{{"bearerAuth"}, {"apiKey"}}
