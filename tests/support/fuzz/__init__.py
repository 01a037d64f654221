"""Targets of fuzzing, their seeds, and mutations of texts."""
