"""Beside the compiler: many APIs on a cluster, and results kept in a cache (docs/fleet.md)."""
