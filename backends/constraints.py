"""Words for what a schema asks of a value besides its type, as documentation comments of every language have them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from compiler.ir.types import Checks, Const, ListOf, MapOf, Nullable, Ref, Scalar, Type

_LONG_PATTERN = 60


def constraint_text(type_: Type, mark: str) -> str | None:
    """Write what a value must keep to besides its type; None where there is nothing. ``mark`` encloses code.

    A client does not check it before it sends; validators and servers do (D11.1).
    """
    match type_:
        case Nullable(inner):
            return constraint_text(inner, mark)
        case Scalar(checks=checks) | ListOf(checks=checks) | MapOf(checks=checks):
            said = ", ".join(_constraints(checks, mark)) if checks is not None else ""
            return f"{said[0].upper()}{said[1:]}." if said else None
        case Const() | Ref():
            return None
    assert_never(type_)


def _constraints(checks: Checks, mark: str) -> Iterator[str]:
    for words, value, unit in (
        ("at least", checks.minimum, ""),
        ("more than", checks.exclusive_minimum, ""),
        ("at most", checks.maximum, ""),
        ("less than", checks.exclusive_maximum, ""),
        ("a multiple of", checks.multiple_of, ""),
        ("at least", checks.min_length, " characters"),
        ("at most", checks.max_length, " characters"),
        ("at least", checks.min_items, " items"),
        ("at most", checks.max_items, " items"),
        ("at least", checks.min_properties, " entries"),
        ("at most", checks.max_properties, " entries"),
    ):
        if value is not None:
            yield f"{words} {json.dumps(value)}{_counted(unit, value)}"
    if checks.unique_items:
        yield "no item twice"
    if checks.pattern is not None and len(checks.pattern) <= _LONG_PATTERN:
        yield f"of the form {mark}{checks.pattern}{mark}"


def _counted(unit: str, number: float) -> str:
    if number != 1:
        return unit
    return unit.removesuffix("s") if unit != " entries" else " entry"
