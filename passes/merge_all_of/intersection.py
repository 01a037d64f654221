"""The meet of two schemas: one that a value fits exactly if it fits both (allOf)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from compiler.ir.node import Id, escape, replace
from compiler.ir.nodes import Hints, Property, Schema
from compiler.ir.types import Checks, Value
from compiler.source import as_text

Kept = TypeVar("Kept")
Conflict = Callable[[Id, str, str, str], None]
"""Called with the place, the keyword and both values."""
Join = Callable[[Schema, Schema, Id], Schema]
"""Makes one schema of two that stand in one place."""

GREATEST = ("minimum", "exclusive_minimum", "min_length", "min_items", "min_properties")
LEAST = ("maximum", "exclusive_maximum", "max_length", "max_items", "max_properties")


class Meet:
    """Meets schemas keyword by keyword; unions and references are the caller's."""

    def __init__(self, conflict: Conflict, join: Join) -> None:
        self.conflict = conflict
        self.join = join

    def __call__(self, first: Schema, *others: Schema, at: Id) -> Schema:
        """Return the meet; where not all can hold, a later one counts and the conflict is told at its place."""
        met, closed = first, first.closed
        required = dict.fromkeys(first.required)
        properties = {entry.wire: entry for entry in first.properties}
        patterns = {(entry.pattern, entry.id): entry for entry in first.patterns}
        for other in others:
            closed = _closed(closed, other, named=bool(properties and other.properties))
            required |= dict.fromkeys(other.required)
            for entry in other.properties:
                before = properties.get(entry.wire)
                properties[entry.wire] = entry if before is None else self._property(before, entry, at)
            patterns |= {(entry.pattern, entry.id): entry for entry in other.patterns}
            met = self._rest(met, other, at)
        return replace(
            met,
            closed=closed,
            required=tuple(required),
            properties=tuple(properties.values()),
            patterns=tuple(patterns.values()),
        )

    def _rest(self, first: Schema, second: Schema, at: Id) -> Schema:
        """Meet what does not grow with the number of schemas."""
        told = second.id or at
        return replace(
            first,
            types=self._types(first.types, second.types, told),
            format=self._same("format", first.format, second.format, told),
            content_encoding=self._same("contentEncoding", first.content_encoding, second.content_encoding, told),
            content_media_type=second.content_media_type or first.content_media_type,
            never=first.never or second.never,
            additional=self._schema(first.additional, second.additional, f"{at}/additionalProperties"),
            items=self._schema(first.items, second.items, f"{at}/items"),
            prefix_items=second.prefix_items or first.prefix_items,
            negated=first.negated or second.negated,
            **self._values(first, second, told),
            **_annotations(first, second),
        )

    def _same(self, keyword: str, first: Kept | None, second: Kept | None, at: Id) -> Kept | None:
        if first is not None and second is not None and first != second:
            self.conflict(at, keyword, str(first), str(second))
        return first if second is None else second

    def _types(self, first: tuple[str, ...], second: tuple[str, ...], at: Id) -> tuple[str, ...]:
        if not first or not second or first == second:
            return second or first
        common = tuple(name for name in first if name in second)
        if "integer" in first + second and "integer" not in common and "number" in first + second:
            common += ("integer",)
        if not common:
            self.conflict(at, "type", ", ".join(first), ", ".join(second))
        return common or second

    def _property(self, first: Property, second: Property, at: Id) -> Property:
        schema = self.join(first.schema, second.schema, f"{at}/properties/{escape(second.wire)}")
        return replace(second, required=first.required or second.required, schema=schema)

    def _schema(self, first: Schema | None, second: Schema | None, at: Id) -> Schema | None:
        if first is None or second is None:
            return first or second
        return self.join(first, second, at)

    def _values(self, first: Schema, second: Schema, at: Id) -> dict[str, Any]:
        """Meet const and enum."""
        const = self._same("const", first.const, second.const, at)
        if not first.enum or not second.enum:
            enum = first.enum or second.enum
        else:
            common = set(second.enum)
            enum = tuple(value for value in first.enum if value in common)
            if not enum:
                self.conflict(at, "enum", _values_text(first.enum), _values_text(second.enum))
                enum = second.enum
        if const is not None and enum:
            if const not in enum:
                self.conflict(at, "const", repr(const.json), _values_text(enum))
            enum = ()
        return {"const": const, "enum": enum}


def _values_text(values: tuple[Value, ...]) -> str:
    shown = [repr(value.json) for value in values[:4]]
    return ", ".join(shown) + (", ..." if len(values) > 4 else "")


def _closed(closed: bool, other: Schema, *, named: bool) -> bool:
    """A closed part of an open whole is meant as a part: authors close a base and add to it all the same."""
    return closed and other.closed if named else closed or other.closed


def _annotations(first: Schema, second: Schema) -> dict[str, Any]:
    return {
        "title": second.title or first.title,
        "description": second.description or first.description,
        "read_only": first.read_only or second.read_only,
        "write_only": first.write_only or second.write_only,
        "deprecated": first.deprecated or second.deprecated,
        "default": second.default or first.default,
        "examples": second.examples or first.examples,
        "hints": _hints(first.hints, second.hints),
        "pagination": second.pagination or first.pagination,
        "discriminator": second.discriminator or first.discriminator,
        "checks": meet_checks(first.checks, second.checks),
    }


def _hints(first: Hints | None, second: Hints | None) -> Hints | None:
    """Return the second's; values of an enum are called as they are in either."""
    if first is None or second is None or not first.members:
        return second or first
    named = {as_text(value): (value, name) for value, name in (*first.members, *second.members)}
    return replace(second, members=tuple(named.values()))


def meet_checks(first: Checks | None, second: Checks | None) -> Checks | None:
    """Return the narrower bounds; of two patterns the second."""
    if first is None or second is None or first == second:
        return second or first
    met: dict[str, Any] = {}
    for field in fields(Checks):
        one, other = getattr(first, field.name), getattr(second, field.name)
        if one is None or other is None:
            met[field.name] = one if other is None else other
        elif field.name in GREATEST:
            met[field.name] = max(one, other)
        elif field.name in LEAST:
            met[field.name] = min(one, other)
        else:
            met[field.name] = other or one
    return Checks(**met)
