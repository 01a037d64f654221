package traintravel

import "context"

// Trips are trains that run.
type Trips struct {
	config *config
	Fares  *Fares
}

var (
	listTrips = &operation{id: "listTrips", method: "GET", path: "/trips", security: account}
	getTrip   = &operation{id: "getTrip", method: "GET", path: "/trips/{tripId}", security: account}
	getSeats  = &operation{id: "getSeats", method: "GET", path: "/trips/{tripId}/seats{coach}", security: account}
	listFares = &operation{id: "listFares", method: "GET", path: "/fares", security: account}
)

// ListTripsParams are the parameters of [Trips.List].
type ListTripsParams struct {
	// Offset is how many trips to pass over.
	Offset Opt[int]
	// Limit is how many items a page holds.
	Limit Opt[int]
	// Operators asks only for trains of these companies.
	Operators []Operator
	// Departs is when the train should leave.
	Departs Opt[TimeSpan]
}

// List lists trips.
func (g *Trips) List(ctx context.Context, params ListTripsParams, options ...CallOption) (*Page[TripPage, Trip], error) {
	result, response, err := do[TripPage](ctx, g.config, listTrips, request{arguments: []argument{
		{place: "query", name: "offset", value: params.Offset},
		{place: "query", name: "limit", value: params.Limit},
		{place: "query", name: "operators", style: "pipeDelimited", value: params.Operators},
		{place: "query", name: "departs", style: "deepObject", value: params.Departs},
	}}, options)
	if err != nil {
		return nil, err
	}
	items := func(page TripPage) []Trip { return page.Data }
	advance := func(ctx context.Context, page *Page[TripPage, Trip]) (*Page[TripPage, Trip], error) {
		count := len(page.Items())
		if count == 0 || count < params.Limit.Or(10) {
			return nil, nil
		}
		next := params
		next.Offset = Some(params.Offset.Or(0) + count)
		return g.List(ctx, next, options...)
	}
	return &Page[TripPage, Trip]{result, response, items, advance}, nil
}

// Get gets one trip.
func (g *Trips) Get(ctx context.Context, tripID string, options ...CallOption) (*Trip, error) {
	result, _, err := do[*Trip](ctx, g.config, getTrip, request{arguments: []argument{
		{place: "path", name: "tripId", value: tripID},
	}}, options)
	return result, err
}

// Seats shows the free seats of some coaches.
func (g *Trips) Seats(ctx context.Context, tripID string, coach []int, options ...CallOption) (map[string][]string, error) {
	result, _, err := do[map[string][]string](ctx, g.config, getSeats, request{arguments: []argument{
		{place: "path", name: "tripId", value: tripID},
		{place: "path", name: "coach", style: "matrix", value: coach},
	}}, options)
	return result, err
}

// Fares are the fares of all companies.
type Fares struct{ config *config }

// List lists the fares of all companies.
func (g *Fares) List(ctx context.Context, page, limit Opt[int], options ...CallOption) (*Page[[]Fare, Fare], error) {
	result, response, err := do[[]Fare](ctx, g.config, listFares, request{arguments: []argument{
		{place: "query", name: "page", value: page},
		{place: "query", name: "limit", value: limit},
	}}, options)
	if err != nil {
		return nil, err
	}
	items := func(fares []Fare) []Fare { return fares }
	advance := func(ctx context.Context, page *Page[[]Fare, Fare]) (*Page[[]Fare, Fare], error) {
		if len(page.Items()) == 0 {
			return nil, nil
		}
		return goTo(ctx, g.config, listFares, page, linked(page.Response.Header, "next"), options)
	}
	return &Page[[]Fare, Fare]{result, response, items, advance}, nil
}
