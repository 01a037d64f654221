package sdk

import (
	"context"
	"reflect"
	"strings"
)

// request makes an undocumented call.
func request[T any](ctx context.Context, s *settings, method, path string, options []Option) (T, error) {
	var result T
	s = s.with(options)
	switch plain, _, _ := strings.Cut(path, "?"); {
	case !strings.HasPrefix(path, "/"):
		return result, &ArgumentError{"path", "does not begin with a slash: it follows the base URL"}
	case strings.ContainsAny(plain, "{}"):
		return result, &ArgumentError{"path", "has parameters in braces: put their values there"}
	}
	op := &operation{method: strings.ToUpper(method), path: path, security: s.api.security, loose: true, result: reflect.TypeFor[T]()}
	op.accept, op.answers = "application/json", []answer{{status: "2XX", readers: []reader{{mediaType: "application/json", kind: "json"}}}}
	if _, raw := any(result).([]byte); raw {
		op.accept, op.answers[0].readers[0] = "*/*", reader{mediaType: "*/*", kind: "bytes"}
	}
	if s.body != nil || s.more != nil {
		op.body = &body{kind: "json", mediaType: "application/json"}
	}
	err := run(ctx, s, op, nil, nil, nil, &result)
	return result, err
}
