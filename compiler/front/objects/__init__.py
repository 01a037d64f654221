"""Typed access to the objects of a document, and to the keys `x-codegen-*` on them (D14)."""
