package traintravel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookEvent is the payload of a webhook: a *BookingEvent, a *Delay or a StationNotice.
type WebhookEvent interface{ webhook() }

// BookingEvent says that a booking was paid, changed or cancelled.
type BookingEvent struct {
	// EventID is the same for every delivery of one event.
	EventID   string  `json:"event_id"`
	EventType string  `json:"type"`
	Booking   Booking `json:"booking"`
}

// Delay says that a train is late.
type Delay struct {
	EventID string `json:"event_id"`
	TripID  string `json:"trip_id"`
	Minutes int    `json:"minutes"`
}

// StationNotice is an announcement, as it is read out.
type StationNotice string

func (*BookingEvent) webhook() {}
func (*Delay) webhook()        {}
func (StationNotice) webhook() {}

// ErrSignature says that a webhook was not signed with any of the secrets, or too long ago.
var ErrSignature = errors.New("the signature of the webhook does not fit")

// Verify checks the signature over the raw body in constant time.
func Verify(header http.Header, body []byte, now time.Time, secrets ...string) error {
	var at string
	var given [][]byte
	for _, field := range strings.Split(header.Get("Trains-Signature"), ",") {
		switch key, value, _ := strings.Cut(strings.TrimSpace(field), "="); key {
		case "t":
			at = value
		case "v1":
			if digest, err := hex.DecodeString(value); err == nil {
				given = append(given, digest)
			}
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 300*time.Second {
		return ErrSignature
	}
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(at + "."))
		mac.Write(body)
		for _, digest := range given {
			if hmac.Equal(digest, mac.Sum(nil)) {
				return nil
			}
		}
	}
	return ErrSignature
}

// Receive verifies a webhook and reads it; name is the webhook's, each has a URL of its own.
func Receive(name string, header http.Header, body []byte, secrets ...string) (WebhookEvent, error) {
	if err := Verify(header, body, time.Now(), secrets...); err != nil {
		return nil, err
	}
	switch name {
	case "bookingChanged":
		event := &BookingEvent{}
		return event, decode(body, event)
	case "tripDelayed":
		event := &Delay{}
		return event, decode(body, event)
	case "stationNotice":
		return StationNotice(body), nil
	}
	return nil, errors.New("there is no webhook " + name)
}
