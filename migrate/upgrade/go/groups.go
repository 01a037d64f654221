package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// startOf returns where the group is now that a chain begins with; "" if that is no single one.
func (r *rewriter) startOf(base ast.Expr, group string) string {
	if name, is := base.(*ast.Ident); is && asked.Scattered[group] != "" {
		if found := r.kept(r.info.Uses[name], group); found != "" {
			return found
		}
	}
	if now := asked.Groups[group]; now != nil {
		return *now
	}
	return ""
}

// variableOf returns the variable that the visited expression is the value of in its only definition.
func (r *rewriter) variableOf() types.Object {
	if len(r.stack) < 2 {
		return nil
	}
	return r.defined(r.stack[len(r.stack)-2])
}

// defined returns the variable that a statement defines by a path.
func (r *rewriter) defined(node ast.Node) types.Object {
	made, is := node.(*ast.AssignStmt)
	if !is || made.Tok != token.DEFINE || len(made.Lhs) != 1 || len(made.Rhs) != 1 {
		return nil
	}
	name, is := made.Lhs[0].(*ast.Ident)
	if _, path := made.Rhs[0].(*ast.SelectorExpr); !is || !path {
		return nil
	}
	return r.info.Defs[name]
}

// kept returns where a scattered group is now that a local variable holds, by the methods that are used through it; ""
// if that is not seen.
func (r *rewriter) kept(variable types.Object, group string) string {
	if r.uses == nil {
		r.readUses()
	}
	if variable == nil || !r.made[variable] {
		return ""
	}
	var paths []string
	for _, use := range r.uses[variable] {
		if use == nil {
			return ""
		}
		move, is := asked.Methods[r.path(use)]
		if !is {
			return ""
		}
		if move.To != nil {
			paths = append(paths, *move.To)
		}
	}
	if now := asked.Groups[group]; now != nil && len(paths) > 0 {
		all := true
		for _, path := range paths {
			all = all && strings.HasPrefix(path, *now+".")
		}
		if all {
			return *now
		}
	}
	return sharedGroup(paths)
}

// sharedGroup returns the group from which all of some methods are reached; "" if that is the client alone.
func sharedGroup(paths []string) string {
	var shared []string
	for index, path := range paths {
		words := strings.Split(path, ".")
		words = words[:len(words)-1]
		if index == 0 {
			shared = words
		}
		for len(shared) > len(words) || !slices.Equal(words[:len(shared)], shared) {
			shared = shared[:len(shared)-1]
		}
	}
	return strings.Join(shared, ".")
}

// readUses finds for each variable of the file the longest paths that begin with it.
func (r *rewriter) readUses() {
	r.uses, r.made = map[types.Object][]*ast.SelectorExpr{}, map[types.Object]bool{}
	paths := map[*ast.Ident]*ast.SelectorExpr{}
	ast.Inspect(r.file, func(node ast.Node) bool {
		if node != nil {
			if found := r.defined(node); found != nil {
				r.made[found] = true
			}
		}
		if outer, is := node.(*ast.SelectorExpr); is && r.path(outer) != "" {
			base, _ := r.chain(outer)
			if name, is := base.(*ast.Ident); is && paths[name] == nil {
				paths[name] = outer // the outermost comes first
			}
		}
		if name, is := node.(*ast.Ident); is && r.info.Uses[name] != nil {
			r.uses[r.info.Uses[name]] = append(r.uses[r.info.Uses[name]], paths[name])
		}
		return true
	})
}
