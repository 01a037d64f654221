package sdk

import (
	"context"
	"encoding/base64"
	"os"
	"strings"
)

// scheme is a security scheme: an apiKey in a header, query or cookie, or a word in the Authorization header.
type scheme struct {
	name string // in the API's document
	env  string // the end of its environment variables
	in   string // header, query, cookie; basic, tls, or bearer for any token
	wire string // the key's name; the word before a token
}

// TokenSource gives a key or token, and is asked before each call; it may keep what it fetched.
type TokenSource func(ctx context.Context) (string, error)

// credential is what a caller gave for a scheme.
type credential struct {
	token          TokenSource
	user, password string
}

func withToken(name, token string) Option {
	return withSource(name, func(context.Context) (string, error) { return token, nil })
}

func withSource(name string, source TokenSource) Option {
	return func(s *settings) { s.credentials[name] = credential{token: source} }
}

func withPassword(name, user, password string) Option {
	return func(s *settings) { s.credentials[name] = credential{user: user, password: password} }
}

// environment reads credentials from environment variables.
func environment(of *api) map[string]credential {
	found := map[string]credential{}
	for _, known := range of.schemes {
		variable := of.prefix + "_" + known.env
		if known.in == "basic" {
			user, hasUser := os.LookupEnv(variable + "_USERNAME")
			password, hasPassword := os.LookupEnv(variable + "_PASSWORD")
			if hasUser && hasPassword {
				found[known.name] = credential{user: user, password: password}
			}
		} else if token := os.Getenv(variable); token != "" {
			found[known.name] = credential{token: func(context.Context) (string, error) { return token, nil }}
		}
	}
	return found
}

// authorize takes the first alternative whose schemes all have credentials. Without one nothing is sent and the server
// has the word.
func (s *settings) authorize(ctx context.Context, op *operation, into *target) error {
	for _, alternative := range op.security {
		if !s.meets(alternative) {
			continue
		}
		for _, name := range alternative {
			if err := s.apply(ctx, name, into); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

func (s *settings) scheme(name string) scheme {
	for _, known := range s.api.schemes {
		if known.name == name {
			return known
		}
	}
	return scheme{}
}

func (s *settings) meets(alternative []string) bool {
	for _, name := range alternative {
		if _, ok := s.credentials[name]; !ok && s.scheme(name).in != "tls" {
			return false
		}
	}
	return true
}

func (s *settings) apply(ctx context.Context, name string, into *target) error {
	known, given := s.scheme(name), s.credentials[name]
	token := ""
	if given.token != nil {
		var err error
		if token, err = given.token(ctx); err != nil {
			return err
		}
	}
	header := func(name, value string) error {
		into.header = append(into.header, [2]string{name, value})
		return checkHeader(name, value)
	}
	switch known.in {
	case "query":
		into.query = append(into.query, escape(known.wire)+"="+escape(token))
	case "cookie":
		into.cookies = append(into.cookies, escape(known.wire)+"="+escape(token))
	case "header":
		return header(known.wire, token)
	case "basic":
		pair := base64.StdEncoding.EncodeToString([]byte(given.user + ":" + given.password))
		return header("Authorization", "Basic "+pair)
	case "bearer":
		return header("Authorization", strings.TrimSpace(known.wire+" "+token))
	}
	return nil
}
