"""Measurements of the compiler: on real documents, and against other generators on the same document."""
