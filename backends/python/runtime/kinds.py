"""Kinds of JSON values, and type guards for them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
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


class MisfitError(ValueError):
    """A value that cannot be sent: its JSON pointer, and what is wrong with it."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{why}, at {pointer}" if pointer else why)
        self.pointer: str = pointer
        self.why: str = why

    def inside(self, key: str | int) -> MisfitError:
        """Say the same of what holds the value as the property or item ``key``."""
        return MisfitError(f"/{escaped(key)}{self.pointer}", self.why)


@contextmanager
def within(key: str | int) -> Generator[None, None, None]:
    """Say of what is wrong in a block that it is in the property or item ``key``."""
    try:
        yield
    except MisfitError as error:
        raise error.inside(key) from error
    except UnicodeEncodeError as error:
        raise MisfitError(f"/{escaped(key)}", BROKEN_TEXT) from error


BROKEN_TEXT = "the text has a surrogate without its other half"


def escaped(key: str | int) -> str:
    """Escape a name, or an index, for a JSON pointer."""
    return str(key).replace("~", "~0").replace("/", "~1")


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
