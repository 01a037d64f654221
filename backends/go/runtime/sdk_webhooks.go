package sdk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"mime"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	// ErrUnknownEvent says that the API declares no event of that name; names are case-sensitive.
	ErrUnknownEvent = errors.New("there is no such event")
	// ErrPayload says that a payload is missing, too large, or cannot be read.
	ErrPayload = errors.New("the payload is not valid")
	// ErrSignature says that an event was not signed with any of the secrets, or too long ago.
	ErrSignature = errors.New("the signature is not valid")
)

// WebhookEvent is any event: a struct of its own for each, with the payload.
type WebhookEvent interface {
	isWebhookEvent()
}

// Reply is the reply of a handler. The zero value is the success status without a body.
type Reply struct {
	Status int
	Header http.Header
	Body   any
}

// ReceiverOptions are the options of a receiver.
type ReceiverOptions struct {
	// Secrets are those that a signature may use; none if the API declares no signature.
	Secrets []string
	// MaxBodyBytes is the maximum size of a body; 32 MiB if 0.
	MaxBodyBytes int
	// Seen tells whether the event with an id was handled before; it is then only answered.
	Seen func(id string) bool
	// EventID finds the id of an event; by default the header webhook-id, else the property that the API declares, a
	// string or an integer that is not empty.
	EventID func(payload []byte, header http.Header) string
	// EventName finds the name of an event whose URL does not tell it, from the payload, which is not verified yet, and
	// the headers; by default from the property of payloads that tells webhooks apart.
	EventName func(payload []byte, header http.Header) string
	// Logger logs events that fail; [slog.Default] if nil.
	Logger *slog.Logger
	// Unverified accepts events without verification, for tests.
	Unverified bool
	// Now is the clock for timestamps of signatures; time.Now if nil.
	Now func() time.Time
}

// WebhookReceiver receives events: verifies, reads, calls handlers, answers. It is an http.Handler; the last segment of
// a request's path is the event's name, if it is one, else the name is found in the request.
type WebhookReceiver struct {
	options   ReceiverOptions
	events    []webhookFacts
	signature verifier
	tag       string   // the property of payloads that tells webhooks apart
	idAt      []string // the place of an event's id in its payload
	handlers  map[string]reflect.Value
	other     func(context.Context, string, any) (Reply, error)
}

// webhookFacts are the declaration of an event.
type webhookFacts struct {
	name     string
	payloads []webhookPayload
	required bool
	answers  [][2]string // status and media type
	success  int
	failure  int
	unsigned bool
	method   string       // of its requests; POST if empty
	tags     []string     // the values of the receiver's tag for it
	short    string       // another name for it
	event    WebhookEvent // a nil pointer to the event's struct, whose one field is the payload
}

// webhookPayload says how a payload of one media type is read; shape is the JSON type it must have, unless it may be
// null.
type webhookPayload struct {
	mediaType, kind, shape string
	null                   bool
	as                     func([]byte) (any, error) // its type, if an event has several
}

// verifier checks the signature of an event.
type verifier interface {
	verify(header http.Header, body []byte, secrets []string, now time.Time) error
}

