"""Prints what validation reads on demand: the schemas of types by module, and what is declared of requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backends import schemas
from backends.python.types import Types
from backends.schema_texts import compact, schema_text
from compiler.ir.node import Id
from compiler.ir.plan import Plan

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
    return _table({types.surface[at].ident: schema_text(made, types.declared[at]) for at in ids})


def request_schemas(types: Types, plan: Plan) -> str:
    """Print what is declared of each operation's requests."""
    return _table({name: compact(schema) for name, schema in Schemas(types).operations(plan).items()})


def contract_schemas(types: Types, plan: Plan) -> str | None:
    """Print the schemas that no type stands for; None where there are none, as in most documents."""
    wanted = schemas.undeclared(plan, types.declared)
    made = Schemas(types, CONTRACTS)
    return _table({at: compact(made.contract(at)) for at in wanted}) if wanted else None


def _table(schemas: Mapping[str, str]) -> str:
    """Write schemas as data, one on a line: what no program imports needs no parsing as Python."""
    lines = [f"{compact(name)}: {schema}" for name, schema in schemas.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
