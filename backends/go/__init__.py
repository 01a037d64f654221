"""The Go backend: one package, built on the standard library alone."""

from __future__ import annotations

from backends.go.backend import BACKEND

__all__ = ["BACKEND"]
