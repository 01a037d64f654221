package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// driveOrder is what a test wants done; driveAnswer what came of it.
type driveOrder struct {
	Path        []string
	Request     bool // the last argument is a struct, whose fields are members
	Arguments   []driveArgument
	Whole       json.RawMessage // the body, where WithBody gives all of it
	Model       string          // the type that this is of; any where it is empty
	BaseURL     string
	Credentials map[string]any
	Globals     map[string]any
	Key         string
	Validate    bool
	Responses   ResponseValidation
	Most        int64 // bytes of a response, or of a value of a stream
	External    bool
	Manual      bool   // redirects are results
	Mode        string // call, pages, items
	Metadata    []string
	Kinds       map[string]string // of headers
	Webhook     *driveWebhook
	Calls       []driveOrder // of one client, one after the other
	Each        []driveOrder // of a client each
	Checks      []driveCheck
	Again       int // which argument of a second call the result is, counted from 1
	Together    int
	Wait        float64
}

type driveArgument struct {
	Name   string
	Member bool // it is a field of the struct
	Field  bool // it is a property of the body
	Given  bool
	// Nullable says that null is a value, and not the nil that is none.
	Nullable bool
	Value    json.RawMessage
}

type driveWebhook struct {
	Event, Body string
	Secrets     []string
	Now         int64
	Unsigned    bool
	Max         int
	Seen        []string
	HasSeen     bool
	Headers     map[string]string
	Does        map[string]any
	Fails       bool
	Read        bool
	NamedBy     string
	Otherwise   bool
	Handlers    []string
}

type driveAnswer struct {
	Result   json.RawMessage
	Items    []json.RawMessage
	Counts   []int
	Error    *driveError
	Metadata map[string]any
	Type     string
	Status   int
	Header   http.Header
	Body     string
	Payloads []json.RawMessage
	Told     http.Header
	Others   []string
	Calls    []*driveAnswer // of each call, as often as it is made at once
	Checks   []driveChecked
	Log      string
	Reports  []InvalidResponse
}

type driveError struct {
	Kind, Message string
	Status        int
	Value         json.RawMessage
	As            []string
	Violations    []Violation
}

// Drive follows an order and returns the answer.
func Drive(line []byte) []byte {
	order, answer := &driveOrder{}, &driveAnswer{}
	if err := json.Unmarshal(line, order); err != nil {
		panic(err)
	}
	if order.Webhook != nil {
		driveEvent(order.Webhook, answer)
	} else if order.Checks != nil {
		answer.Checks = driveChecks(order.Checks)
	} else if order.Each != nil {
		for i := range order.Each {
			answer.Calls = append(answer.Calls, order.Each[i].alone())
		}
	} else if order.Calls != nil {
		order.session(answer)
	} else {
		answer.Error = driveErrorOf(order.do(answer))
	}
	written, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	return written
}

var driveEvent = func(*driveWebhook, *driveAnswer) {}

func (o *driveOrder) do(answer *driveAnswer) error {
	var response *http.Response
	options := append(o.options(), IntoResponse(&response))
	if o.Responses == ReportedResponses {
		options = append(options, WithHooks(Hooks{OnInvalidResponse: func(invalid InvalidResponse) {
			answer.Reports = append(answer.Reports, invalid)
		}}))
	}
	return o.call(reflect.ValueOf(New(options...)), &response, answer)
}

// alone follows an order among others: what it cannot do is told.
func (o *driveOrder) alone() (answer *driveAnswer) {
	answer = &driveAnswer{}
	defer func() {
		if failure := recover(); failure != nil {
			answer.Error = &driveError{Kind: "panic", Message: fmt.Sprint(failure)}
		}
	}()
	answer.Error = driveErrorOf(o.do(answer))
	return answer
}

