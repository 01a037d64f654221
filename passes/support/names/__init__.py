"""Names of groups, methods, arguments and types, as far as several passes and stages make them (D3, D10)."""
