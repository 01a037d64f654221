"""Prints what validators read: ``schemas.json``, in words of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

from collections.abc import Mapping

from backends.go.source import File
from backends.go.types import Types
from backends.schema_texts import compact, schema_text
from backends.schemas import Schema, Schemas, undeclared
from compiler.ir.plan import Plan


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    text = file.text().rstrip("\n")
    lines = ['import _ "embed"', "", "//go:embed schemas.json", "var schemaText string"]
    return f"{text}\n\n" + "\n".join(lines) + "\n"


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type and operation."""
    schemas = Schemas(plan, types.declared, lambda at: types.name(at) if at in types.declared else at)
    named = {types.name(at): schema_text(schemas, item) for at, item in types.declared.items()}
    named |= {at: compact(schemas.contract(at)) for at in undeclared(plan, types.declared)}
    operations = {name: compact(_ordered(item)) for name, item in schemas.operations(plan).items()}
    return f'{{\n"types": {_table(named)},\n"operations": {_table(operations)}\n}}\n'


def _ordered(operation: Schema) -> Schema:
    """Make a list of the media types of a body: Go forgets the order of an object."""
    if "body" not in operation:
        return operation
    return {**operation, "body": [{"media": media, **payload} for media, payload in operation["body"].items()]}


def _table(items: Mapping[str, str]) -> str:
    lines = [f"{compact(key)}: {item}" for key, item in sorted(items.items())]
    return "{\n" + ",\n".join(lines) + "\n}"
