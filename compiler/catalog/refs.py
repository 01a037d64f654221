"""CG04xx: references and confinement."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
