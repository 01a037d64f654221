"""Targets of fuzzing, what they begin with, and how texts are changed."""
