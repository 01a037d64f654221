package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
)

type zone struct {
	Name   string      `json:"name"`
	Parent *zone       `json:"parent,omitempty"`
	Size   Opt[int]    `json:"size,omitzero"`
	Tags   []string    `json:"tags,omitempty"`
	Kind   string      `json:"kind" const:"\"zone\""`
	Since  Date        `json:"since"`
	Note   Opt[string] `json:"note,omitzero"`
	Shape  shape       `json:"shape,omitempty"`
	Odd    string      `wire:"a,b" sdk:"optional"`

	Rest[any]
}

type shape interface{ isShape() }

type circle struct {
	Radius float64 `json:"radius"`
	Rest[any]
}

type shapeName string

func (*circle) isShape()        {}
func (shapeName) isShape()      {}
func (*UnknownMember) isShape() {}

func init() {
	unionTable = append(unionTable, &unionOf{of: (*shape)(nil), members: []unionMember{
		{of: (**circle)(nil), look: look{kinds: []string{"object"}, keys: []string{"radius"}}},
		{of: (*shapeName)(nil), look: look{kinds: []string{"string"}}},
	}})
}

// Values that were read are written again, whether they fit their type or not.
func TestWhatIsReadIsWrittenAgain(t *testing.T) {
	for _, text := range []string{
		`{"name":"a","kind":"zone","since":"2031-05-01"}`,
		`{"name":"a","size":null,"kind":"zone","since":"2031-05-01"}`,
		`{"name":"a","tags":[],"kind":"zone","since":"2031-05-01"}`,
		`{"name":5,"size":"many","kind":null,"since":"soon"}`,
		`{"size":3}`,
		`{"name":"a","parent":{"name":"b","kind":"zone","since":"2031-05-01"},"kind":"zone","since":"2031-05-01"}`,
		`{"name":"a","kind":"zone","since":"2031-05-01","shape":{"radius":1.5}}`,
		`{"name":"a","kind":"zone","since":"2031-05-01","shape":"flat"}`,
		`{"name":"a","kind":"zone","since":"2031-05-01","shape":{"sides":4}}`,
		`{"name":"a","kind":"zone","since":"2031-05-01","a,b":"c","more":[1,{"x":null}],"huge":12345678901234567890123}`,
		`[1,2]`,
		`"text"`,
	} {
		var made zone
		if err := decode([]byte(text), &made); err != nil {
			t.Fatal(text, err)
		}
		data, err := encode(made)
		if err != nil || !sameText(t, text, string(data)) {
			t.Errorf("%s became %s (%v)", text, data, err)
		}
	}
}

func sameText(t *testing.T, left, right string) bool {
	t.Helper()
	var a, b any
	if json.Unmarshal([]byte(left), &a) != nil || json.Unmarshal([]byte(right), &b) != nil {
		t.Fatal(left, right)
	}
	return reflect.DeepEqual(a, b)
}

func TestUnknownPropertiesAreSeen(t *testing.T) {
	var made zone
	if err := decode([]byte(`{"name":"a","new":[true]}`), &made); err != nil {
		t.Fatal(err)
	}
	if value, known := made.Extra.Get("new"); !known || fmt.Sprint(value) != "[true]" {
		t.Error(value, made.Extra)
	}
}

// A time keeps its zone, or the lack of one; a number that no integer holds keeps its digits.
func TestMomentsAndLargeNumbers(t *testing.T) {
	type event struct {
		At    time.Time      `json:"at"`
		Until Opt[time.Time] `json:"until,omitzero"`
		Size  int64          `json:"size"`
		Small int            `json:"small"`

		Rest[any]
	}
	for _, text := range []string{
		`{"at":"2031-05-01T10:00:00+02:00","size":9223372036854775807,"small":1}`,
		`{"at":"2031-05-01T10:00:00.25Z","until":"2031-05-01T12:00:00","size":-9223372036854775808,"small":1}`,
		`{"at":"2031-05-01T23:59:60Z","size":9223372036854775808,"small":2147483648,"more":12345678901234567890.10}`,
	} {
		var made event
		if err := decode([]byte(text), &made); err != nil {
			t.Fatal(text, err)
		}
		if data, err := encode(made); err != nil || string(data) != text {
			t.Errorf("%s became %s (%v)", text, data, err)
		}
		if until, ok := made.Until.Get(); ok && !until.Equal(time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)) {
			t.Error(until)
		}
	}
	data, err := encode(event{At: time.Date(2031, 5, 1, 10, 0, 0, 0, time.FixedZone("", 3600)), Until: Null[time.Time]()})
	if err != nil || string(data) != `{"at":"2031-05-01T10:00:00+01:00","until":null,"size":0,"small":0}` {
		t.Error(string(data), err)
	}
}

