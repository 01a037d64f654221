module codegen.invalid/sdk

go 1.24
