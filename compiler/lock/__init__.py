"""codegen.lock: names and choices that stay when the document around them changes (D10.1)."""
