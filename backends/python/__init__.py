"""The Python target: printers of an SDK in the form of a package, and the runtime that is copied into it."""

from __future__ import annotations

from backends.python.backend import BACKEND, PythonBackend

__all__ = ["BACKEND", "PythonBackend"]
