"""Declarations under construction: what a schema says about a type besides its structure."""

from __future__ import annotations

from typing import Any

from compiler.ir.nodes import Hints, Schema
from compiler.ir.types import Alias, Case, Enum, Member, Name, Origin, Type, Union, Value
from passes.shape_types.enums import base_type
from passes.shape_types.scalars import is_wide
from passes.support.components import is_component
from passes.support.schemas import text_of
from passes.support.unions.members import Option

NO_HINTS = Hints()


def declaration_fields(schema: Schema) -> dict[str, Any]:
    """Return what every declaration has: identity, documentation, and a name where the document gives one."""
    hints = schema.hints or NO_HINTS
    return {
        "id": schema.id,
        "name": _name(schema, hints),
        "names_in": hints.names_in,
        "title": schema.title,
        "description": text_of(schema),
        "deprecated": schema.deprecated,
        "deprecation_message": hints.deprecation_message,
        "examples": schema.examples,
    }


def is_named(hints: Hints) -> bool:
    """Whether a schema says what it is called, in some language at least."""
    return hints.name is not None or bool(hints.names_in)


def _name(schema: Schema, hints: Hints) -> Name | None:
    """Return the name that the document gives: an override, else, for an inline schema, its anchor (D10.1)."""
    if hints.name is not None:
        return Name(hints.name, Origin.OVERRIDE)
    return Name(schema.anchor) if schema.anchor and not is_component(schema.id) else None


def alias(schema: Schema, type_: Type) -> Alias:
    """Return the declaration of a component that only names another type."""
    return Alias(type=type_, **declaration_fields(schema))


def enum(schema: Schema, members: tuple[Member, ...]) -> Enum:
    """Return an enum; it keeps unknown values unless `unknown-values` says otherwise (D11.1)."""
    hints = schema.hints or NO_HINTS
    return Enum(
        base=base_type(schema, [member.value for member in members]),
        members=members,
        open=hints.open is not False,
        unnamed=not is_component(schema.id),
        **declaration_fields(schema),
    )


def union(schema: Schema, options: list[Option]) -> Union:
    """Return a union whose choice is still to be decided."""
    hints = schema.hints or NO_HINTS
    return Union(
        cases=tuple(Case(option.type, option.name, names_in=option.names_in) for option in options),
        many=bool(schema.any_of),
        open=hints.open is not False,
        unnamed=not is_component(schema.id),
        **declaration_fields(schema),
    )


def example(schema: Schema) -> Value | None:
    """Return the first example; a number that is no constant in some language is its own."""
    if schema.examples:
        return schema.examples[0]
    listed = (schema.const,) if schema.const is not None else schema.enum
    return next((item for item in listed if is_wide(item.json)), None) if listed else None
