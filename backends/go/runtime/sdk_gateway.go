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

// ReceiveRequest reads a request for [ValidateRequest]; its body can be read again afterwards. Parts of the path are
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

// queryOf reads a query; unlike [url.ParseQuery] it keeps what has a semicolon, which many values may have.
func queryOf(raw string) url.Values {
	found := url.Values{}
	for _, pair := range strings.Split(raw, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			found.Add(unescaped(name, url.QueryUnescape), unescaped(value, url.QueryUnescape))
		}
	}
	return found
}

// unescaped decodes a text; one that cannot be decoded is itself.
func unescaped(text string, decode func(string) (string, error)) string {
	if found, err := decode(text); err == nil {
		return found
	}
	return text
}

// ValidateHandler lets requests of an operation pass that are as the API declares them. It answers others with 415 for a
// media type that is not declared, 400 for parameters and bodies that are missing or cannot be read, 422 for a body that
// is not of its schema, and with the list of violations as JSON. Give it to an [http.ServeMux] with the path as the API's
// document has it:
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
		_ = json.NewEncoder(out).Encode(map[string]any{"violations": found}) // the sender may be gone
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
