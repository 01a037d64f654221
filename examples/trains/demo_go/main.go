// Command demo is what a user of the Go SDK writes: go run . URL-of-the-embedded-server
//
// It pages through twenty items in every style, uploads a document, runs into a missing request body, hears a signed
// webhook and a callback, and prints what happened.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	tt "trains.example/traintravel"
)

const secret = "whsec-demo"

func main() {
	ctx := context.Background()
	client := tt.New(
		tt.WithBaseURL(os.Args[1]),
		tt.WithBearerAuth("demo-token"),
		tt.WithAPIKey("demo-key"),
		tt.WithBasicAuth("ada", "lovelace"),
	)
	paging(ctx, client)
	bookings(ctx, client)
	uploads(ctx, client)
	mistakes(ctx, client)
	events(ctx, client)
}

func say(what string, facts ...any) {
	fmt.Printf("%-34s %s", what, fmt.Sprintln(facts...))
}

// sizes walks pages by Next until it is nil, and tells how many items each holds.
func sizes[R, T any](ctx context.Context, page *tt.Page[R, T], err error) []int {
	var counts []int
	for page != nil {
		check(err)
		counts = append(counts, len(page.Items()))
		page, err = page.Next(ctx)
	}
	check(err)
	return counts
}

// paging is every style of pagination, by Next and by iteration.
func paging(ctx context.Context, client *tt.TrainTravel) {
	stations, err := client.Stations.List(ctx, tt.ListStationsParams{Limit: tt.Some(15)})
	say("page and numPages", sizes(ctx, stations, err))
	departures, err := client.Stations.Departures(ctx, "station_01", tt.GetDeparturesParams{})
	say("page, until one is empty", sizes(ctx, departures, err))
	trips, err := client.Trips.List(ctx, tt.ListTripsParams{Limit: tt.Some(15)})
	say("offset and limit", sizes(ctx, trips, err))
	bookings, err := client.Bookings.List(ctx, tt.ListBookingsParams{Limit: tt.Some(15)})
	say("cursor in the query", sizes(ctx, bookings, err))
	disruptions, err := client.Trips.Disruptions.List(ctx)
	say("URL in the body", sizes(ctx, disruptions, err))
	passengers, err := client.Passengers.List(ctx)
	say("URL in the links", sizes(ctx, passengers, err))
	fares, err := client.Trips.Fares.List(ctx, tt.ListFaresParams{Limit: tt.Some(8)})
	say("URL in the Link header", sizes(ctx, fares, err))
	connections, err := client.Trips.Connections.Search(ctx, tt.SearchConnectionsParams{
		Origin: "station_01", Destination: "station_02", Limit: tt.Some(15),
	})
	say("cursor in the request body", sizes(ctx, connections, err))

	seen := 0
	for _, err := range must(client.Trips.List(ctx, tt.ListTripsParams{Limit: tt.Some(6)})).All(ctx) {
		check(err)
		seen++
	}
	say("all by iteration", seen, "trips")
	var counts []int
	for page, err := range must(client.Trips.Fares.List(ctx, tt.ListFaresParams{Limit: tt.Some(6)})).Pages(ctx) {
		check(err)
		counts = append(counts, len(page.Result))
	}
	say("page by page", counts)
}

// bookings creates, changes, reads and cancels.
func bookings(ctx context.Context, client *tt.TrainTravel) {
	booking := must(client.Bookings.Create(ctx, tt.PostBookingParams{
		TripID:        "trip_01",
		PassengerName: "Ada Lovelace",
		Seat:          tt.SeatWishString("12A"),
		PromoCode:     tt.Some("SPRING"),
	}))
	say("booked", booking.ID, booking.Status)
	say("kept alive without a body", must(client.Bookings.Update(ctx, booking.ID, tt.PatchBookingParams{})).UpdatedAt)
	window := &tt.SeatKind{Kind: tt.SeatPositionWindow}
	changed := must(client.Bookings.Update(ctx, booking.ID, tt.PatchBookingParams{Seat: tt.Some[tt.SeatWish](window)}))
	say("seat changed", changed.Seat.(*tt.SeatKind).Kind)
	payment := must(client.Bookings.Pay(ctx, booking.ID, tt.PayBookingParams{Amount: "10.90", Currency: "EUR"}))
	say("paid", payment.Amount, payment.State)
	check(client.Bookings.Cancel(ctx, booking.ID))
	say("cancelled", booking.ID)
	trip := must(client.Trips.Get(ctx, "trip_04"))
	say("a company that is new to the SDK", trip.Operator, trip.DepartsAt, trip.Price, trip.DistanceM)
	say("seats of two coaches", must(client.Trips.Seats(ctx, "trip_01", []int{4, 5})))
	say("the account", must(client.Whoami(ctx)).Name)
}

