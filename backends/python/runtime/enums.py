"""Enum values that the API does not document: kept, and told apart."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, overload

from .convert import Codec
from .kinds import UnknownNumber, UnknownValue


@overload
def unknown(value: str) -> UnknownValue: ...
@overload
def unknown(value: int) -> UnknownNumber: ...
def unknown(value: str | int) -> UnknownValue | UnknownNumber:
    """Make a value that an enum does not list, to pass it anyway."""
    return UnknownValue(value) if isinstance(value, str) else UnknownNumber(value)


def known(alias: Any) -> Codec:
    """Make the reader of an open enum from its type: an unlisted value becomes unknown."""
    parts = get_args(alias)
    listed = [value for part in parts for value in get_args(part)]
    texts = frozenset(value for value in listed if value.__class__ is str)
    numbers = frozenset(value for value in listed if value.__class__ is int)

    def text(value: Any) -> Any:
        return value if value.__class__ is not str or value in texts else UnknownValue(value)

    def number(value: Any) -> Any:
        return value if value.__class__ is not int or value in numbers else UnknownNumber(value)

    def either(value: Any) -> Any:
        return text(value) if value.__class__ is str else number(value)

    if UnknownNumber not in parts:
        return text
    return either if UnknownValue in parts else number


def is_of_values(found: Any) -> bool:
    """Tell whether a type is an enum: an enum names no other type of the document."""
    return any(get_origin(part) is Literal for part in (found, *get_args(found)))
