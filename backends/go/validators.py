"""Prints what validators read: ``schemas.json``, in keywords of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

from backends.go.source import File
from backends.go.types import types_of
from compiler.plan.plan import Plan
from compiler.plan.schemas import Refer, Schema, compact, entries, entry


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    file.embed("schemas.json", "schemaText")
    return file.text()


def schema_file(plan: Plan) -> str:
    """Print ``schemas.json``: a line for each type, and for each operation's request and successful responses."""
    refer = _refer(plan)
    requests, answers = sorted(plan.schemas.requests(refer).items()), sorted(plan.schemas.answers(refer).items())
    tables = {
        "types": type_lines(plan),
        "operations": entries(entry(name, _operation(item)) for name, item in requests),
        "answers": entries(entry(name, compact(item)) for name, item in answers),
    }
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in tables.items()) + "\n}\n"


def type_lines(plan: Plan) -> str:
    """Print the table of types."""
    types, refer = types_of(plan), _refer(plan)
    wanted = dict.fromkeys((*types.declared, *plan.schemas.unnamed))
    lines = sorted((refer(at), plan.schemas.text(at, refer)) for at in wanted)
    return entries(entry(name, text) for name, text in lines)


def _refer(plan: Plan) -> Refer:
    types = types_of(plan)
    return lambda at: types.name(at) if at in types.declared else at


def _operation(item: Schema) -> str:
    return compact(_ordered(item))


def _ordered(operation: Schema) -> Schema:
    """Turn the media types of a body into a list: Go does not keep the order of an object."""
    if "body" not in operation:
        return operation
    return {**operation, "body": [{"media": media, **payload} for media, payload in operation["body"].items()]}
