// What a package of Go declares: a line for each name in its scope, its files given by their paths.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

func main() {
	for _, path := range os.Args[2:] {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			panic(err)
		}
		for _, declared := range file.Decls {
			switch declared := declared.(type) {
			case *ast.FuncDecl:
				tell(declared)
			case *ast.GenDecl:
				for _, spec := range declared.Specs {
					tellSpec(spec)
				}
			}
		}
	}
}

// tell prints a function's name, and that of a method behind its type's.
func tell(declared *ast.FuncDecl) {
	if declared.Recv == nil {
		fmt.Println(declared.Name.Name)
		return
	}
	of := declared.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	fmt.Printf("%v.%s\n", of, declared.Name.Name)
}

// tellSpec prints the names of types, of the fields of structs behind those, of variables and constants.
func tellSpec(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		fmt.Println(spec.Name.Name)
		if made, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range made.Fields.List {
				for _, name := range field.Names {
					fmt.Printf("%s.%s\n", spec.Name.Name, name.Name)
				}
			}
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			fmt.Println(name.Name)
		}
	}
}
