"""Describes a schema's assertions beyond the type, for documentation comments and reference pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from compiler.ir.types import Checks, Const, Nullable, Ref, Scalar, Type

_LONG_PATTERN = 60

_Bound = tuple[str, float | None, str]
"""Words, a number if there is such a bound, and what it counts."""


def constraint_text(type_: Type, mark: str) -> str | None:
    """Describe the constraints of a value beyond its type; None where there are none. ``mark`` encloses code.

    A client checks them before it sends only if its caller asks for that; validators and servers always do (D11.1).
    """
    if type(type_) is Ref:
        return None  # as most types are
    checks = checks_of(type_)
    if checks is None:
        return None
    said = constraints(checks, lambda pattern: f"{mark}{pattern}{mark}", longest=_LONG_PATTERN)
    return f"{said[0].upper()}{said[1:]}." if said else None


def checks_of(type_: Type) -> Checks | None:
    """Return the assertions of a type, nullable or not, without those of the declared type that it refers to."""
    if type(type_) is Scalar:
        return type_.checks  # as most types are
    while isinstance(type_, Nullable):
        type_ = type_.inner
    return None if isinstance(type_, (Const, Ref)) else type_.checks


def constraints(checks: Checks, code: Callable[[str], str], longest: int | None = None) -> str:
    """Write assertions in words: ``at least 1, at most 100``; "" where there is none.

    Args:
        checks: the assertions.
        code: marks a pattern as code.
        longest: patterns that are longer are left out.
    """
    return ", ".join(_constraints(checks, code, longest))


def _constraints(checks: Checks, code: Callable[[str], str], longest: int | None) -> Iterator[str]:
    for words, value, unit in (
        *_between(checks.minimum, checks.maximum, "", ("more than", checks.exclusive_minimum, "")),
        ("less than", checks.exclusive_maximum, ""),
        ("a multiple of", checks.multiple_of, ""),
        *_between(checks.min_length, checks.max_length, " characters"),
        *_between(checks.min_items, checks.max_items, " items"),
        *_between(checks.min_properties, checks.max_properties, " entries"),
    ):
        if value is not None:
            yield f"{words} {json.dumps(value)}{_counted(unit, value)}"
    if checks.unique_items:
        yield "no item twice"
    if checks.pattern is not None and (longest is None or len(checks.pattern) <= longest):
        yield f"of the form {code(checks.pattern)}"


def _between(least: float | None, most: float | None, unit: str, *more: _Bound) -> tuple[_Bound, ...]:
    """Describe a lower and an upper bound; as one value where they are equal."""
    if least is not None and least == most:
        return ("exactly", least, unit), *more
    return ("at least", least, unit), *more, ("at most", most, unit)


def _counted(unit: str, number: float) -> str:
    if number != 1:
        return unit
    return unit.removesuffix("s") if unit != " entries" else " entry"
