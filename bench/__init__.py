"""Measurements of the compiler: real documents, peers on the same document."""
