package sdk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ClientCredentials request tokens in the client's own name (OAuth2). Tokens are cached while they are valid.
type ClientCredentials struct {
	ClientID, ClientSecret string
	// Scopes are the scopes to request, instead of those that each operation needs.
	Scopes []string
	// TokenURL is the token endpoint, instead of the API's.
	TokenURL string
	// ClientAuth says where id and secret are sent: "basic", in a header, unless it is "body".
	ClientAuth string
}

// PasswordCredentials request tokens in the name of a user (OAuth2).
type PasswordCredentials struct {
	Username, Password string
	// ClientID and ClientSecret are those of the client, if the server requires them.
	ClientID, ClientSecret string
	// Scopes are the scopes to request, instead of those that each operation needs.
	Scopes []string
	// TokenURL is the token endpoint, instead of the API's.
	TokenURL string
	// ClientAuth says where id and secret are sent: "basic", in a header, unless it is "body".
	ClientAuth string
}

// String hides the secret.
func (c ClientCredentials) String() string { return "client credentials of " + c.ClientID }

// String hides the password.
func (c PasswordCredentials) String() string { return "password of " + c.Username }

// TokenError says that a token request was refused: an API error of the token endpoint.
type TokenError struct{ *APIError }

// flow has the token and refresh URLs of one OAuth2 flow, relative to the base URL.
type flow struct{ kind, token, refresh string }

const (
	clientFlow   = "clientCredentials"
	passwordFlow = "password"

	tokenEarly   = 30 * time.Second // before its expiry a token counts as expired
	secretLength = 4                // the least length of a secret to hide: hiding a shorter one would garble any text
)

// tokens are those of one client for one scheme. One token request is made at a time: calls that need the token
// meanwhile wait, and share its result.
type tokens struct {
	scheme string
	flow   flow
	given  PasswordCredentials // of either kind

	lock   sync.Mutex
	kept   []*token
	asking *asking
}

type token struct {
	text, refresh string
	scopes        []string
	ends          time.Time // zero: it does not expire
}

// asking is a pending token request. It is cancelled when no call waits any more.
type asking struct {
	need    string
	done    chan struct{}
	made    *token
	err     error
	waiting int
	cancel  context.CancelFunc
}

func withClientCredentials(name string, given ClientCredentials) Option {
	whole := PasswordCredentials{
		ClientID: given.ClientID, ClientSecret: given.ClientSecret,
		Scopes: given.Scopes, TokenURL: given.TokenURL, ClientAuth: given.ClientAuth,
	}
	return withTokens(name, clientFlow, whole)
}

func withPasswordCredentials(name string, given PasswordCredentials) Option {
	return withTokens(name, passwordFlow, given)
}

func withTokens(name, kind string, given PasswordCredentials) Option {
	return func(s *settings) { s.credentials[name] = credential{tokens: newTokens(s.scheme(name), kind, given)} }
}

func newTokens(of scheme, kind string, given PasswordCredentials) *tokens {
	made := &tokens{scheme: of.name, flow: flow{kind: kind}, given: given}
	if found := of.flow(kind); found != nil {
		made.flow = *found
	}
	return made
}

func (s *scheme) flow(kind string) *flow {
	for i := range s.flows {
		if s.flows[i].kind == kind {
			return &s.flows[i]
		}
	}
	return nil
}

// tokensFromEnvironment reads credentials to request tokens; nil if there are none.
func tokensFromEnvironment(of scheme) *tokens {
	given := PasswordCredentials{
		ClientID: os.Getenv(of.variable("_CLIENT_ID")), ClientSecret: os.Getenv(of.variable("_CLIENT_SECRET")),
		Username: os.Getenv(of.variable("_USERNAME")), Password: os.Getenv(of.variable("_PASSWORD")),
	}
	switch {
	case of.flow(passwordFlow) != nil && given.Username != "" && given.Password != "":
		return newTokens(of, passwordFlow, given)
	case of.flow(clientFlow) != nil && given.ClientID != "" && given.ClientSecret != "":
		return newTokens(of, clientFlow, given)
	}
	return nil
}