func newReceiver(options ReceiverOptions, events []webhookFacts, signature verifier, tag string, idAt []string) (*WebhookReceiver, error) {
	// Anyone can sign with an empty secret.
	usable := len(options.Secrets) > 0 && !slices.Contains(options.Secrets, "")
	if signature != nil && !options.Unverified && !usable {
		return nil, &ConfigurationError{"events are signed: give Secrets, or Unverified in tests"}
	}
	if signature == nil && len(options.Secrets) > 0 {
		return nil, &ConfigurationError{"the API declares no signature: Secrets would verify nothing"}
	}
	if options.MaxBodyBytes == 0 {
		options.MaxBodyBytes = 32 << 20
	}
	if options.Logger == nil {
		options.Logger = slog.Default()
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	made := &WebhookReceiver{options, events, signature, tag, idAt, map[string]reflect.Value{}, nil}
	if options.EventID == nil {
		made.options.EventID = made.eventID
	}
	return made, nil
}

// Otherwise registers the handler of events that have no other, by their name and payload. An undeclared event has no
// name, and bytes as its payload; without such a handler, the response to it is 404, and to a declared event its
// failure status.
func (r *WebhookReceiver) Otherwise(handler func(ctx context.Context, name string, payload any) (Reply, error)) {
	r.other = handler
}

type webhookHeaderKey struct{}

// WebhookHeader returns the headers of the event that a handler is called with, from its context; nil elsewhere.
func WebhookHeader(ctx context.Context) http.Header {
	header, _ := ctx.Value(webhookHeaderKey{}).(http.Header)
	return header
}

// handleEvent registers the handler of an event: a func(context.Context, T) (Reply, error). Reflection calls it, since
// a generic function would be compiled for each event.
func handleEvent(r *WebhookReceiver, name string, handler any) {
	r.handlers[name] = reflect.ValueOf(handler)
}

func (r *WebhookReceiver) call(ctx context.Context, name string, payload any) (Reply, error) {
	handler := r.handlers[name]
	if !handler.IsValid() {
		if r.other == nil {
			return Reply{}, errors.New("there is no handler")
		}
		return r.other(ctx, name, payload)
	}
	given := reflect.Zero(handler.Type().In(1))
	if payload != nil {
		if given = reflect.ValueOf(payload); !given.Type().AssignableTo(handler.Type().In(1)) {
			return Reply{}, fmt.Errorf("the payload is a %T", payload)
		}
	}
	results := handler.Call([]reflect.Value{reflect.ValueOf(ctx), given})
	err, _ := results[1].Interface().(error)
	return results[0].Interface().(Reply), err
}

// wrap makes the struct of an event from its payload.
func (f *webhookFacts) wrap(payload any) WebhookEvent {
	made := reflect.New(reflect.TypeOf(f.event).Elem())
	if payload != nil {
		made.Elem().Field(0).Set(reflect.ValueOf(payload))
	}
	return made.Interface().(WebhookEvent)
}

// find finds an event by its name, else by the request.
func (r *WebhookReceiver) find(name string, header http.Header, body []byte) (*webhookFacts, error) {
	if name == "" {
		var err error
		if name, err = r.told(header, body); err != nil {
			return nil, err
		}
	}
	if facts := r.named(name); facts != nil {
		return facts, nil
	}
	known := make([]string, len(r.events))
	for i := range r.events {
		known[i] = r.events[i].name
	}
	return nil, fmt.Errorf("%w: %q; there are %s", ErrUnknownEvent, name, strings.Join(known, ", "))
}

// handled finds an event to handle: an undeclared one, too, if it has a handler.
func (r *WebhookReceiver) handled(name string, header http.Header, body []byte) (*webhookFacts, error) {
	facts, err := r.find(name, header, body)
	if name == "" && r.other != nil && errors.Is(err, ErrUnknownEvent) {
		bytes := []webhookPayload{{kind: "bytes"}}
		return &webhookFacts{payloads: bytes, success: http.StatusOK, failure: http.StatusInternalServerError}, nil
	}
	return facts, err
}

func (r *WebhookReceiver) named(name string) *webhookFacts {
	for i := range r.events {
		if r.events[i].name == name || (name != "" && r.events[i].short == name) {
			return &r.events[i]
		}
	}
	return nil
}

// told finds the name of an event in the request.
func (r *WebhookReceiver) told(header http.Header, body []byte) (string, error) {
	if err := r.measure(body); err != nil {
		return "", err
	}
	if r.options.EventName != nil {
		return r.options.EventName(body, header), nil
	}
	if r.tag == "" || len(body) == 0 {
		return "", nil
	}
	if body, _ = inUTF8(header, body); !json.Valid(withoutMark(body)) {
		return "", fmt.Errorf("%w: it is not JSON", ErrPayload)
	}
	payload, _ := parseTree(withoutMark(body)).(object)
	value, _ := payload.get(r.tag)
	tag, ok := value.(string)
	for i := range r.events {
		if ok && slices.Contains(r.events[i].tags, tag) {
			return r.events[i].name, nil
		}
	}
	return "", nil
}

func (r *WebhookReceiver) measure(body []byte) error {
	if len(body) > r.options.MaxBodyBytes {
		return fmt.Errorf("%w: %w", ErrPayload, &http.MaxBytesError{Limit: int64(r.options.MaxBodyBytes)})
	}
	return nil
}

// Read verifies and reads an event; if the name is empty, it is found in the request. Its error is ErrUnknownEvent,
// ErrSignature or ErrPayload.
func (r *WebhookReceiver) Read(name string, header http.Header, body []byte) (WebhookEvent, error) {
	facts, err := r.find(name, header, body)
	if err != nil {
		return nil, err
	}
	payload, err := r.read(facts, header, body)
	if err != nil {
		return nil, err
	}
	return facts.wrap(payload), nil
}

func (r *WebhookReceiver) read(facts *webhookFacts, header http.Header, body []byte) (any, error) {
	if err := r.measure(body); err != nil {
		return nil, err
	}
	if r.signature != nil && !r.options.Unverified && !facts.unsigned {
		if err := r.signature.verify(header, body, r.options.Secrets, r.options.Now()); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSignature, err)
		}
	}
	if len(body) == 0 {
		if facts.required {
			return nil, fmt.Errorf("%w: it is required", ErrPayload)
		}
		return nil, nil
	}
	payload, err := facts.read(header, body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPayload, err)
	}
	return payload, nil
}