// Paging looks into JSON without reading other values.
func TestWhatIsLocated(t *testing.T) {
	body := []byte(`{"a":"}]\"", "d\u0061ta" : [ {"id":1} , {"id":[2, 3]} ], "next":null}`)
	at := func(name string) step { return step{name: name} }
	last := step{kind: indexOf, index: -1}
	for wanted, steps := range map[string][]step{
		`[2, 3]`:     {at("data"), last, at("id")},
		`3`:          {at("data"), last, at("id"), last},
		`null`:       {at("next")},
		`"}]\""`:     {at("a")},
		``:           {at("data"), {kind: indexOf, index: 2}},
		string(body): {},
	} {
		if found, rest := located(steps, body); string(found) != wanted || rest != nil {
			t.Errorf("%s %v, not %s", found, rest, wanted)
		}
	}
	for _, steps := range [][]step{{at("b")}, {at("a"), at("b")}, {at("next"), last}, {at("data"), at("id")}} {
		if found, _ := located(steps, body); found != nil {
			t.Errorf("%v: %s", steps, found)
		}
	}
	ids := &source{steps: []step{at("data"), {kind: eachItemOf}, at("id")}}
	count := 0
	if ids.each(body, func([]byte) { count++ }) != 2 || count != 2 || (&source{steps: []step{at("next")}}).each(body, nil) != 0 {
		t.Error(count)
	}
}

func TestAConstantIsSentUnasked(t *testing.T) {
	data, err := encode(&zone{Name: "a", Since: Date{2031, 5, 1}})
	if err != nil || string(data) != `{"name":"a","kind":"zone","since":"2031-05-01"}` {
		t.Error(string(data), err)
	}
}

func TestHeadersAreReadAsTypes(t *testing.T) {
	header := http.Header{"Etag": {`"7"`}, "X-Big": {"9007199254740993"}, "X-Flag": {"true"}}
	tag, _ := HeaderAs[string](header, "ETag")
	big, _ := HeaderAs[int64](header, "X-Big")
	flag, _ := HeaderAs[bool](header, "X-Flag")
	if tag != `"7"` || big != 9007199254740993 || !flag {
		t.Error(tag, big, flag)
	}
	if _, err := HeaderAs[bool](header, "X-Big"); err == nil {
		t.Error("a number is no flag")
	}
}

func TestOpt(t *testing.T) {
	var none Opt[int]
	if _, ok := none.Get(); ok || none.IsNull() || !none.IsZero() || none.Or(3) != 3 || none.String() != "absent" {
		t.Error("the zero value is absent")
	}
	if null := Null[int](); !null.IsNull() || null.IsZero() || null.String() != "null" {
		t.Error("null is not absent")
	}
	if some := Some(0); some.IsZero() || some.Or(3) != 0 || some.String() != "0" {
		t.Error("zero is a value")
	}
}

func TestJSONThatIsCutOffIsAnError(t *testing.T) {
	for _, text := range []string{``, `{`, `{"name":`, `{"name":"a"} x`, `nul`} {
		if decode([]byte(text), &zone{}) == nil {
			t.Error(text)
		}
	}
}

// Retry-After and its kin: seconds, a date, milliseconds.
func TestRetryAfter(t *testing.T) {
	header := func(name, value string) http.Header {
		return http.Header{http.CanonicalHeaderKey(name): {value}}
	}
	if wait, ok := retryAfter(header("Retry-After", "1.5")); !ok || wait != 1500*time.Millisecond {
		t.Error(wait, ok)
	}
	if wait, ok := retryAfter(header("Retry-After-Ms", "20")); !ok || wait != 20*time.Millisecond {
		t.Error(wait, ok)
	}
	date := time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)
	if wait, ok := retryAfter(header("Retry-After", date)); !ok || wait <= 0 || wait > time.Minute {
		t.Error(wait, ok)
	}
	for _, bad := range []string{"", "soon", "-1", "NaN"} {
		if wait, ok := retryAfter(header("Retry-After", bad)); ok {
			t.Error(bad, wait)
		}
	}
}

