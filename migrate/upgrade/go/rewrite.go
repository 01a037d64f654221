// Command rewrite finds what to change in a Go program when names of an SDK change. It reads a request as JSON from
// standard input and writes edits, with offsets in bytes, and places as JSON. The types decide: a name is changed where
// its object is declared in the SDK's package.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
)

const mark = "// codegen: "

type names = map[string]*string

type method struct {
	To   *string `json:"to"`
	Told *string `json:"told"`
	Form *form   `json:"form"`
}

type request struct {
	Packages [][]string        `json:"packages"`
	Exports  map[string]string `json:"exports"`
	Package  [2]string         `json:"package"`
	Clients  names             `json:"clients"`
	Classes  map[string]string `json:"classes"`
	Groups   names             `json:"groups"`
	Methods  map[string]method `json:"methods"`
	Types    names             `json:"types"`
	// Changed has the names of methods, groups and fields that are others now, or lead elsewhere.
	Changed map[string]bool `json:"changed"`
	// Scattered has the groups whose methods are in several places now, and Views the types that are two now: both with
	// what is said of that.
	Scattered map[string]string `json:"scattered"`
	Views     map[string]string `json:"views"`
	Fields    map[string]names  `json:"fields"`
}

type edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	// Parts are texts, and places of the file that are moved, in place of Text.
	Parts []any `json:"parts,omitempty"`
}

type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

type answer struct {
	Edits map[string][]edit `json:"edits"`
	Left  map[string]string `json:"left"`
	Told  []place           `json:"told"`
	// Name is that of the package, where files do not call it something else.
	Name string `json:"name"`
}

var (
	asked request
	said  = answer{Edits: map[string][]edit{}, Left: map[string]string{}}
	fset  = token.NewFileSet()
)

func main() {
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	lookup := func(name string) (io.ReadCloser, error) {
		if file := asked.Exports[name]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no package %s", name)
	}
	from := importer.ForCompiler(fset, "gc", lookup)
	sdk, err := from.Import(asked.Package[0])
	if err == nil {
		said.Name = sdk.Name()
	}
	for _, files := range asked.Packages {
		var parsed []*ast.File
		var texts [][]byte
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				panic(err)
			}
			file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				said.Left[name] = err.Error()
				continue
			}
			parsed, texts = append(parsed, file), append(texts, text)
		}
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}
		// What does not type-check has no objects, and is left alone.
		config := types.Config{Importer: from, Error: func(error) {}, FakeImportC: true}
		pkg, _ := config.Check("program", fset, parsed, info)
		for index, file := range parsed {
			r := &rewriter{info: info, pkg: pkg, sdk: sdk, file: file, text: texts[index], name: fset.Position(file.FileStart).Filename}
			r.run()
			said.Edits[r.name] = r.edits
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		panic(err)
	}
}

type rewriter struct {
	info  *types.Info
	pkg   *types.Package
	sdk   *types.Package
	file  *ast.File
	text  []byte
	name  string
	edits []edit
	stack []ast.Node
	marks map[string]bool
	// consumed has the literals, and the names of their types, that the new form of a call has written.
	consumed map[ast.Node]bool
	// viewed has the types that were told to be two now.
	viewed map[string]bool
	// uses has the selectors that begin with a variable, and what else uses it as nil.
	uses map[types.Object][]*ast.SelectorExpr
	// made has the local variables that are defined by a path.
	made map[types.Object]bool
}

func (r *rewriter) run() {
	r.marks, r.viewed, r.consumed = map[string]bool{}, map[string]bool{}, map[ast.Node]bool{}
	for _, group := range r.file.Comments {
		for _, comment := range group.List {
			start, end := r.offset(comment.Pos()), r.offset(comment.End())
			line := r.lineStart(start)
			if strings.HasPrefix(comment.Text, mark) && strings.TrimSpace(string(r.text[line:start])) == "" {
				r.replace(line, min(end+1, len(r.text)), "")
			}
		}
	}
	r.imports()
	ast.Inspect(r.file, func(node ast.Node) bool {
		if node == nil {
			r.stack = r.stack[:len(r.stack)-1]
			return true
		}
		r.stack = append(r.stack, node)
		switch node := node.(type) {
		case *ast.SelectorExpr:
			r.selector(node)
		case *ast.CompositeLit:
			r.literal(node)
		case *ast.Ident:
			r.topLevel(node)
			r.ownMember(node)
		case *ast.CallExpr:
			r.converted(node)
			r.reflected(node)
		case *ast.BasicLit:
			r.template(node)
		}
		return true
	})
}

