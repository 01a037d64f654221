"""`codegen why`: the chain from a place in the document, through each pass, to a name or a line of printed code."""

from __future__ import annotations

from compiler.commands.why.command import narrowed, why

__all__ = ["narrowed", "why"]
