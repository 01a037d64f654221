"""What everything else stands on: texts with places, diagnostics, names, Markdown, gen.yaml, files written."""
