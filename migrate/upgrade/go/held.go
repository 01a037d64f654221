package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// layers returns what a value is in, the outer first: "Opt[*]" is an Opt of a pointer.
func layers(held string) []string {
	switch held {
	case "Opt[*]":
		return []string{"Opt", "*"}
	case "":
		return nil
	}
	return []string{held}
}

// hold changes how a value is held, from an argument to a field of a body, or back; it returns why it cannot, or "".
func (r *rewriter) hold(item *given, call *ast.CallExpr, old, made side) string {
	was, is := layers(old.Held[item.source]), layers(made.Held[item.source])
	if item.source == wholeBody || item.zero {
		return ""
	}
	shared := 0
	for shared < len(was) && shared < len(is) && was[len(was)-1-shared] == is[len(is)-1-shared] {
		shared++
	}
	value := r.valueAt(item, call)
	if value == nil || len(was) == shared && len(is) == shared {
		return ""
	}
	qualifier, of := r.qualifier(), r.declared(item, call)
	for range len(was) - shared {
		inner, why := r.unwrapped(value)
		if why != "" {
			return why
		}
		value, of = inner, elementOf(of)
	}
	item.span = r.span(value)
	for index := len(is) - shared - 1; index >= 0; index-- {
		switch is[index] {
		case "*":
			if _, literal := value.(*ast.CompositeLit); !literal {
				return "a value has to be a pointer now"
			}
			item.before = "&" + item.before
		case "Opt":
			item.before = qualifier + "Some" + r.explicit(value, of, len(is)-index > 1) + "(" + item.before
			item.after += ")"
		}
	}
	return ""
}

// unwrapped returns what a value holds where that is written out.
func (r *rewriter) unwrapped(value ast.Expr) (ast.Expr, string) {
	switch value := value.(type) {
	case *ast.UnaryExpr:
		if _, literal := value.X.(*ast.CompositeLit); literal && value.Op == token.AND {
			return value.X, ""
		}
	case *ast.CallExpr:
		name, _ := r.calledSome(value)
		if name != nil && len(value.Args) == 1 {
			r.consumed[name] = true
			if index, is := value.Fun.(*ast.IndexExpr); is {
				ast.Inspect(index.Index, func(node ast.Node) bool {
					if node != nil {
						r.consumed[node] = true
					}
					return true
				})
			}
			return value.Args[0], ""
		}
	}
	return nil, "a value is held otherwise now"
}

// calledSome returns the name of the SDK's function Some in a call of it.
func (r *rewriter) calledSome(call *ast.CallExpr) (*ast.Ident, bool) {
	function := call.Fun
	if index, is := function.(*ast.IndexExpr); is {
		function = index.X
	}
	var name *ast.Ident
	switch function := function.(type) {
	case *ast.SelectorExpr:
		name = function.Sel
	case *ast.Ident:
		name = function
	}
	if name == nil || name.Name != "Some" || !ofSDK(r.info.Uses[name]) {
		return nil, false
	}
	return name, true
}

// explicit returns the argument of a type that Some needs where it would not find the right one by itself.
func (r *rewriter) explicit(value ast.Expr, of types.Type, pointer bool) string {
	found := r.info.Types[value]
	if pointer || found.Type == nil || of == nil {
		return ""
	}
	own := found.Type
	if found.Value != nil && found.Value.Kind() != constant.Unknown {
		if _, plain := value.(*ast.BasicLit); plain {
			own = types.Default(literalType(value.(*ast.BasicLit)))
		}
	}
	if types.Identical(own, of) {
		return ""
	}
	return "[" + r.typeText(of) + "]"
}

// typeText writes a type as the new SDK calls it.
func (r *rewriter) typeText(of types.Type) string {
	switch found := of.(type) {
	case *types.Slice:
		return "[]" + r.typeText(found.Elem())
	case *types.Pointer:
		return "*" + r.typeText(found.Elem())
	case *types.Map:
		return "map[" + r.typeText(found.Key()) + "]" + r.typeText(found.Elem())
	case *types.Named:
		if name := found.Obj().Name(); ofSDK(found.Obj()) && found.TypeArgs().Len() == 0 {
			if made := asked.Types[name]; made != nil {
				name = *made
			}
			return r.qualifier() + name
		}
	}
	return types.TypeString(of, func(pkg *types.Package) string {
		if pkg.Path() == asked.Package[0] {
			return strings.TrimSuffix(r.qualifier(), ".")
		}
		return pkg.Name()
	})
}

func literalType(literal *ast.BasicLit) types.Type {
	switch literal.Kind {
	case token.INT:
		return types.Typ[types.UntypedInt]
	case token.FLOAT:
		return types.Typ[types.UntypedFloat]
	case token.CHAR:
		return types.Typ[types.UntypedRune]
	}
	return types.Typ[types.UntypedString]
}

func elementOf(of types.Type) types.Type {
	switch found := types.Unalias(of).(type) {
	case *types.Pointer:
		return found.Elem()
	case *types.Named:
		if found.TypeArgs().Len() == 1 {
			return found.TypeArgs().At(0)
		}
	}
	return of
}

// declared returns the type of what a value is given to.
func (r *rewriter) declared(item *given, call *ast.CallExpr) types.Type {
	if item.pair != nil {
		if key, is := item.pair.Key.(*ast.Ident); is && r.info.Uses[key] != nil {
			return r.info.Uses[key].Type()
		}
		return nil
	}
	signature, is := r.info.TypeOf(call.Fun).(*types.Signature)
	for index, arg := range call.Args {
		if is && r.span(arg) == item.span && index < signature.Params().Len() {
			return signature.Params().At(index).Type()
		}
	}
	return nil
}

// valueAt returns the expression of a value.
func (r *rewriter) valueAt(item *given, call *ast.CallExpr) ast.Expr {
	if item.pair != nil {
		return item.pair.Value
	}
	for _, arg := range call.Args {
		if r.span(arg) == item.span {
			return arg
		}
	}
	return nil
}