func (r *rewriter) imports() {
	old, made := asked.Package[0], asked.Package[1]
	for _, spec := range r.file.Imports {
		value, err := strconv.Unquote(spec.Path.Value)
		if err != nil || old == made || (value != old && !strings.HasPrefix(value, old+"/")) {
			continue
		}
		start := r.offset(spec.Path.Pos())
		r.replace(start+1, start+1+len(old), made)
		if spec.Name == nil && value == old && path.Base(old) != path.Base(made) {
			r.replace(start, start, path.Base(old)+" ")
		}
	}
}

// selector rewrites what leads to a method or a group, and fields of models.
func (r *rewriter) selector(node *ast.SelectorExpr) {
	known := r.path(node)
	if known == "" {
		if selection := r.info.Selections[node]; selection != nil && selection.Kind() == types.FieldVal && ofSDK(selection.Obj()) {
			owner := ownerOf(selection)
			if made := asked.Fields[owner][node.Sel.Name]; made == nil || !r.hidden(node, *made) {
				r.member(node.Sel, owner)
			}
		}
		return
	}
	if move, is := asked.Methods[known]; is {
		if move.To == nil {
			r.mark(node, fmt.Sprintf("`client.%s` is gone", known))
			return
		}
		base, found := r.chain(node)
		group := r.groupOf(found[0])
		if *move.To != known || (group != "" && r.startOf(base, group) != group) {
			r.lead(node, *move.To, known)
		}
		if move.Told != nil {
			why := *move.Told
			if call := r.calls(node); call != nil && move.Form != nil {
				why = r.call(call, move.Form)
				r.consume(call.Args) // what does not fit is told once, with the call
			}
			if why != "" {
				r.mark(node, fmt.Sprintf("`client.%s` takes other arguments: %s", *move.To, why))
			}
		}
		return
	}
	if len(r.stack) > 1 {
		if outer, is := r.stack[len(r.stack)-2].(*ast.SelectorExpr); is && r.path(outer) != "" {
			return // the last one decides
		}
	}
	if scattered, is := asked.Scattered[known]; is {
		if to := r.kept(r.variableOf(), known); to == "" {
			r.mark(node, scattered+"; which of them are meant is not seen here")
		} else if to != known {
			r.lead(node, to, known)
		}
	} else if to := asked.Groups[known]; to == nil {
		r.mark(node, fmt.Sprintf("the methods of `client.%s` went to several groups", known))
	} else if *to != known {
		r.lead(node, *to, known)
	}
}

// calls returns the call of the method that a selector leads to.
func (r *rewriter) calls(node ast.Expr) *ast.CallExpr {
	if len(r.stack) < 2 {
		return nil
	}
	call, is := r.stack[len(r.stack)-2].(*ast.CallExpr)
	if !is || call.Fun != node || len(call.Args) == 0 {
		return nil
	}
	return call
}

// path returns the group or method that a selector leads to, from the client on.
func (r *rewriter) path(node *ast.SelectorExpr) string {
	selection := r.info.Selections[node]
	if selection == nil || !ofSDK(selection.Obj()) {
		return ""
	}
	owner := ownerOf(selection)
	group, known := asked.Classes[owner]
	if _, client := asked.Clients[owner]; !known && !client {
		return ""
	}
	found := node.Sel.Name
	if group != "" {
		found = group + "." + found
	}
	_, method := asked.Methods[found]
	_, is := asked.Groups[found]
	if method || is {
		return found
	}
	return ""
}

// chain returns what a path begins with, and its selectors, the first of them first.
func (r *rewriter) chain(node *ast.SelectorExpr) (ast.Expr, []*ast.SelectorExpr) {
	found := []*ast.SelectorExpr{node}
	for {
		inner, is := found[0].X.(*ast.SelectorExpr)
		if !is || r.path(inner) == "" {
			return found[0].X, found
		}
		found = append([]*ast.SelectorExpr{inner}, found...)
	}
}

// groupOf returns the group that the first selector of a chain is in; "" for the client.
func (r *rewriter) groupOf(first *ast.SelectorExpr) string {
	return asked.Classes[ownerOf(r.info.Selections[first])]
}

