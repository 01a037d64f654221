"""The command line and its files: configuration, output, codegen.lock, diagnostics, `codegen init`."""
