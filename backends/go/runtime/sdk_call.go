package sdk

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"
)

// operation describes an operation.
type operation struct {
	id, method, path string
	packed           bool     // the method passes a struct of arguments, with tags that describe them
	params           []param  // in the order in which the method passes values; the others are in tags
	shared           []param  // those whose values are options of the client
	body             *body    // nil: none
	answers          []answer // what may come back
	accept           string
	security         [][]need // alternatives of schemes
	servers          []server // of this operation alone
	retries          *RetryPolicy
	timeout          time.Duration
	idempotency      string   // the header of the idempotency key
	errors           []string // success statuses that are errors here
	paging           *paging
	loose            bool         // it is not documented
	result           reflect.Type // of an operation that is not documented
}

// call is a request that is ready to send, with what is needed to find the next page.
type call struct {
	op       *operation
	settings *settings
	values   []any // arguments, in the order of the operation's parameters
	body     any   // the body's argument; nil: none is sent
	request  outgoing
	origin   string
	started  time.Time
	secrets  []string // pairs of the query that hold credentials
	live     []live   // credentials that are fetched before each attempt
	kept     []keptToken
	harmless bool // a POST that may be sent again: it requests a token
	stays    bool // redirects are not followed
	trail    trail
}

// outgoing is one HTTP request. bare: it goes to another origin than the call, so nothing private is sent.
type outgoing struct {
	method, url string
	header      http.Header
	body        *sentBody
	bare        bool
}

// prepare makes the request of a call. Nothing is sent.
func prepare(s *settings, op *operation, values []any, bodyValue any) (*call, error) {
	if s.broken != nil {
		return nil, s.broken
	}
	if err := s.wrong(); err != nil {
		return nil, err
	}
	if op.packed {
		op, values, bodyValue = op.unpacked(values, bodyValue)
	}
	into := &target{path: map[string]string{}}
	if err := fill(s, op, values, into); err != nil {
		return nil, err
	}
	path, err := expand(op.path, into.path)
	if err != nil {
		return nil, err
	}
	made := &call{op: op, settings: s, values: values}
	if made.request.body, made.body, err = givenBody(s, op, bodyValue); err != nil {
		return nil, err
	}
	if s.check != nil && !op.loose {
		if err := s.check(made); err != nil {
			return nil, err
		}
	}
	here := s.placeOf(op)
	if here.err != nil {
		return nil, here.err
	}
	into.addQuery(s.query)
	before := len(into.query)
	made.request.method, made.request.url = op.method, here.url+path
	if err := made.authorize(into); err != nil {
		return nil, err
	}
	made.secrets = into.query[before:]
	if len(into.query) > 0 {
		joint := "?"
		if strings.Contains(path, "?") {
			joint = "&"
		}
		made.request.url += joint + strings.Join(into.query, "&")
	}
	made.origin = here.origin
	return made, made.addHeaders(into)
}

func fill(s *settings, op *operation, values []any, into *target) error {
	for i := range op.params {
		if err := op.params[i].write(values[i], into); err != nil {
			return err
		}
	}
	for i := range op.shared {
		known := &op.shared[i]
		if known.fixed != "" {
			if err := known.writeTree(parseTree([]byte(known.fixed)), into); err != nil {
				return err
			}
		} else if value, ok := s.shared[known.name]; ok || known.required {
			if err := known.write(value, into); err != nil {
				return err
			}
		}
	}
	return nil
}

func givenBody(s *settings, op *operation, value any) (*sentBody, any, error) {
	if op.body == nil {
		if s.body != nil || s.more != nil {
			return nil, nil, &ArgumentError{"body", "is given by WithBody or WithExtraBody to a call without a request body"}
		}
		return nil, nil, nil
	}
	value, err := op.body.argument(value, s.body)
	if err != nil {
		return nil, nil, err
	}
	inner, sent := op.body.given(value)
	if s.more != nil {
		if inner, err = op.body.extended(inner, sent, s.more); err != nil {
			return nil, nil, err
		}
		sent = true
	}
	if op.body.switched != "" {
		if inner, sent, err = op.body.turned(inner, sent); err != nil {
			return nil, nil, bodyError(err)
		}
	}
	if !sent {
		if op.body.required {
			return nil, nil, &MissingBodyError{op.id, op.body.fields && s.body == nil}
		}
		return nil, nil, nil
	}
	made, err := op.body.write(inner, s.partHeader)
	if err != nil {
		return nil, nil, bodyError(err)
	}
	return made, inner, nil
}

func (c *call) addHeaders(into *target) error {
	header := http.Header{"User-Agent": {c.settings.agent}}
	if c.op.accept != "" {
		header.Set("Accept", c.op.accept)
	}
	for _, field := range into.header {
		header.Add(field[0], field[1])
	}
	if len(into.cookies) > 0 {
		header.Set("Cookie", strings.Join(into.cookies, "; "))
	}
	if c.request.body != nil {
		kind, err := headerText("Content-Type", c.request.body.contentType)
		if err != nil {
			return err
		}
		header.Set("Content-Type", kind)
	}
	if err := c.addKey(header); err != nil {
		return err
	}
	own, err := checkedHeaders(c.settings.header)
	if err != nil {
		return err
	}
	setHeaders(header, own)
	c.request.header = header
	return nil
}

// checkedHeaders are the caller's own headers, checked and ready to send.
func checkedHeaders(given http.Header) (http.Header, error) {
	if len(given) == 0 {
		return nil, nil
	}
	made := make(http.Header, len(given))
	for name, values := range given {
		if err := checkHeaderName(name); err != nil {
			return nil, err
		}
		for _, value := range values {
			text, err := headerText(name, value)
			if err != nil {
				return nil, err
			}
			made[name] = append(made[name], text)
		}
	}
	return made, nil
}

// addKey adds the idempotency key from the first attempt on, if the API takes one: a POST or PATCH always has it.
func (c *call) addKey(header http.Header) error {
	name, key := c.op.idempotency, c.settings.idempotencyKey
	if name == "" || (key == "" && (!isUnsafe(c.op.method) || header.Get(name) != "")) {
		return nil
	}
	if key == "" {
		key = newKey()
	}
	text, err := headerText(name, key)
	header.Set(name, text)
	return err
}

// newKey is a random UUID: some servers accept nothing else.
func newKey() string {
	var b [16]byte
	rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// do makes a call and decodes its response. It is thin, since it is compiled for every type of a result.
func do[T any](ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) (T, error) {
	var result T
	err := run(ctx, s, op, values, bodyValue, options, &result)
	return result, err
}

// doRun makes a call without a result.
func doRun(ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option) error {
	return run(ctx, s, op, values, bodyValue, options, nil)
}

// run makes a call and decodes its response into the target of a pointer; nil discards it.
func run(ctx context.Context, s *settings, op *operation, values []any, bodyValue any, options []Option, into any) error {
	made, err := prepare(s.with(options), op, values, bodyValue)
	if err != nil {
		return err
	}
	got, err := exchange(ctx, made, false)
	if err != nil {
		return err
	}
	return made.readReply(got, into)
}
