// Package sdk is the runtime of printed SDKs: the files sdk_*.go are copied into each, under its package's name.
// What a printed file holds in their place stands here, so that the runtime compiles and is tested as it is.
package sdk

var unionTable []*unionOf

var schemaText = `{"types": {}, "operations": {}}`
