"""Diagnostics: what the compiler has to say about the user's files, collected and printed in one style."""

from __future__ import annotations

from compiler.diagnostics.show import show
from compiler.diagnostics.sink import Diagnostic, Diagnostics, Note, Place

__all__ = ["Diagnostic", "Diagnostics", "Note", "Place", "show"]
