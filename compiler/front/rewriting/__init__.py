"""Rewrites of a document before it is lowered: references to whole maps, and dynamic references."""