func (o *driveOrder) options() []Option {
	options := []Option{WithBaseURL(o.BaseURL)}
	for name, value := range o.Credentials {
		options = append(options, driveCredential(name, value))
	}
	if o.External {
		options = append(options, WithExternalAuth())
	}
	if o.Validate {
		options = append(options, WithValidation())
	}
	if o.Responses != "" {
		options = append(options, WithResponseValidation(o.Responses))
	}
	if o.Most > 0 {
		options = append(options, WithMaxResponseBytes(o.Most))
	}
	if o.Manual {
		options = append(options, WithManualRedirects())
	}
	if o.Key != "" {
		options = append(options, WithIdempotencyKey(o.Key))
	}
	for name, value := range o.Globals {
		options = append(options, withShared(name, value))
	}
	return options
}

func driveCredential(name string, value any) Option {
	switch given := value.(type) {
	case []any:
		return withPassword(name, fmt.Sprint(given[0]), fmt.Sprint(given[1]))
	case map[string]any:
		text := func(key string) string {
			found, _ := given[key].(string)
			return found
		}
		if listed, ok := given["$source"].([]any); ok {
			next := -1
			return withSource(name, func(context.Context) (string, error) {
				next++
				return fmt.Sprint(listed[next]), nil
			})
		}
		var scopes []string
		listed, _ := given["scopes"].([]any)
		for _, scope := range listed {
			scopes = append(scopes, fmt.Sprint(scope))
		}
		if _, user := given["username"]; user {
			return withPasswordCredentials(name, PasswordCredentials{
				text("username"), text("password"), text("client_id"), text("client_secret"),
				scopes, text("token_url"), text("client_auth"),
			})
		}
		return withClientCredentials(name, ClientCredentials{
			text("client_id"), text("client_secret"), scopes, text("token_url"), text("client_auth"),
		})
	}
	return withToken(name, fmt.Sprint(value))
}

// session makes calls with one client; its log at the level of debugging is kept.
func (o *driveOrder) session(answer *driveAnswer) {
	var log driveLog
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client := reflect.ValueOf(New(append(o.options(), WithLogger(logger))...))
	for i := range o.Calls {
		call := &o.Calls[i]
		time.Sleep(time.Duration(call.Wait * float64(time.Second)))
		var group sync.WaitGroup
		for range max(call.Together, 1) {
			made := &driveAnswer{}
			answer.Calls = append(answer.Calls, made)
			group.Add(1)
			go func() {
				defer group.Done()
				var response *http.Response
				made.Error = driveErrorOf(call.call(client, &response, made))
			}()
		}
		group.Wait()
	}
	answer.Log = log.text.String()
}

// driveLog is written by several calls at once.
type driveLog struct {
	lock sync.Mutex
	text strings.Builder
}

func (l *driveLog) Write(data []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.text.Write(data)
}

func (o *driveOrder) call(target reflect.Value, into **http.Response, answer *driveAnswer) error {
	for _, name := range o.Path[:len(o.Path)-1] {
		target = target.Elem().FieldByName(name)
	}
	method := target.MethodByName(o.Path[len(o.Path)-1])
	given := o.values(method.Type())
	results := method.Call(given)
	if err := results[len(results)-1]; o.Again > 0 && err.IsNil() {
		results = method.Call(o.again(method.Type(), given, results[0]))
	}
	if err, _ := results[len(results)-1].Interface().(error); err != nil {
		return err
	}
	if response := *into; response != nil {
		answer.Metadata = map[string]any{}
		for _, name := range o.Metadata {
			answer.Metadata[name] = driveHeader(response.Header, name, o.Kinds[name])
		}
	}
	if len(results) == 1 {
		answer.Result = json.RawMessage("null")
		return nil
	}
	return o.show(results[0], answer)
}

