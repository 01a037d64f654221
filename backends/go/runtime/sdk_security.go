package sdk

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
)

// scheme is a security scheme: an apiKey in a header, query or cookie, or a word in the Authorization header.
type scheme struct {
	name  string            // in the API's document
	given string            // the option that takes its credential, if there is one
	env   string            // its environment variable, or the prefix of several
	in    string            // header, query, cookie; basic, tls, or bearer for any token
	wire  string            // the key's name; the word before a token
	flows []flow            // by which a client can request tokens
	named map[string]string // variables with custom names, by their usual endings
}

// variable returns the name of a variable, by its usual ending.
func (s scheme) variable(end string) string {
	if name, has := s.named[end]; has {
		return name
	}
	return s.env + end
}

// need is a scheme that a request must carry, with OAuth2 scopes between spaces.
type need struct{ scheme, scopes string }

// TokenSource returns a key or token. It is called before each attempt of a call, and may cache what it fetched.
type TokenSource func(ctx context.Context) (string, error)

// credential is the caller's credential for a scheme: one of these.
type credential struct {
	token          string
	source         TokenSource
	tokens         *tokens
	user, password string
}

// withToken sets a credential; an empty one counts as absent.
func withToken(name, token string) Option {
	return func(s *settings) {
		if token != "" {
			s.credentials[name] = credential{token: token}
		}
	}
}

func withSource(name string, source TokenSource) Option {
	return func(s *settings) { s.credentials[name] = credential{source: source} }
}

func withPassword(name, user, password string) Option {
	return func(s *settings) {
		if user+password != "" {
			s.credentials[name] = credential{user: user, password: password}
		}
	}
}

// environment reads credentials from environment variables.
func environment(of *api) map[string]credential {
	found := map[string]credential{}
	for _, known := range of.schemes {
		if known.in == "basic" {
			user, hasUser := os.LookupEnv(known.variable("_USERNAME"))
			password, hasPassword := os.LookupEnv(known.variable("_PASSWORD"))
			if hasUser && hasPassword && user+password != "" {
				found[known.name] = credential{user: user, password: password}
			}
		} else if token := os.Getenv(known.variable("")); token != "" {
			found[known.name] = credential{token: token}
		} else if tokens := tokensFromEnvironment(known); tokens != nil {
			found[known.name] = credential{tokens: tokens}
		}
	}
	return found
}

// live is a credential that is fetched just before a request is sent.
type live struct {
	scheme scheme
	given  credential
	scopes string
}

// authorize takes the first alternative whose schemes all have credentials, else the first that the caller's own
// headers or query complete. Without one it is an error, unless something else may sign the request.
func (c *call) authorize(into *target) error {
	if len(c.op.security) == 0 {
		return nil
	}
	has := func(need need) bool { return c.settings.has(need.scheme) }
	for _, alternative := range c.op.security {
		if all(alternative, has) {
			return c.apply(alternative, into)
		}
	}
	carried := func(need need) bool { return has(need) || c.settings.carries(need.scheme) }
	for _, alternative := range c.op.security {
		if all(alternative, carried) {
			return c.apply(alternative, into)
		}
	}
	if c.settings.isExternal() {
		return nil
	}
	failed := &MissingCredentialsError{Method: c.op.method, Path: pathOf(c.request.url)}
	for _, alternative := range c.op.security {
		var options []string
		for _, need := range alternative {
			if known := c.settings.scheme(need.scheme); known.in != "tls" {
				options = append(options, known.told())
			}
		}
		failed.Options = append(failed.Options, options)
	}
	return failed
}

func (c *call) apply(alternative []need, into *target) error {
	for _, need := range alternative {
		known := c.settings.scheme(need.scheme)
		given, ok := c.settings.credentials[need.scheme]
		if given.source != nil || given.tokens != nil {
			c.live = append(c.live, live{known, given, need.scopes})
		} else if ok {
			if err := known.apply(given, into); err != nil {
				return err
			}
		}
	}
	return nil
}

func all(alternative []need, fits func(need) bool) bool {
	return !slices.ContainsFunc(alternative, func(one need) bool { return !fits(one) })
}

// told says how to give the credential of a scheme.
func (s scheme) told() string {
	variables := s.variable("")
	if s.in == "basic" {
		variables = s.variable("_USERNAME") + " and " + s.variable("_PASSWORD")
	}
	return s.given + " (or set " + variables + ")"
}

// has tells whether there is a credential for a scheme; TLS has its own.
func (s *settings) has(name string) bool {
	_, ok := s.credentials[name]
	return ok || s.scheme(name).in == "tls"
}

// carries tells whether the caller's own headers, or query, contain the credential of a scheme; a removed header does
// not.
func (s *settings) carries(name string) bool {
	known := s.scheme(name)
	switch known.in {
	case "query":
		return slices.ContainsFunc(s.query, func(pair [2]string) bool { return pair[0] == known.wire })
	case "cookie":
		return s.header.Get("Cookie") != ""
	case "header":
		return s.header.Get(known.wire) != ""
	}
	return s.header.Get("Authorization") != ""
}

