package sdk

import (
	"strings"
)

// InvalidRequestError says how the arguments of a call violate the API; nothing was sent.
type InvalidRequestError struct {
	// Violations are all violations.
	Violations []Violation
}

// Error implements error.
func (e *InvalidRequestError) Error() string {
	told := make([]string, len(e.Violations))
	for i, one := range e.Violations {
		told[i] = one.String()
	}
	return strings.Join(told, "; ")
}

// WithValidation checks the arguments of every call, or of one, against their schemas before anything is sent:
// violations are an [*InvalidRequestError]. The content of files is not checked.
func WithValidation() Option { return func(s *settings) { s.check = checkCall } }

// checkCall is referenced only by WithValidation, so that other programs do not link the schemas.
func checkCall(made *call) error {
	declared, ok := readSchemas().Operations[made.op.id]
	if !ok {
		return nil
	}
	check := &checker{}
	argument := func(of *param, value any) {
		tree, sent, err := sentTree(value)
		for _, known := range declared.Params {
			if known.In == of.in && known.Name == of.name && sent && err == nil && !(of.blank && tree == "") {
				check.place = of.in
				check.value(tree, known.Schema, "/"+pointerToken(of.name))
			}
		}
	}
	for i := range made.op.params {
		argument(&made.op.params[i], made.values[i])
	}
	for i := range made.op.shared {
		if known := &made.op.shared[i]; known.fixed == "" {
			argument(known, made.settings.shared[known.name])
		}
	}
	if made.request.body != nil {
		check.place = "body"
		check.sentBody(made.op.body, bodyOfType(declared.Body, baseType(made.op.body.mediaType)), made.body)
	}
	if len(check.found) == 0 {
		return nil
	}
	return &InvalidRequestError{check.found}
}

func (c *checker) sentBody(of *body, declared *receivedBody, value any) {
	switch {
	case declared == nil:
	case declared.Kind == "json" || declared.Kind == "text":
		if _, isFile := value.(*File); isFile {
			return
		}
		if tree, err := treeOf(value); err == nil {
			c.value(tree, declared.Schema, "")
		}
	case declared.Kind == "form" || declared.Kind == "multipart":
		c.sentForm(of, declared, value)
	}
}

// sentForm checks the fields of a form; of a file, only that it is present.
func (c *checker) sentForm(of *body, declared *receivedBody, value any) {
	fields, _ := of.properties(value)
	tree, files := object{}, map[string]bool{}
	for _, field := range fields {
		v := concrete(field.value)
		if !v.IsValid() {
			continue
		}
		read, err := treeOf(v.Interface())
		if field.part.how == "bytes" || err != nil {
			read, files[pointerToken(field.name)] = "", true
		}
		tree = append(tree, member{field.name, read})
	}
	inner := &checker{place: c.place}
	inner.value(tree, declared.Schema, "")
	for _, one := range inner.found {
		first, _, _ := strings.Cut(strings.TrimPrefix(one.Pointer, "/"), "/")
		if !files[first] {
			c.found = append(c.found, one)
		}
	}
}
