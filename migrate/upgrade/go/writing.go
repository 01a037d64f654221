package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// writing writes the new form of one call.
type writing struct {
	*rewriter
	made side
	// old is the literal of arguments that the call had.
	old *ast.CompositeLit
	// names are those of its members.
	names map[string]string
	edits []edit
	moved [][2]int
}

func (w *writing) write(call *ast.CallExpr, items []given, options []ast.Expr) string {
	qualifier := w.qualifier()
	known := append(values(w.made.Names), w.made.Places...)
	var rest, fields []given
	for _, item := range items {
		if strings.HasPrefix(item.source, wholeBody+"/") && !slices.Contains(known, item.source) {
			item.name = nameFor(w.made.Body, item.source)
			fields = append(fields, item)
		} else {
			rest = append(rest, item)
		}
	}
	if len(fields) > 0 {
		alone := w.old != nil && len(fields) == len(w.old.Elts)
		parts := append([]any{"&"}, w.object(qualifier+w.made.BodyType, fields, alone)...)
		rest = append(rest, given{source: wholeBody, parts: parts})
	}
	all := [][]any{{w.move(w.span(call.Args[0]))}}
	for _, source := range w.made.places() {
		index := slices.IndexFunc(rest, func(item given) bool { return item.source == source })
		if index >= 0 {
			all = append(all, w.valueOf(rest[index]))
		} else if source == wholeBody {
			all = append(all, []any{"nil"})
		} else if zero := w.zero(nameFor(w.names, source), qualifier); zero != "" {
			all = append(all, []any{zero})
		} else {
			return "an argument by place has no value here"
		}
	}
	var inside []given
	var loose [][]any
	for _, item := range rest {
		switch {
		case item.zero && !slices.Contains(w.made.places(), item.source): // a member that is left out is the same
		case item.source == wholeBody && !slices.Contains(known, wholeBody):
			loose = append(loose, append(append([]any{qualifier + "WithBody("}, w.valueOf(item)...), ")"))
		case w.made.Request || !slices.Contains(w.made.Places, item.source):
			item.name = nameFor(w.made.Names, item.source)
			inside = append(inside, item)
		}
	}
	if w.made.hasObject() {
		all = append(all, w.object(qualifier+w.made.Packed, inside, true))
	}
	if len(loose) > 0 && call.Ellipsis.IsValid() {
		return "its body has to go into the options, which are spread"
	}
	all = append(all, loose...)
	for _, option := range options {
		all = append(all, []any{w.move(w.span(option))})
	}
	start, end := w.offset(call.Args[0].Pos()), w.offset(call.Args[len(call.Args)-1].End())
	if w.comments(start, end, w.moved) {
		return "a comment stands among its arguments"
	}
	gap := ", "
	if before := string(w.text[w.lineStart(start):start]); strings.TrimSpace(before) == "" {
		gap = ",\n" + before
	}
	var parts []any
	for index, item := range all {
		if index > 0 {
			parts = append(parts, gap)
		}
		parts = append(parts, item...)
	}
	w.edits = append(w.edits, edit{Start: start, End: end, Parts: parts})
	return ""
}

