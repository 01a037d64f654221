"""The wire vectors, and their tests in every language."""
