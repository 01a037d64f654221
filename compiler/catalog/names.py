"""CG06xx: names: overrides, groups, collisions, the lock."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
