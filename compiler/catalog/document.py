"""CG03xx: the structure of the document, operations, responses."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