// again gives a result as an argument, or as the body that it is.
func (o *driveOrder) again(of reflect.Type, given []reflect.Value, result reflect.Value) []reflect.Value {
	argument := o.Arguments[o.Again-1]
	if argument.Field {
		plain := *o
		plain.Arguments, plain.Whole = slices.Clone(o.Arguments), nil
		for i := range plain.Arguments {
			plain.Arguments[i].Given = plain.Arguments[i].Given && !plain.Arguments[i].Field
		}
		return append(plain.values(of), reflect.ValueOf(WithBody(result.Interface())))
	}
	if argument.Member {
		last := len(given) - 1
		made := reflect.New(given[last].Type()).Elem()
		made.Set(given[last])
		field := made.FieldByName(argument.Name)
		field.Set(driveAgain(result, argument, field.Type()))
		given[last] = made
		return given
	}
	given[o.Again] = driveAgain(result, argument, of.In(o.Again))
	return given
}

// driveAgain makes an argument of a result: itself, or of another type what its JSON is.
func driveAgain(result reflect.Value, argument driveArgument, of reflect.Type) reflect.Value {
	if result.Type().AssignableTo(of) && !(result.Kind() == reflect.Interface && result.IsNil()) {
		return result
	}
	data, err := encode(result.Interface())
	if err != nil {
		panic(err)
	}
	argument.Value = data
	made := reflect.New(of).Elem()
	argument.build(made)
	return made
}

// build makes an argument of a vector's value; the null of what is any is written as such.
func (a *driveArgument) build(into reflect.Value) {
	tree := parseTree(a.Value)
	if tree == nil && a.Nullable && into.Kind() == reflect.Interface && into.NumMethod() == 0 {
		into.Set(reflect.ValueOf(Null[any]()))
		return
	}
	driveBuild(into, tree)
}

// driveAs reads a header as a type; what does not fit is its text.
func driveAs[T any](header http.Header, name string) any {
	value, err := HeaderAs[T](header, name)
	if err != nil && header.Get(name) != "" {
		return header.Get(name)
	}
	return value
}

// driveHeader reads a header as its kind; as JSON or text where it has none.
func driveHeader(header http.Header, name, kind string) (found any) {
	switch kind {
	case "decoded":
		found = driveAs[string](header, name)
	case "integer", "int64":
		found = driveAs[int64](header, name)
	case "number":
		found = driveAs[float64](header, name)
	case "boolean":
		found = driveAs[bool](header, name)
	case "list of integer", "list of int64":
		found = driveAs[[]int64](header, name)
	case "list of number":
		found = driveAs[[]Opt[float64]](header, name)
	case "list of decoded":
		found = driveAs[[]string](header, name)
	case "list of boolean":
		found = driveAs[[]bool](header, name)
	case "object of boolean":
		found = driveAs[map[string]bool](header, name)
	case "object of number":
		found = driveAs[map[string]float64](header, name)
	case "object of integer", "object of int64":
		found = driveAs[map[string]int64](header, name)
	case "object of decoded":
		found = driveAs[map[string]string](header, name)
	case "object of members":
		found = driveAs[map[string]any](header, name)
	default:
		found = driveAs[any](header, name)
	}
	return found
}

func (o *driveOrder) values(of reflect.Type) []reflect.Value {
	values := []reflect.Value{reflect.ValueOf(context.Background())}
	for _, argument := range o.Arguments {
		if argument.Member {
			continue
		}
		made := reflect.New(of.In(len(values))).Elem()
		if argument.Given {
			argument.build(made)
		}
		values = append(values, made)
	}
	if o.Request {
		made := reflect.New(of.In(len(values))).Elem()
		for _, argument := range o.Arguments {
			if argument.Member && argument.Given {
				argument.build(made.FieldByName(argument.Name))
			}
		}
		values = append(values, made)
	}
	if o.Whole != nil {
		made := reflect.New(reflect.TypeFor[any]()).Elem()
		if known, ok := driveTypes[o.Model]; ok {
			made = reflect.New(known).Elem()
		}
		driveBuild(made, parseTree(o.Whole))
		values = append(values, reflect.ValueOf(WithBody(made.Interface())))
	}
	return values
}

// driveTypes are the types of bodies that can be given as a whole, by their names.
var driveTypes = map[string]reflect.Type{}

