"""Kinds of JSON values, and type guards for them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, TypeGuard


class Digits(float):
    """The float nearest to a number, with all the number's digits, which are written."""

    __slots__ = ("text",)

    made: ClassVar[bool] = False
    """Whether any was made: only then are written values searched for them."""

    text: str

    @classmethod
    def of(cls, value: Decimal) -> Digits:
        """Keep the digits of a decimal."""
        found = cls(value)
        found.text = format(value, "f")
        Digits.made = True
        return found


class UnknownValue(str):
    """A string that an enum does not list; ``unknown("x")`` makes one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"unknown({str.__repr__(self)})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .interop import schema_of_value

        return schema_of_value(cls, "str")


class UnknownNumber(int):
    """An integer that an enum does not list; ``unknown(3)`` makes one."""

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
