"""When two JSON values are one: as JSON Schema says, numbers by what they amount to, and no boolean is a number."""

from __future__ import annotations

from collections.abc import Hashable

from compiler.ir.node import Json


def same(value: Json, other: Json) -> bool:
    """Tell whether two JSON values are equal: 1 is 1.0 and is not true, within arrays and objects, too."""
    return bool(value == other) and (value.__class__ is str or identity(value) == identity(other))


def identity(value: Json) -> Hashable:
    """Return what equal JSON values alone have in common."""
    match value:
        case bool():
            return ("boolean", value)
        case list():
            return ("array", *map(identity, value))
        case dict():
            return ("object", frozenset((name, identity(item)) for name, item in value.items()))
        case _:
            return value  # type: ignore[no-any-return]