// The first link with the relation, in any of the fields.
func TestLinks(t *testing.T) {
	for fields, wanted := range map[string]string{
		`<a>; rel="prev", <b>; rel="next"`:     "b",
		`<a>; rel=next`:                        "a",
		`<a,b>; title="x, <y>"; rel="up next"`: "a,b",
		`<a>; rel="prev"; rel="next"`:          "",
		`nonsense`:                             "",
	} {
		if found, _ := linked([]string{fields}, "next"); found != wanted {
			t.Errorf("%s: %q", fields, found)
		}
	}
}

// Credentials stay with their origin.
func TestWhatGoesAlongToAnotherOrigin(t *testing.T) {
	c := &call{op: &operation{}, origin: originOf("https://a.example/x"), secrets: []string{"key=s"}}
	from := &outgoing{method: "GET", url: "https://a.example/x?key=s", header: http.Header{
		"Authorization": {"Bearer s"}, "Accept": {"*/*"}, "X-Mine": {"1"},
	}}
	same := c.moved(from, "/y?key=old&page=2", "")
	if same.url != "https://a.example/y?page=2&key=s" || same.header.Get("Authorization") == "" {
		t.Error(same.url, same.header)
	}
	other := c.moved(from, "https://b.example/y", "")
	if other.url != "https://b.example/y" || len(other.header) != 1 {
		t.Error(other.url, other.header)
	}
	back := c.moved(other, "https://a.example/z", "")
	if strings.Contains(back.url, "key=") || !back.bare {
		t.Error("what has left once stays bare", back.url)
	}
	if c.moved(from, "file:///etc/passwd", "") != nil {
		t.Error("only http and https")
	}
}

func TestErrorsAreFoundByType(t *testing.T) {
	op := &operation{answers: []answer{{status: "404", error: true, readers: []reader{
		{mediaType: "application/json", kind: "json", fail: failAs[zone]},
	}}}}
	header := http.Header{"Content-Type": {"application/json"}}
	err := errorOf(op, &reply{status: 404, header: header, content: []byte(`{"name":"a","message":"gone"}`)}, nil)
	var notFound *NotFoundError
	var declared *ErrorOf[zone]
	var conflict *ConflictError
	if !errors.As(err, &notFound) || notFound.Status != 404 || notFound.Message != "gone" {
		t.Error(err)
	}
	if !errors.As(err, &declared) || declared.Value.Name != "a" {
		t.Error(err)
	}
	if errors.As(err, &conflict) || errors.Is(notFound, err) {
		t.Error("only what it is")
	}
}

func TestExpand(t *testing.T) {
	for _, value := range []string{".", ".."} {
		var argument *ArgumentError
		if _, err := expand("/a/{id}/b", map[string]string{"id": value}); !errors.As(err, &argument) {
			t.Error(value, err)
		}
	}
	if path, err := expand("/a b/{id}", map[string]string{"id": "x%2F..%2Fy"}); err != nil || path != "/a%20b/x%2F..%2Fy" {
		t.Error(path, err)
	}
}

