package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const maxReceived = 32 << 20

// ReceiveRequest reads a request for [ValidateRequest]; its body can be read again afterwards. Path parameters are
// those of [http.ServeMux]. A body larger than 32 MiB is an [http.MaxBytesError].
func ReceiveRequest(request *http.Request) (ReceivedRequest, error) {
	made := ReceivedRequest{
		Path: map[string]string{}, Query: queryOf(request.URL.RawQuery), Header: request.Header,
		Cookies: map[string]string{},
	}
	for _, cookie := range request.Cookies() {
		made.Cookies[unescaped(cookie.Name, url.PathUnescape)] = unescaped(cookie.Value, url.PathUnescape)
	}
	if request.Body == nil {
		return made, nil
	}
	data, err := io.ReadAll(http.MaxBytesReader(nil, request.Body, maxReceived))
	_ = request.Body.Close() // it was read, or is refused
	made.Body = data
	request.Body = io.NopCloser(bytes.NewReader(data))
	return made, err
}

// queryOf reads a query; unlike [url.ParseQuery] it keeps pairs with a semicolon, which many values have.
func queryOf(raw string) url.Values {
	found := url.Values{}
	for _, pair := range strings.Split(raw, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			found.Add(unescaped(name, url.QueryUnescape), unescaped(value, url.QueryUnescape))
		}
	}
	return found
}

// unescaped decodes a text; one that cannot be decoded is returned unchanged.
func unescaped(text string, decode func(string) (string, error)) string {
	if found, err := decode(text); err == nil {
		return found
	}
	return text
}

// ValidateHandler passes valid requests of an operation to the next handler. It answers others with 415 for an
// undeclared media type, 400 for parameters and bodies that are missing or unreadable, 422 for a body that violates its
// schema, and with the list of violations as JSON. Register it with an [http.ServeMux] under the path of the API's
// document:
//
//	mux.Handle("PUT /notes/{noteId}", ValidateHandler("putNote", next))
func ValidateHandler(operation string, next http.Handler) http.Handler {
	declared, known := readSchemas().Operations[operation]
	return http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if !known {
			http.Error(out, "there is no operation "+operation, http.StatusInternalServerError)
			return
		}
		received, err := ReceiveRequest(request)
		if err != nil {
			status := http.StatusBadRequest
			if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
				status = http.StatusRequestEntityTooLarge
			}
			out.WriteHeader(status)
			return
		}
		for _, param := range declared.Params {
			if param.In == "path" && request.PathValue(param.Name) != "" {
				received.Path[param.Name] = request.PathValue(param.Name)
			}
		}
		found, _ := ValidateRequest(operation, received) // the operation is known
		if len(found) == 0 {
			next.ServeHTTP(out, request)
			return
		}
		out.Header().Set("Content-Type", "application/json")
		out.WriteHeader(statusOf(found))
		_ = json.NewEncoder(out).Encode(map[string]any{"violations": found}) // the sender may have disconnected
	})
}

func statusOf(found []Violation) int {
	has := func(fits func(Violation) bool) bool { return slices.ContainsFunc(found, fits) }
	whole := func(v Violation) bool { return v.Place == "body" && v.Pointer == "" }
	switch {
	case has(func(v Violation) bool { return whole(v) && v.Rule == "contentMediaType" }):
		return http.StatusUnsupportedMediaType
	case has(func(v Violation) bool {
		return v.Place != "body" || whole(v) && (v.Rule == "content" || v.Rule == "required")
	}):
		return http.StatusBadRequest
	}
	return http.StatusUnprocessableEntity
}
