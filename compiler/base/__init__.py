"""The base layer of the compiler: texts with places, diagnostics, names, Markdown, gen.yaml, output files."""