// uploads sends a multipart body whose parts are what the document declares.
func uploads(ctx context.Context, client *tt.TrainTravel) {
	file := tt.FileFrom(strings.NewReader("%PDF-1.7 ..."))
	file.Name, file.ContentType = "card.pdf", "application/pdf"
	photo := tt.FileOf([]byte("\x89PNG..."))
	photo.Name = "me.png"
	document := must(client.Bookings.Documents.Upload(ctx, "booking_01", tt.UploadDocumentParams{
		File:    file,
		Photo:   photo,
		Details: tt.DocumentDetails{Kind: "rail_card", ExpiresOn: tt.Some(tt.Date{Year: 2032, Month: time.January, Day: 31})},
		Labels:  []string{"card", "2032"},
	}))
	say("uploaded", document.ID, document.Size, "bytes")
	content := must(client.Bookings.Documents.Download(ctx, "booking_01", document.ID))
	data := must(io.ReadAll(content))
	check(content.Close())
	say("fetched again", len(data), "bytes")
}

// mistakes are errors of their own kind, before any I/O where that can be known.
func mistakes(ctx context.Context, client *tt.TrainTravel) {
	_, err := client.Bookings.Create(ctx, tt.PostBookingParams{})
	var missing *tt.MissingBodyError
	say("MissingBodyError", errors.As(err, &missing), err)

	_, err = client.Trips.Get(ctx, "nowhere")
	var notFound *tt.NotFoundError
	say("NotFoundError", errors.As(err, &notFound), err)

	whole := tt.BookingInput{TripID: "trip_20", PassengerName: "Ada"}
	_, err = client.Bookings.Create(ctx, tt.PostBookingParams{}, tt.WithBody(whole))
	var soldOut *tt.SoldOutError
	if errors.As(err, &soldOut) {
		say("SoldOutError", soldOut.Value.Alternatives[0].ID, "instead")
	}

	_, err = client.Trips.Get(ctx, "trip_01", tt.WithBearerAuth("wrong"), tt.WithAPIKey("wrong"))
	var api *tt.APIError
	say("APIError", errors.As(err, &api), err)
}

// events hears a webhook, verified and typed, and a callback, both by way of a little web server of our own.
func events(ctx context.Context, client *tt.TrainTravel) {
	receiver := must(tt.NewWebhookReceiver(tt.ReceiverOptions{Secrets: []string{"an older secret", secret}}))
	heard := make(chan string, 2)
	receiver.OnBookingChanged(func(_ context.Context, event *tt.BookingEvent) (tt.Reply, error) {
		heard <- fmt.Sprint("webhook ", event.EventType, " ", event.Booking.ID)
		return tt.Reply{}, nil
	})
	receiver.OnTripChanged(func(_ context.Context, text string) (tt.Reply, error) {
		heard <- "callback " + text
		return tt.Reply{}, nil
	})
	inbox := httptest.NewServer(receiver)
	defer inbox.Close()

	check(client.Subscriptions.RegisterAlert(ctx, tt.RegisterAlertParams{URL: inbox.URL + "/bookingChanged"}))
	must(client.Bookings.Pay(ctx, "booking_01", tt.PayBookingParams{Amount: "10.90", Currency: "EUR"}))
	say("event", <-heard)
	callback := inbox.URL + "/watchTrip.tripChanged"
	check(client.Subscriptions.WatchTrip(ctx, tt.WatchTripParams{TripID: "trip_01", CallbackURL: callback}))
	say("event", <-heard)

	forged := http.Header{"Trains-Signature": {fmt.Sprintf("t=%d,v1=00", time.Now().Unix())}}
	_, err := receiver.Read("bookingChanged", forged, []byte("{}"))
	say("ErrSignature", errors.Is(err, tt.ErrSignature), err)
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
