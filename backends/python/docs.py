"""Texts of docstrings, made of the document's own descriptions."""

from __future__ import annotations

import json
from collections.abc import Iterator

from compiler.ir.types import Alias, Checks, Enum, Field, ListOf, MapOf, Model, Nullable, Scalar, Type, Union

_LONG_PATTERN = 60


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type; None where nothing is. A title of one word is only its name again."""
    title = declared.title if " " in (declared.title or "").strip() else None
    parts = [declared.description or title, deprecation(declared.deprecated, declared.deprecation_message)]
    return joined(parts)


def field_text(field: Field) -> str | None:
    """Write what is documented about a field; None where nothing is."""
    default = None
    if field.default is not None:
        default = f"Default: {json.dumps(field.default.json, ensure_ascii=False)}."
    noted = deprecation(field.deprecated, field.deprecation_message)
    return joined([field.description or field.title, constraint_text(field.type), default, noted])


def constraint_text(type_: Type) -> str | None:
    """Write what a value must keep to besides its type; None where there is nothing. The client does not check it,
    :meth:`validate` and the server do (D11.1)."""
    match type_:
        case Nullable(inner):
            return constraint_text(inner)
        case Scalar(checks=Checks() as checks) | ListOf(checks=Checks() as checks) | MapOf(checks=Checks() as checks):
            said = ", ".join(_constraints(checks))
            return f"{said[0].upper()}{said[1:]}." if said else None
        case _:
            return None


def _constraints(checks: Checks) -> Iterator[str]:
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
        yield f"of the form ``{checks.pattern}``"


def _counted(unit: str, number: float) -> str:
    if number != 1:
        return unit
    return unit.removesuffix("s") if unit != " entries" else " entry"


def deprecation(deprecated: bool, message: str | None) -> str | None:
    """Write the note of what is deprecated, with the reason the document gives."""
    if not deprecated and not message:
        return None
    return f"Deprecated: {message}" if message else "Deprecated."


def joined(parts: list[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    found = [part.strip() for part in parts if part and part.strip()]
    return "\n\n".join(found) or None
