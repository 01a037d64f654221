"""Kinds of JSON values, and questions about them in words that type checkers understand."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, TypeGuard


class Digits(float):
    """A number as near as a float comes to it, with all its digits: they are what is written."""

    __slots__ = ("text",)

    made: ClassVar[bool] = False
    """Whether there ever was one: only then are they looked for in what is written."""

    text: str

    @classmethod
    def of(cls, value: Decimal) -> Digits:
        """Keep the digits of a decimal."""
        found = cls(value)
        found.text = format(value, "f")
        Digits.made = True
        return found


JSON_TYPES: Mapping[Any, str] = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    Decimal: "number",
    Digits: "number",
    type(None): "null",
}
"""The JSON type of the values of a class."""


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Tell whether a value is a JSON array."""
    return isinstance(value, list)
