"""Finds contracts that allow null: references to a declared type say so, not the type itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from compiler.ir.node import Id
from compiler.ir.types import Contract


def nullable_contracts(contracts: Mapping[Id, Contract]) -> Collection[Id]:
    """Return the contracts that allow null, themselves or through those that they refer to."""
    found: set[Id] = set()
    users: dict[Id, list[Id]] = {}
    for at, contract in contracts.items():
        for target in _alternatives(contract.schema):
            users.setdefault(target, []).append(at)
    waiting = list(contracts)
    while waiting:
        at = waiting.pop()
        if at not in found and takes_null(contracts[at].schema, found):
            found.add(at)
            waiting += users.get(at, ())
    return found


def _alternatives(schema: Any) -> Iterator[Id]:
    """Yield what a schema refers to beside its own words, through allOf and unions."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield schema["$ref"]
    for word in ("allOf", "anyOf", "oneOf"):
        for item in schema.get(word, ()):
            yield from _alternatives(item)


def takes_null(schema: Any, known: Collection[Id]) -> bool:
    """Whether a contract allows null; ``known`` are contracts that do."""
    if not isinstance(schema, dict):
        return schema is True
    if "null" not in schema.get("type", ("null",)) or schema.get("const") is not None:
        return False
    if any(None not in schema[word] for word in ("enum", "known") if word in schema):
        return False
    if "$ref" in schema and schema["$ref"] not in known:
        return False
    if not all(takes_null(item, known) for item in schema.get("allOf", ())):
        return False
    unions = [schema[word] for word in ("anyOf", "oneOf") if word in schema]
    return all(any(takes_null(item, known) for item in members) for members in unions)
