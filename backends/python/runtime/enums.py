"""Enumerations that may meet values they do not know yet: those stay the plain values they are."""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from typing import Any

from .json_form import publish


class TextEnum(StrEnum):
    """Strings with names. One that is none of the members stays a plain ``str``: it is unknown."""

    def __init_subclass__(cls) -> None:
        publish(cls)
        _read_by_value(cls, str)

    @staticmethod
    def __decode__(value: Any) -> Any:
        """Give the member for a value, else the value itself."""
        return value


class NumberEnum(IntEnum):
    """Integers with names. One that is none of the members stays a plain ``int``."""

    def __init_subclass__(cls) -> None:
        publish(cls)
        _read_by_value(cls, int)

    @staticmethod
    def __decode__(value: Any) -> Any:
        """Give the member for a value, else the value itself."""
        return value


def _read_by_value(enum: type[Enum], kind: type) -> None:
    """Give an enum its reader: a function that holds the members, since it is called often."""
    known: dict[Any, Enum] = {member.value: member for member in enum}

    def decode(value: Any) -> Any:
        return known.get(value, value) if value.__class__ is kind else value

    setattr(enum, "__decode__", staticmethod(decode))  # noqa: B010 - type checkers know the method above


def encode_enum(value: Any) -> Any:
    """Write a member as its value; a plain value stays as it is."""
    return value.value if isinstance(value, (TextEnum, NumberEnum)) else value
