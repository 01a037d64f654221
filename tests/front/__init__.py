"""Reading documents: their meaning, their diagnostics, and those that are refused."""
