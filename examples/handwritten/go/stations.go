package traintravel

import "context"

// Stations are places where trains stop.
type Stations struct{ config *config }

var (
	listStations   = &operation{id: "listStations", method: "GET", path: "/stations"}
	searchStations = &operation{id: "searchStations", method: "GET", path: "/stations/nearby"}
)

// ListStationsParams are the parameters of [Stations.List].
type ListStationsParams struct {
	// Page is the number of the page, from 1.
	Page Opt[int]
	// Limit is how many items a page holds.
	Limit Opt[int]
	// Country asks only for stations of these countries.
	Country []string
}

// List lists all stations.
func (g *Stations) List(ctx context.Context, params ListStationsParams, options ...CallOption) (*Page[StationPage, Station], error) {
	result, response, err := do[StationPage](ctx, g.config, listStations, request{arguments: []argument{
		{place: "query", name: "page", value: params.Page},
		{place: "query", name: "limit", value: params.Limit},
		{place: "query", name: "country", explode: true, value: params.Country},
	}}, options)
	if err != nil {
		return nil, err
	}
	items := func(page StationPage) []Station { return page.Data }
	advance := func(ctx context.Context, page *Page[StationPage, Station]) (*Page[StationPage, Station], error) {
		number, count := params.Page.Or(1)+1, len(page.Items())
		if number > page.Result.Meta.TotalPages.Or(0) || count == 0 || count < params.Limit.Or(10) {
			return nil, nil
		}
		next := params
		next.Page = Some(number)
		return g.List(ctx, next, options...)
	}
	return &Page[StationPage, Station]{result, response, items, advance}, nil
}

// NearbyParams are the parameters of [Stations.Nearby].
type NearbyParams struct {
	// Area is the circle to look in.
	Area Area
	// Fields are names of the fields wanted.
	Fields []string
}

// Nearby finds the stations around a point.
func (g *Stations) Nearby(ctx context.Context, params NearbyParams, options ...CallOption) ([]Station, error) {
	result, _, err := do[[]Station](ctx, g.config, searchStations, request{arguments: []argument{
		{place: "query", name: "area", style: "json", value: params.Area},
		{place: "query", name: "fields", value: params.Fields},
	}}, options)
	return result, err
}
