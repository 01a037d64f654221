"""How responses are read: decode tables, streams, texts (D13)."""