func (r *rewriter) lead(node *ast.SelectorExpr, target, old string) {
	base, found := r.chain(node)
	words := strings.Split(target, ".")
	if group := r.groupOf(found[0]); group != "" {
		moved := r.startOf(base, group)
		if moved == "" || !strings.HasPrefix(target, moved+".") {
			r.mark(node, fmt.Sprintf("`client.%s` is `client.%s` now, and not in the group of the others", old, target))
			return
		}
		words = words[strings.Count(moved, ".")+1:]
	}
	if r.hidden(found[0], words[0]) {
		return
	}
	shared := min(len(found), len(words)) - 1
	for index := range shared {
		r.rename(found[index].Sel, words[index])
	}
	r.rename(found[len(found)-1].Sel, words[len(words)-1])
	for index := shared; index < len(found)-1; index++ {
		r.replace(r.offset(found[index].X.End()), r.offset(found[index].Sel.End()), "")
	}
	if len(words) > len(found) {
		end := base.End()
		if shared > 0 {
			end = found[shared-1].End()
		}
		r.replace(r.offset(end), r.offset(end), "."+strings.Join(words[shared:len(words)-1], "."))
	}
}

func (r *rewriter) literal(node *ast.CompositeLit) {
	if r.consumed[node] {
		return
	}
	owner := named(r.info.TypeOf(node))
	for _, element := range node.Elts {
		if pair, is := element.(*ast.KeyValueExpr); is {
			if key, is := pair.Key.(*ast.Ident); is && ofSDK(r.info.Uses[key]) {
				r.member(key, owner)
			}
		}
	}
}

func (r *rewriter) member(node *ast.Ident, owner string) {
	made, is := asked.Fields[owner][node.Name]
	if !is {
		return
	}
	if made == nil {
		r.mark(node, fmt.Sprintf("`%s.%s` is gone", owner, node.Name))
		return
	}
	r.rename(node, *made)
}

// topLevel renames types, constants and functions of the package.
func (r *rewriter) topLevel(node *ast.Ident) {
	object := r.info.Uses[node]
	if r.consumed[node] || object == nil || !ofSDK(object) || object.Parent() != object.Pkg().Scope() {
		return
	}
	made, is := asked.Types[node.Name]
	if !is {
		return
	}
	if made == nil {
		r.mark(node, fmt.Sprintf("`%s` is gone", node.Name))
		return
	}
	if told, is := asked.Views[node.Name]; is && !r.viewed[node.Name] {
		r.viewed[node.Name] = true
		r.mark(node, told)
	}
	r.rename(node, *made)
}

func ofSDK(object types.Object) bool {
	return object != nil && object.Pkg() != nil && object.Pkg().Path() == asked.Package[0]
}

// named returns the name of a type, or of what a pointer leads to.
func named(of types.Type) string {
	if of == nil {
		return ""
	}
	if pointer, is := types.Unalias(of).(*types.Pointer); is {
		of = pointer.Elem()
	}
	if found, is := types.Unalias(of).(*types.Named); is && ofSDK(found.Obj()) {
		return found.Obj().Name()
	}
	return ""
}

func (r *rewriter) rename(node *ast.Ident, made string) {
	r.replace(r.offset(node.Pos()), r.offset(node.End()), made)
}

func (r *rewriter) replace(start, end int, text string) {
	if string(r.text[start:end]) != text {
		r.edits = append(r.edits, edit{Start: start, End: end, Text: text})
	}
}

// mark leaves a comment above the statement or declaration that the node stands in.
func (r *rewriter) mark(node ast.Node, why string) {
	at := node.Pos()
	for index := len(r.stack) - 1; index > 0; index-- {
		switch r.stack[index-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.File:
			at = r.stack[index].Pos()
			index = 0
		}
	}
	line := r.lineStart(r.offset(at))
	key := fmt.Sprint(line, why)
	if r.marks[key] {
		return
	}
	r.marks[key] = true
	indent := r.text[line : line+len(r.text[line:])-len(strings.TrimLeft(string(r.text[line:]), " \t"))]
	r.edits = append(r.edits, edit{Start: line, End: line, Text: string(indent) + mark + why + "\n"})
	said.Told = append(said.Told, place{r.name, fset.Position(node.Pos()).Line, why})
}

func (r *rewriter) offset(at token.Pos) int { return fset.Position(at).Offset }

func (r *rewriter) lineStart(at int) int {
	return strings.LastIndexByte(string(r.text[:at]), '\n') + 1
}
