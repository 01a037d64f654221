"""The command line and what it keeps: configuration, output, codegen.lock, diagnostics, `codegen init`."""
