"""Checks that need the whole lowered document: relations of operations, schemas and components."""