func (o *driveOrder) show(result reflect.Value, answer *driveAnswer) error {
	if reader, ok := result.Interface().(io.ReadCloser); ok {
		data, err := io.ReadAll(reader)
		answer.Result = driveBytes(data)
		return errors.Join(err, reader.Close())
	}
	if data, ok := result.Interface().([]byte); ok && data != nil {
		answer.Result = driveBytes(data)
		return nil
	}
	if all := result.MethodByName("All"); all.IsValid() && o.Mode == "call" {
		return driveWalk(all.Call(nil)[0], answer)
	}
	ctx := []reflect.Value{reflect.ValueOf(context.Background())}
	if o.Mode == "items" {
		return driveWalk(result.MethodByName("All").Call(ctx)[0], answer)
	}
	for o.Mode == "pages" && !result.IsNil() {
		count := -1
		if items := result.MethodByName("Items"); items.IsValid() {
			count = items.Call(nil)[0].Len()
		}
		answer.Counts = append(answer.Counts, count)
		next := result.MethodByName("Next").Call(ctx)
		if err, _ := next[1].Interface().(error); err != nil {
			return err
		}
		result = next[0]
	}
	if o.Mode == "call" {
		data, err := encode(result.Interface())
		answer.Result, answer.Type = data, fmt.Sprintf("%T", result.Interface())
		return err
	}
	return nil
}

// driveWalk walks an iter.Seq2 of values and errors.
func driveWalk(seq reflect.Value, answer *driveAnswer) error {
	var failure error
	answer.Items = []json.RawMessage{}
	yield := reflect.MakeFunc(seq.Type().In(0), func(given []reflect.Value) []reflect.Value {
		if err, _ := given[1].Interface().(error); err != nil {
			failure = err
		} else {
			data, err := encode(given[0].Interface())
			failure = errors.Join(failure, err)
			answer.Items = append(answer.Items, data)
		}
		return []reflect.Value{reflect.ValueOf(failure == nil)}
	})
	seq.Call([]reflect.Value{yield})
	answer.Result, _ = json.Marshal(answer.Items)
	return failure
}

func driveBytes(data []byte) json.RawMessage {
	runes := make([]rune, len(data))
	for i, char := range data {
		runes[i] = rune(char)
	}
	text, _ := json.Marshal(map[string]string{"$bytes": string(runes)})
	return text
}

func driveLatin(text string) []byte {
	data := []byte{}
	for _, char := range text {
		data = append(data, byte(char))
	}
	return data
}

// driveBuild makes a caller's value of a vector's.
func driveBuild(into reflect.Value, tree any) {
	if unions()[into.Type()] != nil && strings.Contains(jsonText(tree), `"$`) {
		driveUnion(into, tree)
		return
	}
	if token, ok := tree.(object); ok && len(token) == 1 && strings.HasPrefix(token[0].name, "$") {
		if token[0].name == "$file" || token[0].name == "$bytes" {
			driveFile(into, token[0])
			return
		}
		tree = token[0].value
	}
	text := jsonText(tree)
	switch {
	case !strings.Contains(text, `"$`):
		if err := decodeValue([]byte(text), into); err != nil {
			panic(fmt.Sprint(into.Type(), " ", text, ": ", err))
		}
	case into.Type().Implements(typeOpt):
		driveOpt(into, tree)
	case into.Kind() == reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		driveBuild(into.Elem(), tree)
	case into.Kind() == reflect.Slice:
		for _, item := range tree.([]any) {
			made := reflect.New(into.Type().Elem()).Elem()
			driveBuild(made, item)
			into.Set(reflect.Append(into, made))
		}
	case into.Kind() == reflect.Map:
		into.Set(reflect.MakeMap(into.Type()))
		for _, item := range tree.(object) {
			made := reflect.New(into.Type().Elem()).Elem()
			driveBuild(made, item.value)
			into.SetMapIndex(reflect.ValueOf(item.name), made)
		}
	case into.Kind() == reflect.Struct:
		driveModel(into, tree.(object))
	default:
		panic("cannot build " + into.Type().String() + " of " + text)
	}
}

