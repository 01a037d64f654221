"""Shared code of passes over raw schemas: walking, and distinguishing assertions from annotations."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from compiler.ir.node import Id, replace, texts_of
from compiler.ir.nodes import PatternProperty, Property, Schema

Change = Callable[[Schema], Schema]


def map_children(schema: Schema, change: Change) -> Schema:
    """Change the schemas directly below this one, those in allOf excepted; the same object if none changed."""
    found: dict[str, Any] = {}
    if schema.properties:
        _note(found, "properties", schema.properties, _owners(schema.properties, change))
    if schema.patterns:
        _note(found, "patterns", schema.patterns, _owners(schema.patterns, change))
    if schema.additional is not None:
        _note(found, "additional", schema.additional, change(schema.additional))
    if schema.items is not None:
        _note(found, "items", schema.items, change(schema.items))
    for field in ("prefix_items", "one_of", "any_of"):
        before = getattr(schema, field)
        if before:
            _note(found, field, before, map_all(before, change))
    return replace(schema, **found) if found else schema


def is_leaf(schema: Schema) -> bool:
    """Whether a schema contains no schema and no reference."""
    return not (
        schema.properties
        or schema.ref
        or schema.items
        or schema.one_of
        or schema.any_of
        or schema.all_of
        or schema.additional
        or schema.patterns
        or schema.prefix_items
    )


def map_all(schemas: tuple[Schema, ...], change: Change) -> tuple[Schema, ...]:
    """Change each schema; the same tuple if none changed."""
    changed = tuple(map(change, schemas))
    return schemas if all(map(is_, changed, schemas)) else changed


def _note(found: dict[str, Any], field: str, before: object, after: object) -> None:
    if after is not before:
        found[field] = after


def _owners(owners: tuple[Any, ...], change: Change) -> tuple[Any, ...]:
    changed = tuple([_owner(owner, change) for owner in owners])
    return owners if all(map(is_, changed, owners)) else changed


def _owner(owner: Property | PatternProperty, change: Change) -> Property | PatternProperty:
    after = change(owner.schema)
    return owner if after is owner.schema else replace(owner, schema=after)


def is_structural(schema: Schema) -> bool:
    """Whether a schema says anything about the form of a value, its annotations and bounds aside."""
    return bool(schema.ref or schema.all_of or says_form(schema))


def says_form(schema: Schema) -> bool:
    """Whether a schema says anything about the form of a value besides what it refers to and `allOf`."""
    return bool(
        schema.types
        or schema.properties
        or schema.one_of
        or schema.any_of
        or schema.enum
        or schema.const
        or schema.items
        or schema.additional
        or schema.required
        or schema.patterns
        or schema.closed
        or schema.never
        or schema.format
        or schema.prefix_items
        or schema.content_encoding
        or schema.content_media_type
    )


def is_null(schema: Schema) -> bool:
    """Whether only null is valid."""
    if schema.types == ("null",):
        return True
    if schema.const is not None:
        return schema.const.json is None
    return bool(schema.enum) and all(value.json is None for value in schema.enum)


def null_schema(at: Id) -> Schema:
    """Return the schema of null."""
    return Schema(types=("null",), id=at)


def is_object(schema: Schema) -> bool:
    """Whether a schema describes objects, ignoring its references and unions."""
    if schema.types:
        return "object" in schema.types
    return bool(schema.properties or schema.patterns or schema.additional or schema.required or schema.closed)


def only_says_object(schema: Schema) -> bool:
    """Whether a schema takes every object, and null perhaps: what it holds is said elsewhere."""
    named = "object" in schema.types and set(schema.types) <= {"object", "null"}
    return named and not schema.negated and not is_structural(replace(schema, types=()))


def union_of(schema: Schema) -> tuple[Schema, ...]:
    """Return the members of oneOf, else of anyOf."""
    return schema.one_of or schema.any_of


def text_of(schema: Schema) -> str | None:
    """Return what a schema says of itself, else what the one branch beside null does (D11.6)."""
    if schema.description or not (schema.one_of or schema.any_of):
        return schema.description
    branches = [member for member in union_of(schema) if not is_null(member)]
    return branches[0].description if len(branches) == 1 else None


ANNOTATIONS = (
    *texts_of(Schema),
    "read_only",
    "write_only",
    "deprecated",
    "default",
    "hints",
    "pagination",
    "anchor",
    "id",
)


def annotations_of(schema: Schema) -> dict[str, Any]:
    """Return what a schema says besides the form of its values, its identity included."""
    return {name: getattr(schema, name) for name in ANNOTATIONS}


def annotated(content: Schema, outer: Schema) -> Schema:
    """Return ``content`` in the place of ``outer`` and with its annotations, its own where that one has none."""
    return replace(
        content,
        id=outer.id,
        title=outer.title or content.title,
        description=outer.description or content.description,
        read_only=outer.read_only or content.read_only,
        write_only=outer.write_only or content.write_only,
        deprecated=outer.deprecated or content.deprecated,
        default=outer.default or content.default,
        examples=outer.examples or content.examples,
        hints=outer.hints or content.hints,
        pagination=outer.pagination or content.pagination,
        anchor=outer.anchor or content.anchor,
    )


def bare(content: Schema) -> Schema:
    """Return the form alone, without annotations: a base's title or description is not that of its heirs."""
    return Schema(**{name: getattr(content, name) for name in _FORM})


_FORM = tuple(name for name in Schema.__dataclass_fields__ if name not in ANNOTATIONS)
