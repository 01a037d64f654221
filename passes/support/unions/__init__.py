"""Members of unions, and what distinguishes their values (D11.2)."""
