"""gofmt's layout, by the names that it had here."""

from __future__ import annotations

from backends.writer.gofmt import WIDTH, address, call, composite, elided, keyed, lay, listed, wrapped

__all__ = ["WIDTH", "address", "call", "composite", "elided", "keyed", "lay", "listed", "wrapped"]
