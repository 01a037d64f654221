"""Schemas of OpenAPI 3.0 read as 3.1 (D1.1).

The differences of 3.0 are inside single schema objects, so an object is upgraded when it is read: nothing
moves, and identities and positions are those of the text. Swagger 2.0, whose documents are laid out differently, is
rewritten as 3.0 before (``compiler.front.swagger``).
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.node import Id, replace
from compiler.ir.nodes import Schema
from compiler.ir.types import Value
from compiler.source import Json

_BOUNDS = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
_DESCRIBING = frozenset({"nullable", "title", "description", "example", "deprecated", "externalDocs"})


def old_bounds(raw: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield each keyword for a bound that is a boolean in 3.0, and its form in 3.1."""
    for bound, exclusive in _BOUNDS:
        flag = raw.get(exclusive)
        if isinstance(flag, bool):
            number = f"write the number itself as `{exclusive}`, in the place of `{bound}`"
            yield exclusive, number if flag else "delete it"


def newer_bounds(raw: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield each bound that is written as in 3.1, and its form in 3.0."""
    for bound, exclusive in _BOUNDS:
        value = raw.get(exclusive)
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield exclusive, f"write the number as `{bound}`, with `{exclusive}: true` beside it, or `openapi: 3.1.0`"


def upgrade_bounds(raw: dict[str, Json]) -> dict[str, Json]:
    """Turn boolean `exclusiveMinimum` and `exclusiveMaximum` into the bounds themselves; a new object where one is."""
    if not any(isinstance(raw.get(exclusive), bool) for _, exclusive in _BOUNDS):
        return raw
    new = dict(raw)
    for bound, exclusive in _BOUNDS:
        flag = new.get(exclusive)
        if isinstance(flag, bool):
            del new[exclusive]
            if flag and bound in new:
                new[exclusive] = new.pop(bound)
    return new


def without_null(members: list[Json]) -> list[int]:
    """Return the places of the members of a list that are more than ``{nullable: true}``.

    Strictly that is any value. Who writes it beside others, as in ``allOf: [{$ref: ...}, {nullable: true}]``, means
    what `nullable: true` beside the list does; where there are no others, nothing else is meant.
    """
    more = [index for index, member in enumerate(members) if not _is_null_alone(member)]
    return more or [*range(len(members))]


def _is_null_alone(raw: Json) -> bool:
    return isinstance(raw, dict) and raw.get("nullable") is True and raw.keys() <= _DESCRIBING


def make_nullable(schema: Schema) -> Schema:
    """Let a schema accept null, as `nullable: true` of 3.0 does.

    Strictly 3.0 wants `type` beside `nullable`; documents that write it beside `allOf`, `oneOf` or an enum without
    null mean the same.
    """
    null = Value(None)
    enum = (*schema.enum, null) if schema.enum and null not in schema.enum else schema.enum
    if schema.all_of or schema.ref is not None or schema.const is not None:
        return _or_null(schema)
    if schema.types:
        return replace(schema, types=_with_null(schema.types), enum=enum)
    if schema.one_of:
        return replace(schema, one_of=(*schema.one_of, _null(f"{schema.id}/oneOf/{len(schema.one_of)}")))
    if schema.any_of:
        return replace(schema, any_of=(*schema.any_of, _null(f"{schema.id}/anyOf/{len(schema.any_of)}")))
    if schema.properties or schema.additional or schema.closed:
        return replace(schema, types=("object", "null"))
    if schema.items:
        return replace(schema, types=("array", "null"))
    return replace(schema, enum=enum)


def _with_null(types: tuple[str, ...]) -> tuple[str, ...]:
    return types if "null" in types else (*types, "null")


def _null(at: Id) -> Schema:
    return Schema(types=("null",), id=at)


def _or_null(schema: Schema) -> Schema:
    """Wrap a schema in `anyOf` with null; what describes the value goes to the wrapper."""
    inner = replace(
        schema,
        title=None,
        description=None,
        read_only=False,
        write_only=False,
        deprecated=False,
        default=None,
        examples=(),
        hints=None,
        pagination=None,
        id=f"{schema.id}/anyOf/0",
    )
    return Schema(
        title=schema.title,
        description=schema.description,
        read_only=schema.read_only,
        write_only=schema.write_only,
        deprecated=schema.deprecated,
        default=schema.default,
        examples=schema.examples,
        hints=schema.hints,
        pagination=schema.pagination,
        any_of=(inner, _null(f"{schema.id}/anyOf/1")),
        id=schema.id,
    )