// need lists the scopes to request: the caller's take precedence over the operation's.
func (t *tokens) need(scopes string) []string {
	if t.given.Scopes != nil {
		return t.given.Scopes
	}
	return strings.Fields(scopes)
}

func (t *token) holds(need []string) bool {
	return !slices.ContainsFunc(need, func(scope string) bool { return !slices.Contains(t.scopes, scope) })
}

func (t *token) serves(need []string) bool {
	return t.holds(need) && (t.ends.IsZero() || time.Now().Before(t.ends))
}

// get finds a token or requests one, and tells whether it was cached.
func (t *tokens) get(ctx context.Context, c *call, scopes string) (*token, bool, error) {
	need := t.need(scopes)
	key := strings.Join(need, " ")
	for {
		t.lock.Lock()
		for _, kept := range t.kept {
			if kept.serves(need) {
				t.lock.Unlock()
				return kept, true, nil
			}
		}
		running := t.asking
		if running == nil {
			running = t.ask(ctx, c, key, need)
		}
		running.waiting++
		t.lock.Unlock()
		select {
		case <-running.done:
			if running.need == key && !errors.Is(running.err, context.Canceled) {
				return running.made, false, running.err
			}
		case <-ctx.Done():
			t.lock.Lock()
			if running.waiting--; running.waiting == 0 {
				running.cancel()
			}
			t.lock.Unlock()
			return nil, false, &ConnectionError{Err: ctx.Err()}
		}
	}
}

func (t *tokens) ask(ctx context.Context, c *call, key string, need []string) *asking {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	made := &asking{need: key, done: make(chan struct{}), cancel: cancel}
	t.asking = made
	go func() {
		defer cancel()
		made.made, made.err = t.fetch(ctx, c, need)
		t.lock.Lock()
		if made.err == nil {
			t.kept = slices.DeleteFunc(t.kept, func(old *token) bool { return made.made.holds(old.scopes) })
			t.kept = append(t.kept, made.made)
		}
		t.asking = nil
		t.lock.Unlock()
		close(made.done)
	}()
	return made
}

// drop stops using a token; its refresh token may still be valid.
func (t *tokens) drop(known *token) {
	t.lock.Lock()
	defer t.lock.Unlock()
	known.ends = time.Unix(0, 0)
}

func (t *tokens) fetch(ctx context.Context, c *call, need []string) (*token, error) {
	if old := t.refreshable(need); old != nil {
		form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {old.refresh}}
		made, err := t.send(ctx, c, t.refreshURL(), form)
		if err == nil {
			return made.with(old.scopes, old.refresh), nil
		}
		if refused := (*TokenError)(nil); !errors.As(err, &refused) {
			return nil, err
		}
		t.lock.Lock()
		old.refresh = ""
		t.lock.Unlock()
	}
	form := url.Values{"grant_type": {"client_credentials"}}
	if t.flow.kind == passwordFlow {
		form = url.Values{"grant_type": {"password"}, "username": {t.given.Username}, "password": {t.given.Password}}
	}
	if len(need) > 0 {
		form.Set("scope", strings.Join(need, " "))
	}
	made, err := t.send(ctx, c, t.tokenURL(), form)
	if err != nil {
		return nil, err
	}
	return made.with(need, ""), nil
}

func (t *tokens) refreshable(need []string) *token {
	t.lock.Lock()
	defer t.lock.Unlock()
	for _, kept := range t.kept {
		if kept.refresh != "" && kept.holds(need) {
			return kept
		}
	}
	return nil
}

// with adds the requested scopes, and the old refresh token if there is no new one.
func (t *token) with(scopes []string, refresh string) *token {
	t.scopes = append(t.scopes, scopes...)
	if t.refresh == "" {
		t.refresh = refresh
	}
	return t
}

func (t *tokens) tokenURL() string {
	if t.given.TokenURL != "" {
		return t.given.TokenURL
	}
	return t.flow.token
}

func (t *tokens) refreshURL() string {
	if t.given.TokenURL == "" && t.flow.refresh != "" {
		return t.flow.refresh
	}
	return t.tokenURL()
}

