package sdk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// tokenServer returns tokens once it is allowed to; it counts token requests.
func tokenServer(t *testing.T, status int, give <-chan struct{}) (string, *atomic.Int32) {
	t.Helper()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path != "/token" {
			out.WriteHeader(http.StatusNoContent)
			return
		}
		number := asked.Add(1)
		select {
		case <-give:
		case <-request.Context().Done():
		}
		out.WriteHeader(status)
		_, _ = fmt.Fprintf(out, `{"access_token":"t%d","error":"no s3cret"}`, number)
	}))
	t.Cleanup(server.Close)
	return server.URL, &asked
}

var tokenAPI = &api{
	name: "t", version: "1", prefix: "TOKEN_TEST",
	schemes: []scheme{{name: "auth", in: "bearer", wire: "Bearer", flows: []flow{{kind: clientFlow, token: "/token"}}}},
	retries: RetryPolicy{},
}

var tokenOperation = &operation{id: "get", method: "GET", path: "/get", security: [][]need{{{"auth", ""}}}}

func tokenSettings(base string) *settings {
	given := ClientCredentials{ClientID: "me", ClientSecret: "s3cret"}
	return newSettings(tokenAPI, []Option{WithBaseURL(base), withClientCredentials("auth", given)})
}

func start(group *sync.WaitGroup, do func()) {
	group.Add(1)
	go func() {
		defer group.Done()
		do()
	}()
}

// until waits for another goroutine.
func until(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come")
		}
	}
}

// waiting is how many calls wait for the requested token.
func waiting(s *settings) int {
	of := s.credentials["auth"].tokens
	of.lock.Lock()
	defer of.lock.Unlock()
	if of.asking == nil {
		return 0
	}
	return int(of.asking.waiting)
}

// underWay tells whether a token request is pending.
func underWay(s *settings) bool {
	of := s.credentials["auth"].tokens
	of.lock.Lock()
	defer of.lock.Unlock()
	return of.asking != nil
}

func TestWhoGivesUpLeavesTheTokenToOthers(t *testing.T) {
	give := make(chan struct{})
	base, asked := tokenServer(t, 200, give)
	s := tokenSettings(base)
	short, cancel := context.WithCancel(context.Background())
	defer cancel()
	var group sync.WaitGroup
	start(&group, func() {
		err := doRun(short, s, tokenOperation, nil, nil, nil)
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	until(t, func() bool { return asked.Load() == 1 })
	for range 5 {
		start(&group, func() {
			if err := doRun(context.Background(), s, tokenOperation, nil, nil, nil); err != nil {
				t.Error(err)
			}
		})
	}
	until(t, func() bool { return waiting(s) == 6 })
	cancel()
	until(t, func() bool { return waiting(s) == 5 })
	close(give)
	group.Wait()
	if asked.Load() != 1 {
		t.Error(asked.Load(), "token requests")
	}
}

func TestWhenAllGiveUpTheNextAsksAnew(t *testing.T) {
	give := make(chan struct{})
	base, asked := tokenServer(t, 200, give)
	s := tokenSettings(base)
	short, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	start(&group, func() {
		if err := doRun(short, s, tokenOperation, nil, nil, nil); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	until(t, func() bool { return asked.Load() == 1 })
	cancel()
	group.Wait()
	until(t, func() bool { return !underWay(s) }) // a response that arrives during cancellation may still be used
	close(give)
	if err := doRun(context.Background(), s, tokenOperation, nil, nil, nil); err != nil || asked.Load() != 2 {
		t.Error(err, asked.Load())
	}
}

func TestAFailureIsShared(t *testing.T) {
	give := make(chan struct{})
	base, asked := tokenServer(t, 400, give)
	s := tokenSettings(base)
	var group sync.WaitGroup
	for range 5 {
		start(&group, func() {
			var refused *TokenError
			var api *APIError
			err := doRun(context.Background(), s, tokenOperation, nil, nil, nil)
			if !errors.As(err, &refused) || !errors.As(err, &api) || refused.Status != 400 || strings.Contains(err.Error(), "s3cret") {
				t.Error(err)
			}
		})
	}
	until(t, func() bool { return waiting(s) == 5 })
	close(give)
	group.Wait()
	if asked.Load() != 1 {
		t.Error(asked.Load(), "token requests")
	}
}

func TestCredentialsDoNotShowTheirSecrets(t *testing.T) {
	shown := fmt.Sprintf("%v %+v %s", ClientCredentials{ClientSecret: "s3cret"}, PasswordCredentials{Password: "s3cret"}, tokenSettings("http://x").credentials["auth"].tokens.given)
	if strings.Contains(shown, "s3cret") {
		t.Error(shown)
	}
}
