"""Prints what validators read: ``schemas.json``, in keywords of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

from functools import partial

from backends.go.source import File
from backends.go.types import Types
from compiler.ir.node import Id
from compiler.ir.parts import part
from compiler.ir.plan import Plan
from compiler.ir.schemas import Schema, compact, table


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    file.embed("schemas.json", "schemaText")
    return file.text()


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type and operation."""

    def refer(at: Id) -> str:
        return types.name(at) if at in types.declared else at

    def named(at: Id) -> tuple[str, str]:
        return part(plan, ("type in JSON", at), (), lambda: (refer(at), plan.schemas.text(at, refer)))

    schemas = dict(sorted(map(named, (*types.declared, *plan.schemas.unnamed))))
    requests = sorted(plan.schemas.requests(refer).items(), key=lambda item: item[0])
    operations = {
        name: part(plan, ("request in JSON", name), (item,), partial(_operation, item)) for name, item in requests
    }
    return f'{{\n"types": {table(schemas)},\n"operations": {table(operations)}\n}}\n'


def _operation(item: Schema) -> str:
    return compact(_ordered(item))


def _ordered(operation: Schema) -> Schema:
    """Turn the media types of a body into a list: Go does not keep the order of an object."""
    if "body" not in operation:
        return operation
    return {**operation, "body": [{"media": media, **payload} for media, payload in operation["body"].items()]}
