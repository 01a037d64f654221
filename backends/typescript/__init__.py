"""Prints SDKs in TypeScript: sources, and the JavaScript and declarations made of them."""

from __future__ import annotations

from backends.typescript.backend import BACKEND

__all__ = ["BACKEND"]
