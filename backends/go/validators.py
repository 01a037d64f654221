"""Prints what validators read: ``schemas.json``, in words of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

from collections.abc import Mapping

from backends.go.source import File
from backends.go.types import Types
from compiler.ir.node import Id
from compiler.ir.plan import Plan
from compiler.ir.schemas import Schema, compact


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    text = file.text().rstrip("\n")
    lines = ['import _ "embed"', "", "//go:embed schemas.json", "var schemaText string"]
    return f"{text}\n\n" + "\n".join(lines) + "\n"


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type and operation."""

    def refer(at: Id) -> str:
        return types.name(at) if at in types.declared else at

    named = {refer(at): plan.schemas.text(at, refer) for at in (*types.declared, *plan.schemas.unnamed)}
    operations = {name: compact(_ordered(item)) for name, item in plan.schemas.requests(refer).items()}
    return f'{{\n"types": {_table(named)},\n"operations": {_table(operations)}\n}}\n'


def _ordered(operation: Schema) -> Schema:
    """Make a list of the media types of a body: Go forgets the order of an object."""
    if "body" not in operation:
        return operation
    return {**operation, "body": [{"media": media, **payload} for media, payload in operation["body"].items()]}


def _table(items: Mapping[str, str]) -> str:
    lines = [f"{compact(key)}: {item}" for key, item in sorted(items.items())]
    return "{\n" + ",\n".join(lines) + "\n}"
