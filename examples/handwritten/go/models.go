package traintravel

import "time"

// Operator: A company that runs trains. New ones appear now and then.
//
// Values that the API does not document are kept.
type Operator string

// Values of [Operator].
const (
	OperatorDeutscheBahn Operator = "db"
	OperatorSncf         Operator = "sncf"
	OperatorOebb         Operator = "oebb"
	OperatorFirstRail    Operator = "1st"
)

// Trip: A train on its way from one station to another.
type Trip struct {
	ID string `json:"id"`
	// Id of the station it leaves from.
	Origin string `json:"origin"`
	// Id of the station it goes to.
	Destination string         `json:"destination"`
	DepartsAt   time.Time      `json:"departs_at"`
	ArrivesAt   Opt[time.Time] `json:"arrives_at,omitzero"`
	// A company that runs trains. New ones appear now and then.
	Operator Operator `json:"operator,omitempty"`
	// The price of one seat, to the cent.
	Price Decimal `json:"price"`
	// Length of the journey in metres.
	DistanceM Opt[int64] `json:"distance_m,omitzero"`
	// Null until it is known.
	Platform Opt[string] `json:"platform,omitzero"`
	// Default: false.
	BicyclesAllowed Opt[bool] `json:"bicycles_allowed,omitzero"`
	// No item twice.
	Amenities []TripAmenity `json:"amenities,omitempty"`

	Rest[any]
}

// MarshalJSON implements json.Marshaler.
func (m Trip) MarshalJSON() ([]byte, error) {
	return encode(m)
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Trip) UnmarshalJSON(data []byte) error {
	return decode(data, m)
}

// SeatWishString is a string as a [SeatWish].
type SeatWishString string

// SeatWish: The number of a seat, or what it should be like.
//
// It is one of [SeatWishString], [*SeatKind], [*UnknownMember].
type SeatWish interface {
	isSeatWish()
}

func (SeatWishString) isSeatWish() {}

func (*SeatKind) isSeatWish() {}

func (*UnknownMember) isSeatWish() {}

var unionSeatWish = &unionOf{of: (*SeatWish)(nil), members: []unionMember{
	{of: (*SeatWishString)(nil), look: look{kinds: []string{"string"}}},
	{of: (**SeatKind)(nil), look: look{kinds: []string{"object"}}},
}}

// BookingInput: A seat on a trip, for one person.
type BookingInput struct {
	// The trip the seat is on.
	TripID string `json:"trip_id"`
	// At least 1 character.
	PassengerName string `json:"passenger_name"`
	// The number of a seat, or what it should be like.
	Seat SeatWish `json:"seat,omitempty"`
	// Whether a bicycle comes along.
	//
	// Default: false.
	Bicycle Opt[bool] `json:"bicycle,omitzero"`
	// Taken once and never shown again.
	PromoCode Opt[string] `json:"promo_code,omitzero"`
	// What a booking is paid with.
	PayWith PaymentSource `json:"pay_with,omitempty"`

	Rest[any]
}

// MarshalJSON implements json.Marshaler.
func (m BookingInput) MarshalJSON() ([]byte, error) {
	return encode(m)
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *BookingInput) UnmarshalJSON(data []byte) error {
	return decode(data, m)
}

// Card is the model whose object is "card".
type Card struct {
	Object  string      `json:"object" const:"\"card\""`
	Number  string      `json:"number"`
	Expires Opt[string] `json:"expires,omitzero"`

	Rest[any]
}

// MarshalJSON implements json.Marshaler.
func (m Card) MarshalJSON() ([]byte, error) {
	return encode(m)
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Card) UnmarshalJSON(data []byte) error {
	return decode(data, m)
}
