"""CG05xx: schemas: types, allOf, unions, enums."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
