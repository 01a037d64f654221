package traintravel

import (
	"encoding/json"
	"time"
)

// Decimal is a number that keeps its digits, as text.
type Decimal string

// Station is a place where trains stop.
type Station struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Country is the ISO 3166 code of the country.
	Country  string           `json:"country"`
	Position Opt[Coordinates] `json:"position,omitzero"`
	// Platforms is how many platforms there are, null where nobody counted.
	Platforms Opt[int]          `json:"platforms,omitzero"`
	Codes     map[string]string `json:"codes,omitempty"`
	Zone      *Zone             `json:"zone,omitempty"`
}

// Zone is a tariff zone. Zones lie within zones.
type Zone struct {
	Name       string `json:"name"`
	Parent     *Zone  `json:"parent,omitempty"`
	Neighbours []Zone `json:"neighbours,omitempty"`
}

// Coordinates are a point on the map.
type Coordinates struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Area is a circle on the map.
type Area struct {
	Coordinates
	RadiusKm Opt[float64] `json:"radius_km,omitzero"`
}

// PageMeta says where a page stands among all pages.
type PageMeta struct {
	Page       Opt[int] `json:"page,omitzero"`
	Size       Opt[int] `json:"size,omitzero"`
	TotalPages Opt[int] `json:"total_pages,omitzero"`
}

// StationPage is one page of stations.
type StationPage struct {
	Data []Station `json:"data"`
	Meta PageMeta  `json:"meta"`
}

// Operator is a company that runs trains. New ones appear now and then: any text may come.
type Operator string

// The operators that the document knows.
const (
	OperatorDeutscheBahn Operator = "db"
	OperatorSncf         Operator = "sncf"
	OperatorOebb         Operator = "oebb"
	OperatorFirstRail    Operator = "1st"
)

// Trip is a train on its way from one station to another.
type Trip struct {
	ID          string         `json:"id"`
	Origin      string         `json:"origin"`
	Destination string         `json:"destination"`
	DepartsAt   time.Time      `json:"departs_at"`
	ArrivesAt   Opt[time.Time] `json:"arrives_at,omitzero"`
	Operator    Opt[Operator]  `json:"operator,omitzero"`
	// Price is the price of one seat, to the cent.
	Price Decimal `json:"price"`
	// DistanceM is the length of the journey in metres.
	DistanceM Opt[int64] `json:"distance_m,omitzero"`
	// Platform is null until it is known.
	Platform        Opt[string] `json:"platform,omitzero"`
	BicyclesAllowed Opt[bool]   `json:"bicycles_allowed,omitzero"`
	Amenities       []string    `json:"amenities,omitempty"`
}

// TripPage is one page of trips.
type TripPage struct {
	Data []Trip `json:"data"`
}

// TimeSpan is a time between two moments.
type TimeSpan struct {
	From Opt[time.Time] `json:"from,omitzero"`
	To   Opt[time.Time] `json:"to,omitzero"`
}

// Fare is what a company asks for.
type Fare struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Price      Decimal   `json:"price"`
	Refundable Opt[bool] `json:"refundable,omitzero"`
}

// Booking is a seat on a trip, for one person, as the server shows it.
type Booking struct {
	ID            string         `json:"id"`
	TripID        string         `json:"trip_id"`
	PassengerName string         `json:"passenger_name"`
	Seat          Opt[SeatWish]  `json:"seat,omitzero"`
	Bicycle       Opt[bool]      `json:"bicycle,omitzero"`
	Status        string         `json:"status"`
	CreatedAt     Opt[time.Time] `json:"created_at,omitzero"`
	UpdatedAt     Opt[time.Time] `json:"updated_at,omitzero"`
}

// BookingPage is one page of bookings.
type BookingPage struct {
	Data []Booking `json:"data"`
}

// NewBooking is what a booking is made of.
type NewBooking struct {
	TripID        string        `json:"trip_id"`
	PassengerName string        `json:"passenger_name"`
	Seat          Opt[SeatWish] `json:"seat,omitzero"`
	Bicycle       Opt[bool]     `json:"bicycle,omitzero"`
	PromoCode     Opt[string]   `json:"promo_code,omitzero"`
}

// BookingChange is what changes in a booking; a null seat gives it back.
type BookingChange struct {
	Seat    Opt[SeatWish] `json:"seat,omitzero"`
	Bicycle Opt[bool]     `json:"bicycle,omitzero"`
}

// SeatWish is the number of a seat, or what it should be like; neither is set for what this SDK does not know.
type SeatWish struct {
	Number string
	Kind   *SeatKind
	Raw    json.RawMessage
}

// SeatKind says what a seat should be like.
type SeatKind struct {
	Kind  string    `json:"kind"`
	Quiet Opt[bool] `json:"quiet,omitzero"`
}

// MarshalJSON implements json.Marshaler.
func (s SeatWish) MarshalJSON() ([]byte, error) {
	switch {
	case s.Kind != nil:
		return json.Marshal(s.Kind)
	case s.Raw != nil && s.Number == "":
		return s.Raw, nil
	}
	return json.Marshal(s.Number)
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *SeatWish) UnmarshalJSON(data []byte) error {
	*s = SeatWish{Raw: append(json.RawMessage(nil), data...)}
	if data[0] == '{' {
		return decode(data, &s.Kind)
	}
	return decode(data, &s.Number)
}

// Card is a card to pay with.
type Card struct {
	Number  string      `json:"number"`
	Expires Opt[string] `json:"expires,omitzero"`
}

// PaymentForm is what is paid, and how.
type PaymentForm struct {
	Amount   Decimal
	Currency string
	Card     Opt[Card]
	Vouchers []string
	Labels   []string
	ReturnTo Opt[string]
}

// Payment is a payment that was tried.
type Payment struct {
	ID     string  `json:"id"`
	Amount Decimal `json:"amount"`
	State  string  `json:"state"`
}

// DocumentDetails says what a document is.
type DocumentDetails struct {
	Kind      string      `json:"kind"`
	ExpiresOn Opt[string] `json:"expires_on,omitzero"`
}

// Document is a document that was stored.
type Document struct {
	ID          string      `json:"id"`
	Size        int64       `json:"size"`
	ContentType Opt[string] `json:"content_type,omitzero"`
}

// Problem is what went wrong, as RFC 9457 has it.
type Problem struct {
	Type   Opt[string] `json:"type,omitzero"`
	Title  Opt[string] `json:"title,omitzero"`
	Detail Opt[string] `json:"detail,omitzero"`
}

// SoldOut says that no seat is left, and what else there is.
type SoldOut struct {
	Problem
	Alternatives []Trip `json:"alternatives,omitempty"`
}
