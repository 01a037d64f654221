"""Prints what validation reads on demand: the schemas of types by module, and what is declared of requests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from backends import schemas
from backends.python.types import Types
from backends.schemas import Schema
from compiler.ir.node import Id
from compiler.ir.plan import Plan

_json = json.JSONEncoder(separators=(",", ":")).encode  # json.dumps makes an encoder for each call
REQUESTS = "of-requests"
CONTRACTS = "of-schemas"
"""The files of what is declared of requests, and of schemas without a type: no modules have such names."""


class Schemas(schemas.Schemas):
    """Makes schemas for one file, ``home``, whose own types are ``#Trip``; those of others are ``shared#Zone``."""

    def __init__(self, types: Types, home: str = "") -> None:
        super().__init__(types.plan, types.declared, self._reference)
        self.types, self.home = types, home

    def _reference(self, target: Id) -> str:
        name = self.types.surface.get(target)
        if name is None:
            return f"{CONTRACTS}#{target}"
        return f"{'' if name.module == self.home else name.module}#{name.ident}"


def type_schemas(types: Types, home: str, ids: Sequence[Id]) -> str:
    """Print the schemas of the types of a file."""
    made = Schemas(types, home)
    return _table({types.surface[at].ident: made.declaration(types.declared[at]) for at in ids})


def request_schemas(types: Types, plan: Plan) -> str:
    """Print what is declared of each operation's requests."""
    return _table(Schemas(types).operations(plan))


def contract_schemas(types: Types, plan: Plan) -> str | None:
    """Print the schemas that no type stands for; None where there are none, as in most documents."""
    wanted = schemas.undeclared(plan, types.declared)
    made = Schemas(types, CONTRACTS)
    return _table({at: made.contract(at) for at in wanted}) if wanted else None


def _table(schemas: Mapping[str, Schema]) -> str:
    """Write schemas as data, one on a line: what no program imports needs no parsing as Python."""
    lines = [f"{json.dumps(name)}: {_json(schema)}" for name, schema in schemas.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