func (f *webhookFacts) read(header http.Header, body []byte) (any, error) {
	if len(f.payloads) == 0 {
		return nil, nil
	}
	declared := &f.payloads[0]
	for i := range f.payloads {
		if f.payloads[i].mediaType == mediaTypeOf(header) {
			declared = &f.payloads[i]
		}
	}
	if declared.kind != "bytes" {
		var err error
		if body, err = inUTF8(header, body); err != nil {
			return nil, err
		}
	}
	if declared.kind == "json" || declared.kind == "jsonl" {
		body = withoutMark(body)
	}
	switch declared.kind {
	case "text":
		return string(body), nil
	case "json":
		body, err := declared.json(body)
		if err != nil {
			return nil, err
		}
		return f.decode(declared, body)
	case "jsonl":
		body, err := declared.lines(body)
		if err != nil {
			return nil, err
		}
		return f.decode(declared, body)
	}
	return body, nil
}

// inUTF8 converts text from the character set of its content type to UTF-8; UTF-8 and Latin-1 are known, others count
// as UTF-8.
func inUTF8(header http.Header, body []byte) ([]byte, error) {
	_, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if charset := strings.ToLower(parameters["charset"]); err == nil && slices.Contains(latin, charset) {
		return []byte(latin1(body)), nil
	}
	if !utf8.Valid(body) {
		return body, errors.New("it is not UTF-8")
	}
	return body, nil
}

// latin are names of Latin-1; ASCII is a part of it.
var latin = []string{"iso-8859-1", "iso8859-1", "latin1", "l1", "us-ascii", "ascii"}

// decode reads the JSON of a payload as its type: that of the event's field, unless there are several.
func (f *webhookFacts) decode(declared *webhookPayload, body []byte) (any, error) {
	null := declared.null && string(body) == "null"
	if declared.as != nil {
		value, err := declared.as(body)
		if null && err != nil {
			return nil, nil
		}
		return value, err
	}
	made := reflect.New(reflect.TypeOf(f.event).Elem().Field(0).Type)
	err := decode(body, made.Interface())
	if null {
		err = nil // a list or a map that is nil
	}
	return made.Elem().Interface(), err
}

func (p *webhookPayload) json(body []byte) ([]byte, error) {
	trimmed := bytes.TrimSpace(body)
	if !json.Valid(trimmed) {
		return nil, errors.New("it is not JSON")
	}
	if kind := kindOf(trimmed); p.shape != "" && kind != p.shape {
		return nil, fmt.Errorf("it must be %s, not %s", p.shape, kind)
	}
	return trimmed, nil
}

// lines reads lines of JSON as a list.
func (p *webhookPayload) lines(body []byte) ([]byte, error) {
	var listed []string
	for _, line := range strings.FieldsFunc(string(body), func(char rune) bool { return char == '\n' || char == '\r' }) {
		if line = strings.Trim(line, record+" \t"); line != "" {
			if p.shape != "" && kindOf([]byte(line)) != p.shape {
				return nil, fmt.Errorf("a line must be %s", p.shape)
			}
			listed = append(listed, line)
		}
	}
	return []byte("[" + strings.Join(listed, ",") + "]"), nil
}

// Handle receives an event and returns the response: the handler's reply, or a failure's. If the name is empty, it is
// found in the request.
func (r *WebhookReceiver) Handle(ctx context.Context, name string, header http.Header, body []byte) (int, http.Header, []byte) {
	facts, err := r.handled(name, header, body)
	return r.answer(ctx, facts, err, header, body)
}

