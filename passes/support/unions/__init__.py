"""Members of unions, and what tells their values apart (D11.2)."""
