package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

const wholeBody = "body"

// side is how calls of a method are written: what its places fill, the members of its object of arguments, and the
// fields of a whole body.
type side struct {
	Request  bool              `json:"request"`
	Packed   string            `json:"packed"`
	Places   []string          `json:"places"`
	Names    map[string]string `json:"names"`
	Required map[string]string `json:"required"`
	Body     map[string]string `json:"body"`
	BodyType string            `json:"bodyType"`
	// Held is how values are held, where that is not as they are: "Opt", "*", "Opt[*]".
	Held map[string]string `json:"held"`
	// Constants are the fields of a whole body that are no arguments, since they are filled in.
	Constants map[string]string `json:"constants"`
}

type form struct {
	Old side `json:"old"`
	New side `json:"new"`
}

func (s side) hasObject() bool { return s.Request || len(s.Names) > 0 }

// fills tells whether something is given by an argument of its own.
func (s side) fills(source string) bool {
	return slices.Contains(s.Places, source) || slices.Contains(values(s.Names), source)
}

func (s side) places() []string {
	if s.Request {
		return nil
	}
	return s.Places
}

// given is a value that a call gives, and what it fills. pair is the member of a literal that it stands in.
type given struct {
	source  string
	parts   []any
	span    [2]int
	pair    *ast.KeyValueExpr
	literal *ast.CompositeLit
	name    string
	// zero tells that it is an argument by place that says nothing: nil, or a literal without members.
	zero bool
	// before and after are what stands around the value where it is held otherwise now.
	before, after string
}

// call gives a call the form that its method has now; it returns why it cannot, or "".
func (r *rewriter) call(call *ast.CallExpr, form *form) string {
	old, made := form.Old, form.New
	if !r.fits(call.Args, old) {
		if r.fits(call.Args, made) {
			return "" // it has that form already
		}
		return "its arguments are not those of the old SDK"
	}
	places := old.places()
	var items []given
	for index, source := range places {
		_, required := old.Required[source]
		zero := isZero(call.Args[1+index], !required)
		items = append(items, given{source: source, span: r.span(call.Args[1+index]), zero: zero})
		if literal := r.modelOf(call.Args[1+index], old.BodyType); source == wholeBody && literal != nil {
			items[index].literal = literal
		}
	}
	at := 1 + len(places)
	var object *ast.CompositeLit
	if old.hasObject() {
		literal, is := call.Args[at].(*ast.CompositeLit)
		if !is {
			return "its struct of arguments is not written out"
		}
		inside, why := r.members(literal, old.Names)
		if why != "" {
			return why
		}
		items, object, at = append(items, inside...), literal, at+1
	}
	options := call.Args[at:]
	whole := slices.Contains(made.Places, wholeBody) || slices.Contains(values(made.Names), wholeBody)
	if !whole {
		items = r.opened(items, old, made)
	}
	if why := unfit(items, made, whole); why != "" {
		return why
	}
	for index := range items {
		if why := r.hold(&items[index], call, old, made); why != "" {
			return why
		}
	}
	w := &writing{rewriter: r, made: made, old: object, names: old.Names}
	why := w.write(call, items, options)
	if why != "" {
		return why
	}
	for _, item := range items {
		if item.pair != nil {
			r.consumed[item.literal] = true
			r.consumed[nameOf(item.literal)] = true
		}
	}
	r.edits = append(r.edits, w.edits...)
	return ""
}

// consume takes note of the literals of arguments in a call, whose members are told or renamed with it.
func (r *rewriter) consume(args []ast.Expr) {
	for _, arg := range args {
		if literal, is := arg.(*ast.CompositeLit); is && strings.HasSuffix(named(r.info.TypeOf(arg)), "Params") {
			r.consumed[literal] = true
			r.consumed[nameOf(literal)] = true
		}
	}
}

// fits tells whether the arguments may be those of a form, by their number and their types.
func (r *rewriter) fits(args []ast.Expr, side side) bool {
	places := side.places()
	need := 1 + len(places)
	if side.hasObject() {
		need++
	}
	if len(args) < need {
		return false
	}
	for index, source := range places {
		found := r.typeName(args[1+index])
		if strings.HasPrefix(source, "path/") && strings.HasSuffix(found, "Params") {
			return false
		}
		if source == wholeBody && found != "" && r.aliased(found) != r.aliased(side.BodyType) {
			return false
		}
	}
	for _, option := range args[need:] {
		if _, is := option.(*ast.CompositeLit); is {
			return false
		}
	}
	if !side.hasObject() {
		return true
	}
	object := args[need-1]
	if found := r.typeName(object); found != "" && found != side.Packed {
		return false
	}
	literal, is := object.(*ast.CompositeLit)
	if !is {
		_, basic := r.info.TypeOf(object).(*types.Basic)
		return !basic
	}
	for _, element := range literal.Elts {
		if pair, is := element.(*ast.KeyValueExpr); is {
			if key, is := pair.Key.(*ast.Ident); is && side.Names[key.Name] == "" {
				return false
			}
		}
	}
	return true
}