// driveUnion makes a value of the first member of a union that one can be made of.
func driveUnion(into reflect.Value, tree any) {
	for _, member := range unions()[into.Type()].members {
		made := reflect.New(reflect.TypeOf(member.of).Elem()).Elem()
		inner := made
		if made.Kind() == reflect.Struct && made.NumField() == 1 && made.Type().Field(0).Tag.Get("sdk") == "value" {
			inner = made.Field(0)
		}
		if driveTry(inner, tree) {
			into.Set(made)
			return
		}
	}
	panic("no member of " + into.Type().String() + " for " + jsonText(tree))
}

func driveTry(into reflect.Value, tree any) (done bool) {
	defer func() {
		if recover() != nil {
			done = false
		}
	}()
	driveBuild(into, tree)
	return true
}

func driveTree(v reflect.Value) any {
	tree, err := treeOf(v.Interface())
	if err != nil {
		panic(err)
	}
	return tree
}

func driveModel(into reflect.Value, tree object) {
	plan := layoutOf(into.Type())
	for _, item := range tree {
		index, known := plan.byName[item.name]
		if known {
			driveBuild(into.Field(plan.fields[index].index), item.value)
			continue
		}
		more, text := restIn(into, plan.rest), jsonText(item.value)
		set := more.extra.Addr().MethodByName("Set")
		held := set.Type().In(1)
		if !strings.Contains(text, `"$`) || held.Kind() == reflect.Interface && !strings.HasPrefix(text, `{"$bytes":`) {
			more.keepExtra(item.name, []byte(text), 0)
			continue
		}
		made := reflect.New(held).Elem()
		driveBuild(made, item.value)
		set.Call([]reflect.Value{reflect.ValueOf(item.name), made})
	}
}

func driveOpt(into reflect.Value, tree any) {
	inner, _ := reflect.Zero(into.Type()).Interface().(optional).held()
	made := reflect.New(reflect.TypeOf(inner)).Elem()
	driveBuild(made, tree)
	if err := into.Addr().Interface().(json.Unmarshaler).UnmarshalJSON([]byte(jsonText(driveTree(made)))); err != nil {
		panic(err)
	}
}

func driveFile(into reflect.Value, token member) {
	if into.Type().Implements(typeOpt) {
		driveOpt(into, object{token})
		return
	}
	if token.name == "$bytes" {
		data := driveLatin(token.value.(string))
		switch {
		case into.Type() == reflect.TypeFor[*File]():
			into.Set(reflect.ValueOf(FileOf(data)))
		case into.Kind() == reflect.Interface:
			into.Set(reflect.ValueOf(data))
		default:
			into.SetBytes(data)
		}
		return
	}
	facts := token.value.(object)
	text := func(name string) string {
		value, _ := facts.get(name)
		found, _ := value.(string)
		return found
	}
	made := FileOf(driveLatin(text("bytes")))
	made.Name, made.ContentType, made.Header = text("name"), text("type"), map[string]string{}
	headers, _ := facts.get("headers")
	if listed, ok := headers.(object); ok {
		for _, item := range listed {
			made.Header[item.name] = textOf(item.value)
		}
	}
	into.Set(reflect.ValueOf(made))
}

