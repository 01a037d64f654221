"""CG07xx: parameters: ignore, styles, method limits."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
