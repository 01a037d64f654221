"""Diagnostics: the compiler's messages about the user's files, collected and printed in one style."""

from __future__ import annotations

from compiler.diagnostics.show import show
from compiler.diagnostics.sink import Diagnostic, Diagnostics, Help, Note, Place

__all__ = ["Diagnostic", "Diagnostics", "Help", "Note", "Place", "show"]