// typeName returns the name of a value's type in the SDK, also of one that only the new SDK has.
func (r *rewriter) typeName(node ast.Expr) string {
	if address, is := node.(*ast.UnaryExpr); is && address.Op == token.AND {
		node = address.X
	}
	if literal, is := node.(*ast.CompositeLit); is {
		if name, is := nameOf(literal).(*ast.Ident); is {
			return name.Name
		}
	}
	return named(r.info.TypeOf(node))
}

func (r *rewriter) members(literal *ast.CompositeLit, names map[string]string) ([]given, string) {
	var found []given
	for _, element := range literal.Elts {
		pair, is := element.(*ast.KeyValueExpr)
		if !is {
			return nil, "its struct has members without names"
		}
		key, is := pair.Key.(*ast.Ident)
		if !is || names[key.Name] == "" {
			return nil, "its struct has members that are not known"
		}
		item := given{source: names[key.Name], span: r.span(pair.Value), pair: pair, literal: literal}
		found = append(found, item)
	}
	return found, ""
}

// aliased returns the name of the type that a name of the old SDK may be an alias of, else the name.
func (r *rewriter) aliased(name string) string {
	if object := r.sdk.Scope().Lookup(name); object != nil {
		if found := named(object.Type()); found != "" {
			return found
		}
	}
	return name
}

// modelOf returns the literal that a body is made of, where it is written out.
func (r *rewriter) modelOf(node ast.Expr, model string) *ast.CompositeLit {
	if address, is := node.(*ast.UnaryExpr); is && address.Op == token.AND {
		node = address.X
	}
	if literal, is := node.(*ast.CompositeLit); is && model != "" && named(r.info.TypeOf(literal)) == r.aliased(model) {
		return literal
	}
	return nil
}

// opened takes a body that is written out apart; another one stays whole.
func (r *rewriter) opened(items []given, old, made side) []given {
	var found []given
	for _, item := range items {
		literal := item.literal
		if item.pair != nil {
			literal = r.modelOf(item.pair.Value, old.BodyType)
		}
		if item.source == wholeBody && literal != nil {
			if inside, why := r.members(literal, old.Body); why == "" {
				for _, member := range inside {
					if _, constant := old.Constants[member.source]; !constant || made.fills(member.source) {
						found = append(found, member)
					}
				}
				continue
			}
		}
		found = append(found, item)
	}
	return found
}

func unfit(items []given, made side, whole bool) string {
	known := append(values(made.Names), made.Places...)
	has := map[string]bool{}
	hasBody := false
	for _, item := range items {
		field := strings.HasPrefix(item.source, wholeBody+"/")
		has[item.source] = true
		hasBody = hasBody || field || item.source == wholeBody
		switch {
		case field && whole && slices.Contains(values(made.Body), item.source):
		case slices.Contains(known, item.source) || item.source == wholeBody:
		default:
			return fmt.Sprintf("argument `%s` is gone", item.source[strings.LastIndex(item.source, "/")+1:])
		}
	}
	for source, name := range made.Required {
		inBody := (source == wholeBody && hasBody) || (strings.HasPrefix(source, wholeBody+"/") && has[wholeBody])
		if !has[source] && !inBody {
			return fmt.Sprintf("argument `%s` is required now", name)
		}
	}
	return ""
}

// isZero tells whether a value is what a member is that is left out.
func isZero(node ast.Expr, optional bool) bool {
	switch node := node.(type) {
	case *ast.CompositeLit:
		return len(node.Elts) == 0
	case *ast.BasicLit:
		return optional && node.Value == `""`
	case *ast.Ident:
		return node.Name == "nil"
	}
	return false
}

// nameOf returns the name of the type of a literal.
func nameOf(literal *ast.CompositeLit) ast.Node {
	if selector, is := literal.Type.(*ast.SelectorExpr); is {
		return selector.Sel
	}
	return literal.Type
}

func nameFor(names map[string]string, source string) string {
	for name, fills := range names {
		if fills == source {
			return name
		}
	}
	return ""
}

func values(names map[string]string) []string {
	var found []string
	for _, source := range names {
		found = append(found, source)
	}
	return found
}
