package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// ownerOf returns the type of the SDK that declares what a selector leads to, also where types of the program embed it.
func ownerOf(selection *types.Selection) string {
	of, steps := selection.Recv(), selection.Index()
	for _, index := range steps[:len(steps)-1] {
		of = structOf(of).Field(index).Type()
	}
	return named(of)
}

func structOf(of types.Type) *types.Struct {
	if pointer, is := of.Underlying().(*types.Pointer); is {
		of = pointer.Elem()
	}
	found, _ := of.Underlying().(*types.Struct)
	return found
}

// hidden tells whether the new name of what a type of the program embeds would lead to a member of its own.
func (r *rewriter) hidden(node *ast.SelectorExpr, made string) bool {
	selection := r.info.Selections[node]
	if selection == nil || len(selection.Index()) < 2 {
		return false
	}
	object, _, _ := types.LookupFieldOrMethod(selection.Recv(), true, nil, made)
	if object == nil || ofSDK(object) {
		return false
	}
	r.mark(node, fmt.Sprintf("`%s` is `%s` now, which is another member here", node.Sel.Name, made))
	return true
}

// ownMember renames what the program names after the SDK: a field that embeds one of its types, and methods of
// interfaces that its groups must fit, with those of the types that fit them, too.
func (r *rewriter) ownMember(node *ast.Ident) {
	object := r.info.Uses[node]
	if object == nil {
		object = r.info.Defs[node]
	}
	switch object := object.(type) {
	case *types.Var:
		made := asked.Types[named(object.Type())]
		if object.Embedded() && object.Name() == named(object.Type()) && r.info.Uses[node] == object && made != nil {
			r.rename(node, *made)
		}
	case *types.Func:
		receiver := object.Signature().Recv()
		if ofSDK(object) || receiver == nil || !asked.Changed[node.Name] {
			return
		}
		if fitted, is := receiver.Type().Underlying().(*types.Interface); is {
			r.fit(node, r.fitting(fitted, node.Name))
			return
		}
		for _, fitted := range r.interfaces(node.Name) {
			if types.Implements(receiver.Type(), fitted) || types.Implements(types.NewPointer(receiver.Type()), fitted) {
				r.fit(node, r.fitting(fitted, node.Name))
				return
			}
		}
	}
}

// fitting returns the methods of groups, by their paths, for which an interface stands.
func (r *rewriter) fitting(fitted *types.Interface, name string) []string {
	var found []string
	for class, group := range asked.Classes {
		known := group + "." + name
		if _, is := asked.Methods[known]; !is || r.sdk == nil {
			continue
		}
		object := r.sdk.Scope().Lookup(class)
		if object != nil && types.Implements(types.NewPointer(object.Type()), fitted) {
			found = append(found, known)
		}
	}
	return found
}

func (r *rewriter) fit(node *ast.Ident, known []string) {
	if len(known) == 0 {
		return
	}
	move := asked.Methods[known[0]]
	switch {
	case len(known) > 1:
		r.mark(node, fmt.Sprintf("`%s` stands for methods of several groups", node.Name))
	case move.To == nil:
		r.mark(node, fmt.Sprintf("`client.%s` is gone", known[0]))
	case move.Told != nil:
		r.mark(node, fmt.Sprintf("`client.%s` takes other arguments: %s", *move.To, *move.Told))
	default:
		r.rename(node, (*move.To)[strings.LastIndexByte(*move.To, '.')+1:])
	}
}

// interfaces returns those of the package, and of what it imports beside the SDK, that have a method.
func (r *rewriter) interfaces(name string) []*types.Interface {
	var found []*types.Interface
	add := func(of types.Type) {
		if made, is := of.Underlying().(*types.Interface); is {
			for index := range made.NumMethods() {
				if made.Method(index).Name() == name {
					found = append(found, made)
				}
			}
		}
	}
	for _, value := range r.info.Types {
		if value.IsType() {
			add(value.Type)
		}
	}
	for _, other := range r.pkg.Imports() {
		for _, each := range other.Scope().Names() {
			if object, is := other.Scope().Lookup(each).(*types.TypeName); is && other != r.sdk {
				add(object.Type())
			}
		}
	}
	return found
}

// converted marks a conversion between a type of the SDK whose fields have other names and one of the program.
func (r *rewriter) converted(node *ast.CallExpr) {
	if made := r.info.Types[node.Fun]; !made.IsType() || len(node.Args) != 1 || structOf(made.Type) == nil {
		return
	}
	sides := [2]string{named(r.info.TypeOf(node.Fun)), named(r.info.TypeOf(node.Args[0]))}
	if (sides[0] == "") == (sides[1] == "") {
		return
	}
	for old, made := range asked.Fields[sides[0]+sides[1]] {
		if made == nil || *made != old {
			r.mark(node, fmt.Sprintf("fields of `%s` have other names now, and a conversion needs the same", sides[0]+sides[1]))
			return
		}
	}
}

var (
	text   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	dotted = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// reflected marks what reflect looks up by a name that changed.
func (r *rewriter) reflected(node *ast.CallExpr) {
	selector, is := node.Fun.(*ast.SelectorExpr)
	if !is || len(node.Args) != 1 || (selector.Sel.Name != "FieldByName" && selector.Sel.Name != "MethodByName") {
		return
	}
	value := r.info.Types[node.Args[0]].Value
	if value != nil && value.Kind() == constant.String && asked.Changed[constant.StringVal(value)] {
		r.mark(node, fmt.Sprintf("if this is of the SDK, `%s` has another name now", constant.StringVal(value)))
	}
}

// template marks the text of a template that shows a name that changed.
func (r *rewriter) template(node *ast.BasicLit) {
	if node.Kind != token.STRING {
		return
	}
	for _, part := range text.FindAllString(node.Value, -1) {
		for _, found := range dotted.FindAllStringSubmatch(part, -1) {
			if asked.Changed[found[1]] {
				r.mark(node, fmt.Sprintf("if this shows what is of the SDK, `%s` has another name now", found[1]))
			}
		}
	}
}
