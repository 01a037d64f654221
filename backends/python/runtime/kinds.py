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


class UnknownValue(str):
    """A text that an enum of the document does not list; ``unknown("x")`` makes one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"unknown({str.__repr__(self)})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .interop import schema_of_value

        return schema_of_value(cls, "str")


class UnknownNumber(int):
    """An integer that an enum of the document does not list; ``unknown(3)`` makes one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"unknown({int.__repr__(self)})"

    def __str__(self) -> str:
        return int.__repr__(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .interop import schema_of_value

        return schema_of_value(cls, "int")


JSON_TYPES: Mapping[Any, str] = {
    dict: "object",
    list: "array",
    str: "string",
    UnknownValue: "string",
    bool: "boolean",
    int: "integer",
    UnknownNumber: "integer",
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