func driveErrorOf(err error) *driveError {
	if err == nil {
		return nil
	}
	made := &driveError{Message: err.Error(), Kind: fmt.Sprintf("%T", err)}
	var api *APIError
	var decoding *DecodeError
	var token *TokenError
	switch {
	case errors.As(err, &token):
		made.Kind, made.Status = "token", token.Status
	case errors.As(err, new(*MissingBodyError)):
		made.Kind = "missing-body"
	case errors.As(err, new(*MissingCredentialsError)):
		made.Kind = "credentials"
	case errors.As(err, new(*ArgumentError)):
		made.Kind = "argument"
	case errors.As(err, &api):
		made.Kind, made.Status = "api", api.Status
		made.Value, _ = encode(api.Value)
		if errors.As(err, new(*NotModifiedError)) {
			made.Kind = "not-modified"
		}
		for _, kind := range api.kinds {
			made.As = append(made.As, fmt.Sprintf("%T", kind))
		}
	case errors.As(err, &decoding):
		made.Kind, made.Status, made.Violations = "decode", decoding.Status, decoding.Violations
	case errors.As(err, new(*PaginationError)):
		made.Kind = "pagination"
	case errors.As(err, new(*ConnectionError)):
		made.Kind = "connection"
	case errors.As(err, new(*ConfigurationError)):
		made.Kind = "configuration"
	case errors.Is(err, context.DeadlineExceeded):
		made.Kind = "connection"
	}
	return made
}

var _ = time.Second

// --- webhooks

func init() {
	driveEvent = func(order *driveWebhook, answer *driveAnswer) {
		options := ReceiverOptions{Secrets: order.Secrets, MaxBodyBytes: order.Max, Unverified: order.Unsigned}
		if order.Now != 0 {
			options.Now = func() time.Time { return time.Unix(order.Now, 0) }
		}
		if order.HasSeen {
			options.Seen = func(id string) bool {
				for _, known := range order.Seen {
					if known == id {
						return true
					}
				}
				return false
			}
		}
		if order.NamedBy != "" {
			options.EventName = func(_ []byte, header http.Header) string { return header.Get(order.NamedBy) }
		}
		receiver, err := NewWebhookReceiver(options)
		if err != nil {
			answer.Error = &driveError{Kind: "configuration"}
			return
		}
		header := http.Header{}
		for name, value := range order.Headers {
			header.Set(name, value)
		}
		body := driveLatin(order.Body)
		if order.Read {
			_, err := receiver.Read(order.Event, header, body)
			switch {
			case errors.Is(err, ErrSignature):
				answer.Error = &driveError{Kind: "signature"}
			case errors.Is(err, ErrPayload):
				answer.Error = &driveError{Kind: "payload"}
			case errors.Is(err, ErrUnknownEvent):
				answer.Error = &driveError{Kind: "name"}
			}
			return
		}
		for _, name := range order.Handlers {
			driveHandler(receiver, name, order, answer)
		}
		if order.Otherwise {
			receiver.Otherwise(func(ctx context.Context, name string, payload any) (Reply, error) {
				answer.Told, answer.Others = WebhookHeader(ctx), append(answer.Others, name)
				data, err := encode(payload)
				answer.Payloads = append(answer.Payloads, data)
				return Reply{}, err
			})
		}
		status, made, content := receiver.Handle(context.Background(), order.Event, header, body)
		answer.Status, answer.Header, answer.Body = status, made, string(content)
	}
}

// driveHandler registers a handler that does what the order says.
func driveHandler(receiver *WebhookReceiver, name string, order *driveWebhook, answer *driveAnswer) {
	method := reflect.ValueOf(receiver).MethodByName(name)
	handler := reflect.MakeFunc(method.Type().In(0), func(given []reflect.Value) []reflect.Value {
		data, err := encode(given[1].Interface())
		if text, ok := given[1].Interface().([]byte); ok {
			data, err = driveBytes(text), nil
		}
		answer.Payloads = append(answer.Payloads, data)
		answer.Told = WebhookHeader(given[0].Interface().(context.Context))
		reply := Reply{}
		if order.Fails {
			err = errors.New("the handler fails")
		}
		if status, ok := order.Does["status"].(float64); ok {
			reply.Status = int(status)
		}
		if body, ok := order.Does["json"]; ok {
			reply.Body = body
		}
		failure := reflect.New(reflect.TypeFor[error]()).Elem()
		if err != nil {
			failure.Set(reflect.ValueOf(err))
		}
		return []reflect.Value{reflect.ValueOf(reply), failure}
	})
	method.Call([]reflect.Value{handler})
}
