"""OpenAPI overlays: actions, the nodes that they select, and edits of a shared tree (D1.6)."""
