"""Whether two snapshots differ only in the forms of calls, so that the results for one are valid for the other."""

from __future__ import annotations

import dataclasses

from compiler.ir.node import replace
from compiler.ir.nodes import Operation, Sdk

_REST = tuple(field.name for field in dataclasses.fields(Sdk) if field.name != "operations")


def are_alike(one: Sdk, other: Sdk) -> bool:
    """Whether two snapshots of a document are equal except for the forms of calls: targets seldom differ in more."""
    if any(getattr(one, name) is not getattr(other, name) for name in _REST):
        return False
    first, second = one.operations, other.operations
    return first is second or (
        len(first) == len(second)
        and all(map(str.__eq__, first, second))
        and all(map(_is_alike, first.values(), second.values()))
    )


def _is_alike(one: Operation, other: Operation) -> bool:
    return one is other or replace(one, form=other.form, spread=other.spread) == other