// zero returns the value of a field that a literal leaves out; "" if that is not known.
func (w *writing) zero(name, qualifier string) string {
	if w.old == nil || name == "" {
		return ""
	}
	object, _, _ := types.LookupFieldOrMethod(w.info.TypeOf(w.old), true, nil, name)
	if object == nil {
		return ""
	}
	known := true
	of := types.TypeString(object.Type(), func(pkg *types.Package) string {
		known = known && pkg.Path() == asked.Package[0]
		return strings.TrimSuffix(qualifier, ".")
	})
	switch under := object.Type().Underlying().(type) {
	case *types.Struct:
		if known {
			return of + "{}"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return "nil"
	case *types.Basic:
		switch {
		case under.Info()&types.IsString != 0:
			return `""`
		case under.Info()&types.IsNumeric != 0:
			return "0"
		}
	}
	return ""
}

func (w *writing) valueOf(item given) []any {
	if item.parts != nil {
		return item.parts
	}
	if item.before == "" && item.after == "" {
		return []any{w.move(item.span)}
	}
	return []any{item.before, w.move(item.span), item.after}
}

// object returns a literal of members; with keeps, in the literal that they stood in, which has its layout then.
func (w *writing) object(of string, inside []given, keeps bool) []any {
	kept := w.keptBy(inside)
	if !keeps || kept == nil || !w.reduce(kept, inside) {
		parts := []any{of + "{"}
		for index, item := range inside {
			if index > 0 {
				parts = append(parts, ", ")
			}
			parts = append(append(parts, item.name+": "), w.valueOf(item)...)
		}
		return append(parts, "}")
	}
	brace := w.offset(kept.Lbrace)
	gap, after, gapBehind, last := "", ", ", ", ", kept.Elts[len(kept.Elts)-1]
	first := w.offset(kept.Elts[0].Pos())
	if line := w.lineStart(first); line > brace {
		gap, after = "\n"+string(w.text[line:first]), ","
		gapBehind = "," + gap
	}
	var added, behind []any
	for _, item := range inside {
		if item.pair != nil && item.literal == kept {
			key := item.pair.Key.(*ast.Ident)
			if key.Name != item.name {
				w.edits = append(w.edits, edit{Start: w.offset(key.Pos()), End: w.offset(key.End()), Text: item.name})
			}
			if value := w.span(item.pair.Value); item.span != value || item.before != "" || item.after != "" {
				w.edits = append(w.edits, edit{Start: value[0], End: value[1], Parts: w.valueOf(item)})
			}
			continue
		}
		if item.pair != nil {
			behind = append(append(behind, gapBehind+item.name+": "), w.valueOf(item)...)
			continue
		}
		added = append(append(append(added, gap+item.name+": "), w.valueOf(item)...), after)
	}
	if behind != nil {
		end := w.offset(last.End())
		w.edits = append(w.edits, edit{Start: end, End: end, Parts: behind})
	}
	if added != nil {
		w.edits = append(w.edits, edit{Start: brace + 1, End: brace + 1, Parts: added})
	}
	body := [2]int{brace, w.offset(kept.End())}
	w.moved = append(w.moved, [2]int{w.offset(kept.Pos()), brace})
	return []any{of, w.move(body)}
}

// keptBy returns the literal that members stay in: the one of arguments, or one that all of them stood in.
func (w *writing) keptBy(inside []given) *ast.CompositeLit {
	var found *ast.CompositeLit
	for _, item := range inside {
		if item.pair == nil {
			continue
		}
		if item.literal == w.old {
			return w.old
		}
		found = item.literal
	}
	return found
}

// reduce takes the members out of a literal that go elsewhere; not where that would take a comment with them.
func (w *writing) reduce(kept *ast.CompositeLit, inside []given) bool {
	var edits []edit
	for index, element := range kept.Elts {
		stays := slices.ContainsFunc(inside, func(item given) bool { return item.pair == element })
		if stays {
			continue
		}
		start, end := w.offset(element.Pos()), w.offset(element.End())
		if index+1 < len(kept.Elts) {
			end = w.offset(kept.Elts[index+1].Pos())
		} else if len(edits) == 0 && index > 0 {
			start = w.offset(kept.Elts[index-1].End())
		} else {
			return false
		}
		if w.comments(start, end, [][2]int{w.span(element.(*ast.KeyValueExpr).Value)}) {
			return false
		}
		edits = append(edits, edit{Start: start, End: end})
	}
	w.edits = append(w.edits, edits...)
	return true
}

// comments tells whether a comment stands between two places and in none of the spans.
func (w *writing) comments(start, end int, spans [][2]int) bool {
	for _, group := range w.file.Comments {
		for _, comment := range group.List {
			at := w.offset(comment.Pos())
			within := slices.ContainsFunc(spans, func(span [2]int) bool { return span[0] <= at && at < span[1] })
			if start <= at && at < end && !within {
				return true
			}
		}
	}
	return false
}

func (w *writing) move(span [2]int) any {
	w.moved = append(w.moved, span)
	return span
}

// qualifier returns what stands before the names of the package in the file, which imports it where it did not.
func (r *rewriter) qualifier() string {
	for _, spec := range r.file.Imports {
		if spec.Path.Value != fmt.Sprintf("%q", asked.Package[0]) {
			continue
		}
		switch {
		case spec.Name == nil:
			if object, is := r.info.Implicits[spec].(*types.PkgName); is {
				return object.Name() + "."
			}
		case spec.Name.Name == ".":
			return ""
		case spec.Name.Name != "_":
			return spec.Name.Name + "."
		}
	}
	return said.Name + "."
}

func (r *rewriter) span(node ast.Node) [2]int {
	return [2]int{r.offset(node.Pos()), r.offset(node.End())}
}
