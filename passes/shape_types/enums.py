"""Enum values: read as values of their type, each once."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable

from compiler.ir.node import Id, Json, frozen
from compiler.ir.nodes import Hints, Schema
from compiler.ir.same import identity
from compiler.ir.types import ANY, STRING, Enum, Kind, Member, Name, Origin, Scalar, Type, Value
from compiler.source import as_json, as_text
from passes.context import Context
from passes.shape_types.scalars import scalar

SCALARS: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


@frozen
class Values:
    """The values of an enum: without null, duplicates and what no enum can hold."""

    plain: tuple[Json, ...]
    nullable: bool
    opaque: bool
    """Has an array or object among them, so that it is no enum of scalars."""


def read_values(schema: Schema, context: Context, subject: Id | None) -> Values:
    """Read the values of `enum` as the schema's type has them (booleans in a string enum become text, D1.4).

    Reports CG0507 (values of another type) and CG0508 (a value that stands twice).
    """
    kept: dict[Hashable, Json] = {}
    converted: list[tuple[Json, Json]] = []
    nullable = opaque = False
    types = tuple(name for name in schema.types if name != "null")
    for index, value in enumerate(value.json for value in schema.enum):
        if value is None or isinstance(value, (dict, list)):
            nullable, opaque = nullable or value is None, opaque or value is not None
            if types and value is not None and not _holds(value, types):
                converted.append((value, None))
            continue
        fits = types == ("string",) and isinstance(value, str)  # nearly all
        fitted = value if fits else _fitted(value, types)
        if types and not fits and not any(_is(value, name) for name in types):
            converted.append((value, fitted))
        key = identity(fitted)
        if key in kept:
            at = context.loc(f"{schema.id}/enum/{index}")
            context.diagnostics.report("CG0508", at, subject=subject, value=as_text(fitted))
        kept.setdefault(key, fitted)
    if converted:
        _tell(schema, types, converted, context, subject)
    return Values(tuple(kept.values()), nullable, opaque)


def _fitted(value: Json, types: tuple[str, ...]) -> Json:
    """Return the value as the types have it; itself where it is of one of them."""
    if not types or any(_is(value, name) for name in types):
        return value
    if "string" in types:
        return as_text(value)
    if isinstance(value, str) and "integer" in types and value.lstrip("-").isdecimal():
        return int(value)
    return value


def _tell(
    schema: Schema, types: tuple[str, ...], converted: list[tuple[Json, Json]], context: Context, subject: Id | None
) -> None:
    shown = ", ".join(as_json(value) for value, _ in converted[:4]) + (", ..." if len(converted) > 4 else "")
    plain = any(name in SCALARS for name in types) and converted[0][1] is not None
    help_ = None if plain else "write the `type` that the values have, or correct the values"
    context.diagnostics.report(
        "CG0507",
        context.loc(schema.id).at("enum"),
        subject=subject,
        help=help_,
        type=" or ".join(types),
        values=shown,
        wanted=json.dumps(converted[0][1]),
    )


def _holds(value: Json, types: tuple[str, ...]) -> bool:
    return ("array" if isinstance(value, list) else "object") in types


def _is(value: Json, type_: str) -> bool:
    if type_ == "integer" and isinstance(value, float):
        return value.is_integer()
    wanted = SCALARS.get(type_)
    return wanted is not None and isinstance(value, wanted) and (type_ == "boolean" or not isinstance(value, bool))


def base_type(schema: Schema, values: Iterable[Json]) -> Type:
    """Return the scalar type that all values have; any where they differ."""
    listed = list(values)
    if all(isinstance(value, str) for value in listed):
        return STRING
    if all(isinstance(value, int) and not isinstance(value, bool) for value in listed):
        kind = scalar("integer", schema).kind
        return Scalar(kind if kind in (Kind.INT32, Kind.INT64, Kind.UINT64) else Kind.INTEGER)
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in listed):
        return Scalar(Kind.NUMBER)
    return ANY


def members(values: Iterable[Json], hints: Hints | None) -> tuple[Member, ...]:
    """Return the members, named where `x-codegen-enums` names them."""
    named = [(as_text(value), name) for value, name in hints.members] if hints else []
    names = dict(named)
    return tuple(Member(value, _name(names.get(as_text(value)))) for value in values)


def _name(text: str | None) -> Name | None:
    return None if text is None else Name(text, Origin.OVERRIDE)


def from_constants(schemas: Iterable[Schema]) -> tuple[Member, ...] | None:
    """Return the members that a union of constants describes; None where it is no such union.

    `oneOf: [{const: 1, title: Low, description: ...}, ...]` is how JSON Schema annotates the values of an enum: they
    are called by their overrides, else by their titles.
    """
    found: list[Member] = []
    for schema in schemas:
        value = _constant(schema)
        if value is None or isinstance(value.json, (dict, list, bool)) or value.json is None:
            return None
        override = _name(schema.hints.name if schema.hints is not None else None)
        name = Name(schema.title) if schema.title else None
        names_in = schema.hints.names_in if schema.hints is not None else ()
        found.append(Member(value.json, override or name, schema.description, names_in=names_in))
    return tuple(found)


def _constant(schema: Schema) -> Value | None:
    if schema.properties or schema.ref:
        return None
    return schema.const or (schema.enum[0] if len(schema.enum) == 1 else None)


def is_enum_of_text(declared: object) -> bool:
    """Whether a declaration is an enum of strings that keeps unknown values."""
    return isinstance(declared, Enum) and declared.base == STRING and declared.open
