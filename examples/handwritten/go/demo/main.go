// Command demo is what a user writes: go run ./demo URL-of-the-embedded-server
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	tt "trains.example/traintravel"
)

func main() {
	ctx := context.Background()
	client := tt.New(tt.WithBaseURL(os.Args[1]), tt.WithBearerAuth("demo-token"))
	paging(ctx, client)
	bookings(ctx, client)
	mistakes(ctx, client)
	webhook()
}

func paging(ctx context.Context, client *tt.Client) {
	var counts []int
	page := must(client.Trips.List(ctx, tt.ListTripsParams{Limit: tt.Some(15)}))
	for page != nil {
		counts = append(counts, len(page.Result.Data))
		page = must(page.Next(ctx))
	}
	fmt.Println("trips by Next", counts)

	names := 0
	for _, err := range must(client.Stations.List(ctx, tt.ListStationsParams{Limit: tt.Some(6)})).All(ctx) {
		check(err)
		names++
	}
	fmt.Println("stations by All", names)

	counts = nil
	for page, err := range must(client.Trips.Fares.List(ctx, tt.Opt[int]{}, tt.Some(8))).Pages(ctx) {
		check(err)
		counts = append(counts, len(page.Items()))
	}
	fmt.Println("fares by the Link header", counts)

	seen := 0
	for _, err := range must(client.Bookings.List(ctx, tt.ListBookingsParams{})).All(ctx) {
		check(err)
		seen++
	}
	fmt.Println("bookings by cursor", seen)
}

func bookings(ctx context.Context, client *tt.Client) {
	var response *http.Response
	seat := tt.SeatWish{Kind: &tt.SeatKind{Kind: "window"}}
	booking := must(client.Bookings.Create(ctx, &tt.NewBooking{
		TripID: "trip_01", PassengerName: "Ada Lovelace", Seat: tt.Some(seat),
	}, tt.IntoResponse(&response)))
	fmt.Println("booked", booking.ID, response.Header.Get("Location"))
	fmt.Println("kept alive", must(client.Bookings.Update(ctx, booking.ID, nil)).UpdatedAt)
	payment := must(client.Bookings.Pay(ctx, booking.ID, &tt.PaymentForm{
		Amount: "10.90", Currency: "EUR", Card: tt.Some(tt.Card{Number: "4242"}),
	}))
	fmt.Println("paid", payment.State, payment.Amount)
	document := must(client.Bookings.Documents.Upload(ctx, booking.ID, &tt.DocumentUpload{
		File:    &tt.File{Content: strings.NewReader("%PDF"), Name: "card.pdf", ContentType: "application/pdf"},
		Details: tt.DocumentDetails{Kind: "rail_card"},
	}))
	fmt.Println("uploaded", document.ID, document.Size, document.ContentType)
	check(client.Bookings.Cancel(ctx, booking.ID))
	trip := must(client.Trips.Get(ctx, "trip_04"))
	fmt.Println("distance", trip.DistanceM, "with", trip.Operator, "at", trip.DepartsAt)
	fmt.Println("seats", must(client.Trips.Seats(ctx, "trip_01", []int{4, 5})))
	area := tt.Area{Coordinates: tt.Coordinates{Lat: 50.3, Lon: 10.5}}
	fmt.Println("nearby", len(must(client.Stations.Nearby(ctx, tt.NearbyParams{Area: area}))))
}

func mistakes(ctx context.Context, client *tt.Client) {
	_, err := client.Bookings.Create(ctx, nil)
	var missing *tt.MissingBodyError
	fmt.Println(errors.As(err, &missing), err)

	_, err = client.Trips.Get(ctx, "nowhere")
	var notFound *tt.NotFoundError
	fmt.Println(errors.As(err, &notFound), err)

	_, err = client.Bookings.Create(ctx, &tt.NewBooking{TripID: "trip_20", PassengerName: "Ada"})
	var soldOut *tt.SoldOutError
	if errors.As(err, &soldOut) {
		fmt.Println(err, "but", soldOut.SoldOut.Alternatives[0].ID)
	}
}

func webhook() {
	body := []byte(`{"event_id": "evt_1", "trip_id": "trip_01", "minutes": 10}`)
	at := time.Now().Unix()
	mac := hmac.New(sha256.New, []byte("secret"))
	fmt.Fprintf(mac, "%d.%s", at, body)
	header := http.Header{"Trains-Signature": {fmt.Sprintf("t=%d,v1=%x", at, mac.Sum(nil))}}
	switch event := must(tt.Receive("tripDelayed", header, body, "old", "secret")).(type) {
	case *tt.Delay:
		fmt.Println("webhook", event.Minutes, "minutes late")
	}
	_, err := tt.Receive("tripDelayed", header, body, "wrong")
	fmt.Println(errors.Is(err, tt.ErrSignature), err)
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
