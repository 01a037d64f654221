"""Equality of JSON values as JSON Schema defines it: numbers by value, and a boolean is not a number."""

from __future__ import annotations

from collections.abc import Hashable

from compiler.ir.node import Json


def same(value: Json, other: Json) -> bool:
    """Tell whether two JSON values are equal: 1 equals 1.0 but not true, also within arrays and objects."""
    return bool(value == other) and (value.__class__ is str or identity(value) == identity(other))


def identity(value: Json) -> Hashable:
    """Return a key that two JSON values share exactly if they are equal."""
    match value:
        case bool():
            return ("boolean", value)
        case list():
            return ("array", *map(identity, value))
        case dict():
            return ("object", frozenset((name, identity(item)) for name, item in value.items()))
        case _:
            return value  # type: ignore[no-any-return]
