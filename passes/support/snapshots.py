"""Whether two snapshots differ only in the forms of calls, so that the results for one are valid for the other."""

from __future__ import annotations

import dataclasses
from operator import attrgetter, is_
from typing import Any

from compiler.ir.nodes import Operation, Sdk


def _members_but(kind: Any, *left_out: str) -> attrgetter[tuple[object, ...]]:
    return attrgetter(*(field.name for field in dataclasses.fields(kind) if field.name not in left_out))


_REST = _members_but(Sdk, "operations")
_CALL = _members_but(Operation, "form", "spread")


def are_alike(one: Sdk, other: Sdk) -> bool:
    """Whether two snapshots of a document are equal except for the forms of calls: targets seldom differ in more."""
    if not all(map(is_, _REST(one), _REST(other))):
        return False
    first, second = one.operations, other.operations
    return first is second or (
        len(first) == len(second)
        and all(map(str.__eq__, first, second))
        and all(map(_is_alike, first.values(), second.values()))
    )


def _is_alike(one: Operation, other: Operation) -> bool:
    return one is other or _CALL(one) == _CALL(other)