// answer returns the response to an event, whether it was found or not.
func (r *WebhookReceiver) answer(ctx context.Context, facts *webhookFacts, err error, header http.Header, body []byte) (int, http.Header, []byte) {
	if errors.Is(err, ErrUnknownEvent) {
		return http.StatusNotFound, http.Header{}, nil
	}
	if err != nil {
		r.options.Logger.WarnContext(ctx, "an event failed", "error", err)
		return statusOfFailure(err, http.StatusInternalServerError), http.Header{}, nil
	}
	status, made, content, err := r.dispatch(ctx, facts, header, body)
	if err != nil {
		r.options.Logger.WarnContext(ctx, "an event failed", "event", facts.name, "error", err)
		return statusOfFailure(err, facts.failure), http.Header{}, nil
	}
	return status, made, content
}

// statusOfFailure is the status of the response to an event that failed: an unsigned or too large one is the sender's
// fault.
func statusOfFailure(err error, declared int) int {
	var large *http.MaxBytesError
	switch {
	case errors.Is(err, ErrSignature):
		return http.StatusUnauthorized
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge
	}
	return declared
}

func (r *WebhookReceiver) dispatch(ctx context.Context, facts *webhookFacts, header http.Header, body []byte) (_ int, _ http.Header, _ []byte, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("the handler panicked: %v", failure)
		}
	}()
	payload, err := r.read(facts, header, body)
	if err != nil {
		return 0, nil, nil, err
	}
	if r.options.Seen != nil {
		if id := r.options.EventID(body, header); id != "" && r.options.Seen(id) {
			return facts.success, http.Header{}, nil, nil
		}
	}
	reply, err := r.call(context.WithValue(ctx, webhookHeaderKey{}, header), facts.name, payload)
	if err != nil {
		return 0, nil, nil, err
	}
	return facts.answer(reply)
}

func (f *webhookFacts) answer(reply Reply) (int, http.Header, []byte, error) {
	status := reply.Status
	if status == 0 {
		status = f.success
	}
	mediaType, declared := f.declared(status)
	if !declared && reply.Status != 0 && len(f.answers) > 0 {
		return 0, nil, nil, fmt.Errorf("the status %d is not declared", status)
	}
	header := http.Header{}
	if isNil(reply.Body) {
		setHeaders(header, reply.Header)
		return status, header, nil, nil
	}
	if mediaType == "" {
		mediaType = "application/json"
	}
	header.Set("Content-Type", mediaType)
	setHeaders(header, reply.Header)
	if data, ok := reply.Body.([]byte); ok {
		return status, header, data, nil
	}
	if text, ok := reply.Body.(string); ok && !isJSON(baseType(mediaType)) {
		return status, header, []byte(text), nil
	}
	data, err := encodeSent(reply.Body)
	return status, header, data, err
}

func (f *webhookFacts) declared(status int) (string, bool) {
	for _, key := range []string{strconv.Itoa(status), strconv.Itoa(status/100) + "XX", "default"} {
		for _, answer := range f.answers {
			if answer[0] == key {
				return answer[1], true
			}
		}
	}
	return "", false
}

// ServeHTTP implements http.Handler.
func (r *WebhookReceiver) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	name := path.Base(request.URL.EscapedPath())
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if r.named(name) == nil {
		name = ""
	}
	body, err := io.ReadAll(io.LimitReader(request.Body, int64(r.options.MaxBodyBytes)+1))
	if err != nil {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	facts, err := r.handled(name, request.Header, body)
	if err == nil {
		if allow := cmp.Or(facts.method, http.MethodPost); request.Method != allow {
			out.Header().Set("Allow", allow)
			out.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
	}
	status, header, content := r.answer(request.Context(), facts, err, request.Header, body)
	for key, values := range header {
		out.Header()[key] = values
	}
	out.WriteHeader(status)
	_, _ = out.Write(content) // the sender may have disconnected
}

func (r *WebhookReceiver) eventID(payload []byte, header http.Header) string {
	if id := strings.TrimSpace(header.Get("Webhook-Id")); id != "" || len(r.idAt) == 0 {
		return id
	}
	payload, _ = inUTF8(header, payload)
	if payload = withoutMark(payload); !json.Valid(payload) {
		return ""
	}
	return idText(follow(parseTree(payload), r.idAt))
}

func idText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		if !strings.ContainsAny(string(value), ".eE") {
			return string(value)
		}
		if number, err := value.Float64(); err == nil && number == math.Trunc(number) && math.Abs(number) < 1e21 {
			return strconv.FormatFloat(number, 'f', 0, 64) // 5.0 is an integer
		}
	}
	return ""
}
