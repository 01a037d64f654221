"""Public documents and suites, and growth with the size of a document."""
