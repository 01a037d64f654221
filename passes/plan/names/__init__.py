"""Names in one target: identifiers, derived names, and the files of types."""
