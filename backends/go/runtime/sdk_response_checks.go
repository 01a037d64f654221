package sdk

import (
	"errors"
	"fmt"
	"net/http"
)

// ResponseValidation says what becomes of responses that violate their schemas; the empty value reads them leniently.
type ResponseValidation string

const (
	// StrictResponses makes violations a [*DecodeError], which lists them.
	StrictResponses ResponseValidation = "strict"
	// ReportedResponses calls OnInvalidResponse of [Hooks] with violations, and reads the response leniently.
	ReportedResponses ResponseValidation = "report"
)

// InvalidResponse is a successful response that violates its schema.
type InvalidResponse struct {
	// Operation is the operation of the API.
	Operation OperationInfo
	// Method is the HTTP method.
	Method string
	// Status is the HTTP status.
	Status int
	// RequestID is the server's id of the request, if it sent one.
	RequestID string
	// Violations are all violations of one body, or of one value of a stream.
	Violations []Violation
}

// WithResponseValidation checks the JSON of successful responses against its schema, in every call of a client or in
// one: each body, each page, and each value of a stream. Undeclared properties, and unknown values of enums and members
// of unions that are open, are no violations. Error responses are not checked.
func WithResponseValidation(mode ResponseValidation) Option {
	return func(s *settings) {
		s.responses, s.inspect = mode, inspect
		if mode == "" {
			s.inspect = nil
		}
	}
}

// answerSchemas are the schemas of the body of one media type, or of each value of a stream; by the name of the event
// if that decides, with "" for all others.
type answerSchemas struct {
	Schema map[string]any
	Events map[string]map[string]any
}

// inspected is valid JSON of a successful response: a body, or a value of a stream.
type inspected struct {
	what     string
	declared string // the status in the API's document
	reader   *reader
	event    string
	response *http.Response
	data     []byte
}

// inspect checks JSON as the settings of a call say. It is referenced only by WithResponseValidation, so that other
// programs do not link the schemas.
func inspect(c *call, seen *inspected) error {
	check := &checker{place: "body", mode: asReceived}
	check.value(parseTree(seen.data), seen.schema(c.op), "")
	found := check.found
	if len(found) == 0 {
		return nil
	}
	if c.settings.responses == ReportedResponses {
		c.report(&InvalidResponse{
			OperationInfo{c.op.id, c.op.path}, c.op.method, seen.response.StatusCode, requestID(seen.response.Header), found,
		})
		return nil
	}
	said := seen.what + " breaks its schema"
	if found[0].Pointer != "" {
		said += " at " + found[0].Pointer
	}
	said += ": " + found[0].Message
	switch more := len(found) - 1; {
	case more == 1:
		said += "; 1 more violation"
	case more > 1:
		said += fmt.Sprintf("; %d more violations", more)
	}
	failed := c.unreadable(seen.response, seen.data, errors.New(said))
	failed.Violations = found
	return failed
}

func (i *inspected) schema(op *operation) map[string]any {
	if op.result != nil {
		return schemaOfType(op.result)
	}
	declared := readSchemas().Answers[op.id][i.declared][i.reader.mediaType]
	if declared.Events == nil {
		return declared.Schema
	}
	if schema, ok := declared.Events[i.event]; ok {
		return schema
	}
	return declared.Events[""]
}

// report tells the hooks about a response that violates its schema.
func (c *call) report(invalid *InvalidResponse) {
	for _, hooks := range c.settings.hooks {
		if hooks.OnInvalidResponse != nil {
			hooks.OnInvalidResponse(*invalid)
		}
	}
}
