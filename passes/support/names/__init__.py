"""Names of groups, methods, arguments and types, for the passes and stages that share them (D3, D10)."""
