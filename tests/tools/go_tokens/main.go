// What Go's parser reads in the files of a folder: literals, identifiers and comments, as JSON by file name.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

type found struct {
	Errors   []string `json:"errors"`
	Strings  []string `json:"strings"`
	Names    []string `json:"names"`
	Others   []string `json:"others"`
	Tags     []string `json:"tags"`
	Comments []string `json:"comments"`
}

func read(path string) *found {
	out := &found{}
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		out.Errors = append(out.Errors, err.Error())
		return out
	}
	tags := map[*ast.BasicLit]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Field:
			if n.Tag != nil {
				tags[n.Tag] = true
				text, _ := strconv.Unquote(n.Tag.Value)
				tag := reflect.StructTag(text)
				out.Tags = append(out.Tags, strings.Split(tag.Get("json"), ",")[0])
				for _, key := range []string{"wire", "const", "path", "query", "header", "cookie"} {
					out.Tags = append(out.Tags, tag.Get(key))
				}
			}
		case *ast.BasicLit:
			switch {
			case n.Kind == token.STRING && tags[n]:
			case n.Kind == token.STRING:
				text, err := strconv.Unquote(n.Value)
				if err != nil {
					out.Errors = append(out.Errors, err.Error())
				}
				out.Strings = append(out.Strings, text)
			case n.Kind == token.CHAR:
				out.Others = append(out.Others, n.Value)
			}
		case *ast.Ident:
			out.Names = append(out.Names, n.Name)
		}
		return true
	})
	for _, group := range file.Comments {
		for _, comment := range group.List {
			out.Comments = append(out.Comments, comment.Text)
		}
	}
	return out
}

func main() {
	paths, _ := filepath.Glob(filepath.Join(os.Args[1], "*.go"))
	all := map[string]*found{}
	for _, path := range paths {
		all[strings.TrimPrefix(path, os.Args[1]+"/")] = read(path)
	}
	json.NewEncoder(os.Stdout).Encode(all)
}
