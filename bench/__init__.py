"""Measurements of the compiler: real documents, a peer on the same document."""
