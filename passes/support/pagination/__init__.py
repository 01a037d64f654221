"""Pagination, checked against an operation: its shape, inputs, outputs and rules (spec 2.5, D6)."""