// send makes a token request on behalf of a call, with its timeout and its policy. The caller's additions to requests
// are not sent, and redirects are not followed.
func (t *tokens) send(ctx context.Context, c *call, target string, form url.Values) (*token, error) {
	if target == "" {
		return nil, &ConfigurationError{t.scheme + ": the API names no token URL: give TokenURL"}
	}
	base, err := c.settings.url(c.op)
	if err != nil {
		return nil, err
	}
	made, err := url.Parse(base + "/")
	if err == nil {
		made, err = made.Parse(target)
	}
	if err != nil {
		return nil, &ConfigurationError{t.scheme + ": " + err.Error()}
	}
	header := http.Header{
		"Accept":       {"application/json"},
		"Content-Type": {"application/x-www-form-urlencoded"},
		"User-Agent":   {c.settings.agent},
	}
	t.authenticate(header, form)
	own := *c.settings
	own.response, own.hooks = nil, nil
	op := &operation{id: "token", method: http.MethodPost, retries: c.op.retries, timeout: c.op.timeout}
	body := &sentBody{bytesContent([]byte(form.Encode())), ""}
	request := outgoing{method: op.method, url: made.String(), header: header, body: body, bare: true}
	asked := &call{op: op, settings: &own, request: request, started: time.Now(), harmless: true, stays: true}
	got, err := repeat(ctx, asked, false)
	if err != nil {
		return nil, err
	}
	if got.cut > 0 && got.status < 300 {
		return nil, asked.tooLong(got.response, "the body", got.content)
	}
	return t.read(op, got)
}

// authenticate adds id and secret of the client (RFC 6749 2.3.1); an id alone goes in the body.
func (t *tokens) authenticate(header http.Header, form url.Values) {
	id, secret := t.given.ClientID, t.given.ClientSecret
	switch {
	case id == "":
	case secret == "" || t.given.ClientAuth == "body":
		form.Set("client_id", id)
		if secret != "" {
			form.Set("client_secret", secret)
		}
	default:
		pair := url.QueryEscape(id) + ":" + url.QueryEscape(secret)
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	}
}

func (t *tokens) read(op *operation, got *reply) (*token, error) {
	var body struct {
		Token       string          `json:"access_token"`
		Refresh     string          `json:"refresh_token"`
		Scope       string          `json:"scope"`
		Error       string          `json:"error"`
		Description string          `json:"error_description"`
		Expires     json.RawMessage `json:"expires_in"` // some servers send text
	}
	broken := json.Unmarshal(withoutMark(got.content), &body)
	good := got.status >= 200 && got.status < 300
	if !good || body.Token == "" {
		base := errorOf(op, got, t.hidden)
		base.Method, base.Path = op.method, pathOf(got.url)
		base.Message = "the response holds no token"
		if !good {
			base.Message = "the token request was refused"
		}
		for _, word := range []string{body.Error, body.Description} {
			if word != "" && broken == nil {
				base.Message += ": " + word
			}
		}
		base.hide = t.hidden
		base.Message = base.hide.shown(base.Message)
		return nil, &TokenError{base}
	}
	made := &token{text: body.Token, refresh: body.Refresh, scopes: strings.Fields(body.Scope)}
	if seconds, err := strconv.ParseFloat(strings.Trim(string(body.Expires), `"`), 64); err == nil && !math.IsNaN(seconds) {
		life := time.Duration(math.Min(math.Max(seconds, 0), 1e9) * float64(time.Second))
		made.ends = time.Now().Add(life - min(tokenEarly, life/2))
	}
	var err error
	made.text, err = headerText("access_token", body.Token)
	return made, err
}

// hidden removes secrets from a text: some servers repeat what they receive.
func (t *tokens) hidden(text string) string {
	secrets := []string{t.given.ClientSecret, t.given.Password}
	t.lock.Lock()
	for _, kept := range t.kept {
		secrets = append(secrets, kept.refresh)
	}
	t.lock.Unlock()
	return withoutSecrets(text, secrets)
}
