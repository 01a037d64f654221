"""OpenAPI overlays: their actions, the nodes that these select, and edits of a tree that is shared (D1.6)."""
