"""Typed access to the objects of a document, and to their `x-codegen-*` keys (D14)."""
