"""CG13xx: features that have a name but no support yet."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
