"""Compares two versions of a document, and of what is printed from them."""
