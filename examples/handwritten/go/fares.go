package traintravel

import "context"

// TripsFaresGroup has the methods of trips fares.
type TripsFaresGroup struct {
	settings *settings
}

// ListFaresParams are the arguments of [TripsFaresGroup.List].
type ListFaresParams struct {
	// Number of the page, from 1.
	//
	// At least 1. Default: 1.
	Page Opt[int] `query:"page"`
	// How many items a page holds.
	//
	// At least 1, at most 100. Default: 10.
	Limit Opt[int] `query:"limit"`
}

var opTripsFaresList = &operation{
	id: "listFares", method: "GET", path: "/fares", packed: true,
	shared: []param{{in: "header", name: "X-Currency"}},
	answers: []answer{
		{status: "200", readers: []reader{{mediaType: "application/json", kind: "json"}}},
		{status: "default", error: true, readers: []reader{{mediaType: "application/problem+json", kind: "json", fail: failAs[ProblemBody]}}, message: "detail"},
	},
	paging: &paging{
		results: &source{steps: []step{}},
		stops:   []stop{{kind: "missing", from: &source{header: "Link", rel: "next"}}, {kind: "empty"}},
		url:     &source{header: "Link", rel: "next"},
	},
	accept: "application/json", security: [][]need{{{"bearerAuth", ""}}, {{"apiKey", ""}}},
}

// List the fares of all companies.
//
// The body is the bare list; where the next page is stands in the `Link` header.
//
// Headers of the response: X-Total-Count, X-Page, X-Per-Page, Link (see [IntoResponse] and [HeaderAs]).
//
// Errors: [Problem] (default: Something went wrong).
//
// GET /fares
func (g *TripsFaresGroup) List(ctx context.Context, params ListFaresParams, options ...Option) (*Page[[]Fare, Fare], error) {
	return doPage[[]Fare, Fare](ctx, g.settings, opTripsFaresList, nil, params, options)
}
