"""Enumerations that may meet values they do not know yet."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any

from .model import publish


class TextEnum(StrEnum):
    """Strings with names. One that is none of the members stays a plain ``str``: it is unknown."""

    def __init_subclass__(cls) -> None:
        publish(cls)

    @classmethod
    def __decode__(cls, value: Any) -> Any:
        """Give the member for a value, else the value itself."""
        return cls._value2member_map_.get(value, value) if value.__class__ is str else value

    @classmethod
    def __encode__(cls, value: Any) -> Any:
        """Make JSON of a member or of its plain value."""
        return value.value if isinstance(value, TextEnum) else value


class NumberEnum(IntEnum):
    """Integers with names. One that is none of the members stays a plain ``int``."""

    def __init_subclass__(cls) -> None:
        publish(cls)

    @classmethod
    def __decode__(cls, value: Any) -> Any:
        """Give the member for a value, else the value itself."""
        return cls._value2member_map_.get(value, value) if value.__class__ is int else value

    @classmethod
    def __encode__(cls, value: Any) -> Any:
        """Make JSON of a member or of its plain value."""
        return value.value if isinstance(value, NumberEnum) else value
