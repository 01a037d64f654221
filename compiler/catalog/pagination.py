"""CG09xx: pagination."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
