"""Prints SDKs in TypeScript: sources, and their JavaScript and declarations."""

from __future__ import annotations

from backends.typescript.backend import BACKEND

__all__ = ["BACKEND"]
