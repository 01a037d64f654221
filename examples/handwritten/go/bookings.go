package traintravel

import "context"

// Bookings are seats that people have taken.
type Bookings struct {
	config    *config
	Documents *Documents
}

var (
	listBookings   = &operation{id: "listBookings", method: "GET", path: "/bookings", security: account}
	postBooking    = &operation{id: "postBooking", method: "POST", path: "/bookings", security: account, bodyRequired: true}
	patchBooking   = &operation{id: "patchBooking", method: "PATCH", path: "/bookings/{bookingId}", security: account, once: true}
	deleteBooking  = &operation{id: "deleteBooking", method: "DELETE", path: "/bookings/{bookingId}", security: account}
	payBooking     = &operation{id: "payBooking", method: "POST", path: "/bookings/{bookingId}/payment", security: account, bodyRequired: true, once: true}
	uploadDocument = &operation{id: "uploadDocument", method: "POST", path: "/bookings/{bookingId}/documents", security: account, bodyRequired: true}
)

// ListBookingsParams are the parameters of [Bookings.List].
type ListBookingsParams struct {
	// After is the id of the last booking already seen.
	After Opt[string]
	// Limit is how many items a page holds.
	Limit Opt[int]
	// Status asks only for bookings in this state.
	Status Opt[string]
}

// List lists your bookings.
func (g *Bookings) List(ctx context.Context, params ListBookingsParams, options ...CallOption) (*Page[BookingPage, Booking], error) {
	result, response, err := do[BookingPage](ctx, g.config, listBookings, request{arguments: []argument{
		{place: "query", name: "after", value: params.After},
		{place: "query", name: "limit", value: params.Limit},
		{place: "query", name: "status", value: params.Status},
	}}, options)
	if err != nil {
		return nil, err
	}
	items := func(page BookingPage) []Booking { return page.Data }
	advance := func(ctx context.Context, page *Page[BookingPage, Booking]) (*Page[BookingPage, Booking], error) {
		bookings := page.Items()
		if len(bookings) == 0 || bookings[len(bookings)-1].ID == "" {
			return nil, nil
		}
		cursor := bookings[len(bookings)-1].ID
		if params.After.Or("") == cursor {
			return nil, &PaginationError{cursor}
		}
		next := params
		next.After = Some(cursor)
		return g.List(ctx, next, options...)
	}
	return &Page[BookingPage, Booking]{result, response, items, advance}, nil
}

// Create books a seat.
//
// Makes a booking that is pending until it is paid. A trip that is sold out answers a [*SoldOutError]; a nil body is
// a [*MissingBodyError] before anything is sent.
func (g *Bookings) Create(ctx context.Context, body *NewBooking, options ...CallOption) (*Booking, error) {
	result, _, err := do[*Booking](ctx, g.config, postBooking, request{body: jsonOf(body)}, options)
	return result, err
}

// Update changes a booking, or with a nil body just keeps it alive.
func (g *Bookings) Update(ctx context.Context, bookingID string, body *BookingChange, options ...CallOption) (*Booking, error) {
	result, _, err := do[*Booking](ctx, g.config, patchBooking, request{ofBooking(bookingID), jsonOf(body)}, options)
	return result, err
}

// Cancel cancels a booking.
func (g *Bookings) Cancel(ctx context.Context, bookingID string, options ...CallOption) error {
	_, _, err := do[nothing](ctx, g.config, deleteBooking, request{arguments: ofBooking(bookingID)}, options)
	return err
}

// Pay pays for a booking.
func (g *Bookings) Pay(ctx context.Context, bookingID string, body *PaymentForm, options ...CallOption) (*Payment, error) {
	r := request{arguments: ofBooking(bookingID)}
	if body != nil {
		r.body = formBody(
			argument{name: "amount", value: body.Amount},
			argument{name: "currency", value: body.Currency},
			argument{name: "card", style: "deepObject", value: body.Card},
			argument{name: "vouchers", value: body.Vouchers},
			argument{name: "labels", style: "pipeDelimited", value: body.Labels},
			argument{name: "return_to", value: body.ReturnTo},
		)
	}
	result, _, err := do[*Payment](ctx, g.config, payBooking, r, options)
	return result, err
}

// Documents are what is attached to a booking.
type Documents struct{ config *config }

// DocumentUpload is a document to attach.
type DocumentUpload struct {
	// File is the document itself.
	File *File
	// Photo is a small picture of it.
	Photo   *File
	Details DocumentDetails
	// Note is anything the staff should know.
	Note   Opt[string]
	Labels []string
}

// Upload attaches a document to a booking.
func (g *Documents) Upload(ctx context.Context, bookingID string, body *DocumentUpload, options ...CallOption) (*Document, error) {
	r := request{arguments: ofBooking(bookingID)}
	if body != nil {
		parts := []part{
			{name: "file", value: body.File, types: []string{"application/pdf", "image/*"}, header: map[string]string{"X-Retention": "30d"}},
			{name: "photo", value: body.Photo, types: []string{"image/png"}},
			{name: "details", value: body.Details, types: []string{"application/vnd.trains.details+json"}},
		}
		if note, ok := body.Note.Get(); ok {
			parts = append(parts, part{name: "note", value: note})
		}
		for _, label := range body.Labels {
			parts = append(parts, part{name: "labels", value: label})
		}
		r.body = multipartBody(parts...)
	}
	result, _, err := do[*Document](ctx, g.config, uploadDocument, r, options)
	return result, err
}

func ofBooking(id string) []argument {
	return []argument{{place: "path", name: "bookingId", value: id}}
}

// jsonOf is the JSON body of a value, or no body for nil.
func jsonOf[T any](value *T) body {
	if value == nil {
		return nil
	}
	return jsonBody(value)
}
