package sdk

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// RetryPolicy says when a request is retried, and after how long.
type RetryPolicy struct {
	// MaxRetries is the maximum number of retries; 0 for none.
	MaxRetries int
	// Budget limits all attempts and pauses together: a request is not retried if the pause would exceed it, and a retry
	// ends when it is exhausted. The first attempt has the limit of [WithTimeout] alone.
	Budget time.Duration
	// Initial is the first pause, Maximum the longest.
	Initial, Maximum time.Duration
	// Exponent is the factor between a pause and the next.
	Exponent float64
	// Statuses are those that are retried: "503", or "5XX" for a range.
	Statuses []string
	// ConnectionErrors says whether connection errors and timeouts are retried.
	ConnectionErrors bool
	// Unsafe says that a POST or PATCH is retried even if it may then be processed twice. Else a retry needs an
	// idempotency key, a 429, or a failure to connect.
	Unsafe bool
}

// DefaultRetryPolicy is the policy if the API declares none.
func DefaultRetryPolicy() RetryPolicy {
	return RetryPolicy{
		MaxRetries:       2,
		Budget:           time.Minute,
		Initial:          500 * time.Millisecond,
		Maximum:          8 * time.Second,
		Exponent:         2,
		Statuses:         []string{"429", "500", "502", "503", "504"},
		ConnectionErrors: true,
	}
}

func (p RetryPolicy) covers(status int) bool { return hasStatus(p.Statuses, status) }

// hasStatus tells whether a status is listed, by itself or by its range (5XX).
func hasStatus(listed []string, status int) bool {
	return slices.ContainsFunc(listed, func(key string) bool { return isStatus(key, status) || isHundred(key, status) })
}

// isStatus tells whether a key is a status: 404.
func isStatus(key string, status int) bool {
	return len(key) == 3 && int(key[0]-'0')*100+int(key[1]-'0')*10+int(key[2]-'0') == status
}

// isHundred tells whether a key is the range of a status: 4XX.
func isHundred(key string, status int) bool {
	return len(key) == 3 && key[1:] == "XX" && int(key[0]-'0') == status/100
}

// pause is how long to wait after an attempt (from 0), randomly up to a quarter less.
func (p RetryPolicy) pause(attempt int) time.Duration {
	longest := math.Min(float64(p.Initial)*math.Pow(p.Exponent, float64(attempt)), float64(p.Maximum))
	return time.Duration(longest * (1 - rand.Float64()/4))
}

// within is the limit of a retry, cut to what is left of the budget; limit 0: it has none of its own.
func (p RetryPolicy) within(limit, spent time.Duration) time.Duration {
	left := max(p.Budget-spent, time.Nanosecond)
	if limit == 0 {
		return left
	}
	return min(limit, left)
}

// retryAfter reads Retry-After, in digits or as a date, and the retry-after-ms that some servers send.
func retryAfter(header http.Header) (time.Duration, bool) {
	if wait, ok := scaled(header.Get("Retry-After-Ms"), time.Millisecond); ok {
		return wait, true
	}
	text := header.Get("Retry-After")
	if wait, ok := scaled(text, time.Second); ok {
		return wait, true
	}
	if at, err := http.ParseTime(text); err == nil && strings.HasSuffix(text, "GMT") {
		return max(0, time.Until(at)), true
	}
	return 0, false
}

var delayPattern = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

func scaled(text string, unit time.Duration) (time.Duration, bool) {
	if !delayPattern.MatchString(text) {
		return 0, false
	}
	number, _ := strconv.ParseFloat(text, 64) // out of range: it is infinite
	return time.Duration(math.Min(number, 1e9)*1e3) * (unit / 1e3), true
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
