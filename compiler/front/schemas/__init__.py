"""Schema Objects: their keywords, the consistency of these, and contracts for what types cannot express."""