// isExternal tells whether something else may sign requests: by option, or since hooks, a transport or cookies may.
func (s *settings) isExternal() bool {
	hooked := slices.ContainsFunc(s.hooks, func(one Hooks) bool { return one.BeforeRequest != nil })
	return s.external || hooked || s.http.Jar != nil || s.hasOwnTransport()
}

// keptToken is a token that was cached before the request that it is sent with.
type keptToken struct {
	of    *tokens
	token *token
}

// enliven fetches live credentials and puts them into a request, and records the tokens that were cached before.
func (c *call) enliven(ctx context.Context) (err error) {
	c.kept = nil
	if len(c.live) == 0 || c.request.bare {
		return nil
	}
	into := &target{}
	for _, one := range c.live {
		given := one.given
		if given.source != nil {
			if given.token, err = given.source(ctx); err != nil {
				return err
			}
			if given.token == "" {
				return &ArgumentError{one.scheme.name, "has no credential: its function returned none"}
			}
		} else {
			found, before, err := given.tokens.get(ctx, c, one.scopes)
			if err != nil {
				return err
			}
			if before {
				c.kept = append(c.kept, keptToken{given.tokens, found})
			}
			given.token = found.text
		}
		if err := one.scheme.apply(given, into); err != nil {
			return err
		}
	}
	c.request = c.request.with(into, c.settings.header)
	for _, pair := range into.query {
		name, _, _ := strings.Cut(pair, "=")
		c.secrets = slices.DeleteFunc(slices.Clone(c.secrets), func(old string) bool { return strings.HasPrefix(old, name+"=") })
		c.secrets = append(c.secrets, pair)
	}
	return nil
}

// with is a request with credentials in place of older ones; the caller's own headers stay.
func (o outgoing) with(into *target, own http.Header) outgoing {
	o.header = o.header.Clone()
	for _, field := range into.header {
		if _, set := own[http.CanonicalHeaderKey(field[0])]; !set {
			o.header.Set(field[0], field[1])
		}
	}
	for _, pair := range into.cookies {
		name, _, _ := strings.Cut(pair, "=")
		cookies := slices.DeleteFunc(strings.Split(o.header.Get("Cookie"), "; "), func(old string) bool {
			return old == "" || strings.HasPrefix(old, name+"=")
		})
		o.header.Set("Cookie", strings.Join(append(cookies, pair), "; "))
	}
	o.url = withSecrets(o.url, into.query)
	return o
}

// hidden removes credentials from a text: some servers repeat what they receive.
func (c *call) hidden(text string) string {
	var secrets []string
	for _, given := range c.settings.credentials {
		secrets = append(secrets, given.token, given.password, escape(given.token))
	}
	_, query, _ := strings.Cut(c.request.url, "?")
	for _, known := range c.settings.api.schemes { // what was fetched, or set by the caller, only the request has
		switch known.in {
		case "header":
			secrets = append(secrets, c.request.header.Get(known.wire))
		case "cookie":
			secrets = append(secrets, valuesOf(known.wire, strings.Split(c.request.header.Get("Cookie"), "; "))...)
		case "query":
			secrets = append(secrets, valuesOf(known.wire, strings.Split(query, "&"))...)
		}
	}
	word, token, found := strings.Cut(c.request.header.Get("Authorization"), " ")
	if !found {
		token = word
	}
	return withoutSecrets(text, append(secrets, token))
}

// valuesOf are the values of a name in pairs, as they were sent and as they were given.
func valuesOf(name string, pairs []string) (found []string) {
	for _, pair := range pairs {
		if value, ok := strings.CutPrefix(pair, escape(name)+"="); ok {
			given, _ := url.PathUnescape(value) // empty if it is not ours
			found = append(found, value, given)
		}
	}
	return found
}

// withoutSecrets puts *** in the place of secrets in a text, the longest first: one may begin with another.
func withoutSecrets(text string, secrets []string) string {
	slices.SortFunc(secrets, func(one, other string) int { return len(other) - len(one) })
	for _, secret := range secrets {
		if len(secret) >= secretLength {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	return text
}

func (s *settings) scheme(name string) scheme {
	for _, known := range s.api.schemes {
		if known.name == name {
			return known
		}
	}
	return scheme{}
}

func (s *scheme) apply(given credential, into *target) error {
	header := func(name, value string) error {
		text, err := headerText(name, value)
		into.header = append(into.header, [2]string{name, text})
		return err
	}
	switch s.in {
	case "query":
		into.query = append(into.query, escape(s.wire)+"="+escape(given.token))
	case "cookie":
		into.cookies = append(into.cookies, escape(s.wire)+"="+escape(given.token))
	case "header":
		return header(s.wire, given.token)
	case "basic":
		pair := base64.StdEncoding.EncodeToString([]byte(given.user + ":" + given.password))
		return header("Authorization", "Basic "+pair)
	case "bearer":
		return header("Authorization", strings.Trim(s.wire+" "+strings.Trim(given.token, " \t"), " "))
	}
	return nil
}
