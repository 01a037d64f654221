"""Schemas as JSON: what of it is the same in every language is made once."""

from __future__ import annotations

import json
import os

from backends.per_plan import per_plan
from backends.schemas import Schemas
from compiler.ir.node import Id
from compiler.ir.types import Declaration
from compiler.ir.wire import Wire

compact = json.JSONEncoder(separators=(",", ":")).encode  # json.dumps makes an encoder for each call
_MARK = os.urandom(8).hex()
"""Stands around what ``$ref`` holds while a schema is of no language yet: what no document can know."""


@per_plan
def _pieces(wire: Wire) -> dict[Id, list[str]]:
    """Keep the JSON of declared types in pieces: each second one is what a ``$ref`` leads to."""
    return {}


def schema_text(schemas: Schemas, declared: Declaration) -> str:
    """Write the schema of a declared type. Languages differ in what ``$ref`` holds alone."""
    known = _pieces(schemas.plan.wire)
    pieces = known.get(declared.id)
    if pieces is None:
        marked = Schemas(schemas.plan, schemas.declared, lambda target: f"{_MARK}{target}{_MARK}")
        pieces = known[declared.id] = compact(marked.declaration(declared)).split(_MARK)
        pieces[1::2] = [json.loads(f'"{target}"') for target in pieces[1::2]]
    text = list(pieces)
    text[1::2] = [compact(schemas.refer(target))[1:-1] for target in pieces[1::2]]
    return "".join(text)