// The limit of an attempt ends when a stream begins, and is a timeout before that.
func TestTimeouts(t *testing.T) {
	t.Parallel() // it waits for seconds, so that a busy machine responds in time
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/slow" {
			<-request.Context().Done()
		}
		out.Header().Set("Content-Type", "application/jsonl")
		for range 3 {
			fmt.Fprintln(out, `{"name":"a"}`)
			out.(http.Flusher).Flush()
			time.Sleep(time.Second)
		}
	}))
	defer server.Close()
	made := newSettings(&api{}, []Option{WithBaseURL(server.URL), WithTimeout(2 * time.Second)})
	answers := []answer{{status: "200", readers: []reader{{mediaType: "application/jsonl", kind: "jsonl"}}}}
	op := &operation{method: "GET", path: "/stream", answers: answers}
	lines, err := doStream[zone](context.Background(), made, op, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, err := range lines.All() {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != 3 {
		t.Error(count)
	}
	slow := &operation{method: "GET", path: "/slow", answers: answers}
	var failure *ConnectionError
	_, err = doStream[zone](context.Background(), made, slow, nil, nil, nil)
	if !errors.As(err, &failure) || !failure.Timeout() || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

type moment interface{ isMoment() }

type (
	momentDate struct {
		Value Date `sdk:"value"`
	}
	momentTime struct {
		Value time.Time `sdk:"value"`
	}
)

func (momentDate) isMoment()     {}
func (momentTime) isMoment()     {}
func (*UnknownMember) isMoment() {}

// An unknown member is sent as the JSON that it holds, and never without any.
func TestAnUnknownMemberIsItsJSON(t *testing.T) {
	type carrier struct {
		Load shape `json:"load"`
		Rest[any]
	}
	load := &UnknownMember{Data: json.RawMessage(`{"sides":4}`)}
	if data, err := encode(carrier{Load: load}); err != nil || string(data) != `{"load":{"sides":4}}` {
		t.Errorf("%s, %v", data, err)
	}
	for _, wrong := range []string{"", "{", "sides"} {
		load := &UnknownMember{Data: json.RawMessage(wrong)}
		if data, err := encode(carrier{Load: load}); err == nil {
			t.Errorf("%q was sent as %s", wrong, data)
		}
		form := &body{kind: "form", parts: []part{{name: "load", how: "text"}}}
		if sent, err := form.write(carrier{Load: load}, nil); err == nil {
			t.Errorf("%q was sent in a form as %v", wrong, sent)
		}
	}
}

// Types of other packages write themselves, also by methods of their pointer; what JSON cannot hold is an error.
func TestValuesOfOtherPackages(t *testing.T) {
	big, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for want, value := range map[string]any{
		`{"a":[123456789012345678901234567890]}`: map[string]any{"a": []any{big}},
		`123456789012345678901234567890`:         *big,
		`"10.0.0.1"`:                             net.IPv4(10, 0, 0, 1),
		`18446744073709551615`:                   uint64(math.MaxUint64),
		`[null,1]`:                               []any{nil, uint8(1)},
	} {
		if data, err := encode(value); err != nil || string(data) != want {
			t.Errorf("%s, %v", data, err)
		}
	}
	for want, value := range map[string]any{
		"NaN is not JSON, at /a/0":        map[string]any{"a": []any{math.NaN()}},
		"the text is not UTF-8, at /a~1b": map[string]string{"a/b": "\xff"},
		"chan int is not JSON":            make(chan int),
	} {
		if data, err := encode(value); err == nil || err.Error() != want {
			t.Errorf("%s, %v", data, err)
		}
	}
}

// Of the members that the data looks like, the first that it can be read as.
func TestAUnionIsReadAsTheFirstMemberThatCan(t *testing.T) {
	union := &unionOf{of: (*moment)(nil), members: []unionMember{
		{of: (*momentDate)(nil), look: look{kinds: []string{"string"}}},
		{of: (*momentTime)(nil), look: look{kinds: []string{"string"}}},
	}}
	for text, want := range map[string]any{
		`"2031-05-01"`:           momentDate{},
		`"2031-05-01T08:15:00Z"`: momentTime{},
		`"soon"`:                 (*UnknownMember)(nil),
		`3`:                      (*UnknownMember)(nil),
	} {
		if made := union.read([]byte(text)); made.Type() != reflect.TypeOf(want) {
			t.Errorf("%s was read as %v", text, made.Type())
		}
	}
}

// The tag of an unknown member is as received, as text: a number, too; missing and null are empty.
func TestAnUnknownMemberTellsItsTag(t *testing.T) {
	union := &unionOf{of: (*shape)(nil), tag: "kind", members: []unionMember{{of: (**circle)(nil), tags: []string{"circle"}}}}
	for text, want := range map[string]string{
		`{"kind":"square"}`: "square", `{"kind":7}`: "7", `{"kind":null}`: "", `{"sides":4}`: "", `"flat"`: "", `[1]`: "",
	} {
		made, ok := union.read([]byte(text)).Interface().(*UnknownMember)
		if !ok || made.Tag != want || string(made.Data) != text {
			t.Errorf("%s was read as %#v", text, made)
		}
	}
}
