"""CG08xx: request bodies and encodings."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
