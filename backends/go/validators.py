"""Prints what validators read: ``schemas.json``, in keywords of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

from backends.go.source import File
from backends.go.types import Types
from compiler.ir.node import Id
from compiler.plan.parts import each, part
from compiler.plan.plan import Plan
from compiler.plan.schemas import Schema, compact, entries, entry


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    file.embed("schemas.json", "schemaText")
    return file.text()


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type, and for each operation's request and successful responses."""

    def refer(at: Id) -> str:
        return types.name(at) if at in types.declared else at

    def named(at: Id) -> tuple[str, str]:
        name = refer(at)
        return name, entry(name, plan.schemas.text(at, refer))

    def types_text() -> str:
        wanted = dict.fromkeys((*types.declared, *plan.schemas.unnamed))
        return entries(line for _, line in sorted(each(plan, "type in JSON", wanted, named).values()))

    requests = dict(sorted(plan.schemas.requests(refer).items(), key=lambda item: item[0]))
    operations = each(plan, "request in JSON", requests, lambda name: entry(name, _operation(requests[name])))
    found = dict(sorted(plan.schemas.answers(refer).items(), key=lambda item: item[0]))
    answers = each(plan, "answer in JSON", found, lambda name: entry(name, compact(found[name])))
    told = {"types": part(plan, "types in JSON", (), types_text)}
    told |= {"operations": entries(operations.values()), "answers": entries(answers.values())}
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in told.items()) + "\n}\n"


def _operation(item: Schema) -> str:
    return compact(_ordered(item))


def _ordered(operation: Schema) -> Schema:
    """Turn the media types of a body into a list: Go does not keep the order of an object."""
    if "body" not in operation:
        return operation
    return {**operation, "body": [{"media": media, **payload} for media, payload in operation["body"].items()]}
