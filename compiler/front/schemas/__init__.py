"""Schema Objects: their keywords, whether these agree, and contracts for what types cannot express."""
