"""CG02xx: gen.yaml and the use of the command line."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
