// Calls every method of every group of a printed client once, with texts and empty values; prints how many.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"

	sdk "example.com/canary"
)

func call(method reflect.Value) {
	defer func() { recover() }() // an empty value where there must be one
	kind := method.Type()
	given := []reflect.Value{}
	for at := 0; at < kind.NumIn(); at++ {
		if kind.IsVariadic() && at == kind.NumIn()-1 {
			break
		}
		value := reflect.New(kind.In(at)).Elem()
		switch {
		case at == 0 && kind.In(at).Kind() == reflect.Interface:
			value = reflect.ValueOf(context.Background())
		case value.Kind() == reflect.String:
			value.SetString("x")
		}
		given = append(given, value)
	}
	for _, result := range method.Call(given) {
		_ = fmt.Sprint(result.Interface())
	}
}

func main() {
	client := sdk.New(sdk.WithBaseURL(os.Args[1]))
	called := 0
	var walk func(owner reflect.Value, depth int)
	walk = func(owner reflect.Value, depth int) {
		for at := 0; at < owner.NumMethod(); at++ {
			call(owner.Method(at))
			called++
		}
		if owner.Kind() != reflect.Pointer || depth > 4 {
			return
		}
		for at := 0; at < owner.Elem().NumField(); at++ {
			if field := owner.Elem().Field(at); field.CanInterface() && field.Kind() == reflect.Pointer && !field.IsNil() {
				walk(field, depth+1)
			}
		}
	}
	walk(reflect.ValueOf(client), 0)
	fmt.Println(called)
}
