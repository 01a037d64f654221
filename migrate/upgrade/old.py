"""Rewrites programs when the names or conventions of an SDK change (docs/upgrade-calls.md)."""
