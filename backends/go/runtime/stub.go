// Package sdk is the runtime of printed SDKs: the files sdk_*.go are copied into each, under its package's name.
// This file stands in for generated files, so that the runtime compiles and is tested as it is.
package sdk

var unionTable []*unionOf

var schemaText = `{"types": {}, "operations": {}, "answers": {}}`
