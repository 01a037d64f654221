"""Enumerations that may meet values they do not know yet: those stay the plain values they are."""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from typing import Any

from .convert import Codec
from .model import publish


class TextEnum(StrEnum):
    """Strings with names. One that is none of the members stays a plain ``str``: it is unknown."""

    def __init_subclass__(cls) -> None:
        publish(cls)


class NumberEnum(IntEnum):
    """Integers with names. One that is none of the members stays a plain ``int``."""

    def __init_subclass__(cls) -> None:
        publish(cls)


def members(enum: type[TextEnum] | type[NumberEnum]) -> Codec:
    """Make the reader of an enum: it gives the member for a value, else the value itself."""
    known: dict[Any, Enum] = {member.value: member for member in enum}
    kind = str if issubclass(enum, TextEnum) else int

    def decode(value: Any) -> Any:
        return known.get(value, value) if value.__class__ is kind else value

    return decode


def encode_enum(value: Any) -> Any:
    """Write a member as its value; a plain value stays as it is."""
    return value.value if isinstance(value, (TextEnum, NumberEnum)) else value
