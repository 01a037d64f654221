"""How requests are written: parts of bodies, content types, texts of headers (D8)."""
