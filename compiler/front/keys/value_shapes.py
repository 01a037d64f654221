"""The shapes that values of `x-codegen-*` keys may have: a small vocabulary that checks and describes them.

A shape reads a value: it returns the value's meaning, or :data:`BAD` after it reported why the value is invalid. The
same shapes describe the values in the documentation and in diagnostics (D14).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from compiler.front.mistakes.wording import a_kind, nearest, one_of
from compiler.source import Json, as_text, escape_token


class Bad:
    """The type of :data:`BAD`."""


BAD: Final = Bad()
"""What a shape returns for a value that it reported."""

Say = Callable[[str, str], None]
"""Reports a problem: the pointer below the key's value ("" for the value itself), and what is wrong with it."""


class Shape(Protocol):
    """What a value may look like."""

    @property
    def wanted(self) -> str:
        """The shape in words: ``a boolean``."""

    def read(self, value: Json, pointer: str, say: Say) -> Any:
        """Return what ``value`` means, or :data:`BAD` after saying what is wrong."""


def _refuse(shape: Shape, value: Json, pointer: str, say: Say) -> Bad:
    found = f"`{as_text(value)}`" if isinstance(value, bool | int | float) else a_kind(value)
    say(pointer, f"must be {shape.wanted}, not {found}")
    return BAD


_LIKE_BOOLEANS = frozenset({"true", "false", "yes", "no", "on", "off"})
"""Texts that look like booleans: in quotes, or as YAML 1.1 had them."""


@dataclass(frozen=True)
class Text:
    """A string that is not blank."""

    wanted: str = "a string"
    empty: bool = False
    pattern: str | None = None
    scalars: bool = False
    """The source text of numbers and booleans counts too (D1.2)."""

    def read(self, value: Json, pointer: str, say: Say) -> str | Bad:
        """Return the string."""
        if self.scalars and isinstance(value, bool | int | float):
            value = as_text(value)
        if not isinstance(value, str):
            return _refuse(self, value, pointer, say)
        if not value.strip() and not self.empty:
            say(pointer, "must not be empty")
            return BAD
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            said = f"the text `{value}`" if value.lower() in _LIKE_BOOLEANS else f"`{value}`"
            say(pointer, f"must be {self.wanted}, not {said}")
            return BAD
        return value


@dataclass(frozen=True)
class Flag:
    """A boolean."""

    wanted: str = "a boolean"

    def read(self, value: Json, pointer: str, say: Say) -> bool | Bad:
        """Return the boolean."""
        return value if isinstance(value, bool) else _refuse(self, value, pointer, say)


@dataclass(frozen=True)
class Whole:
    """An integer that is not negative."""

    wanted: str = "an integer that is not negative"
    minimum: int = 0
    maximum: int | None = None

    def read(self, value: Json, pointer: str, say: Say) -> int | Bad:
        """Return the integer; `2.0` is none."""
        if isinstance(value, bool) or not isinstance(value, int) or value < self.minimum:
            return _refuse(self, value, pointer, say)
        if self.maximum is not None and value > self.maximum:
            return _refuse(self, value, pointer, say)
        return int(value)


@dataclass(frozen=True)
class Positive:
    """A number above zero."""

    wanted: str = "a number above zero and at most 1,000"
    maximum: int = 1_000

    def read(self, value: Json, pointer: str, say: Say) -> float | Bad:
        """Return the number."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= self.maximum:
            return _refuse(self, value, pointer, say)
        return float(value)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    names: tuple[str, ...]

    @property
    def wanted(self) -> str:
        """The words."""
        return one_of(self.names)

    def read(self, value: Json, pointer: str, say: Say) -> str | Bad:
        """Return the word."""
        if not isinstance(value, str):
            return _refuse(self, value, pointer, say)
        if value not in self.names:
            near = nearest(value, self.names)
            meant = f": did you mean `{near}`?" if near is not None else ""
            say(pointer, f"must be {self.wanted}, not `{value}`{meant}")
            return BAD
        return value


@dataclass(frozen=True)
class Only:
    """One value and no other."""

    value: Json

    @property
    def wanted(self) -> str:
        """The value."""
        return f"`{as_text(self.value)}`"

    def read(self, value: Json, pointer: str, say: Say) -> Json | Bad:
        """Return the value."""
        same = value == self.value and type(value) is type(self.value)
        return value if same else _refuse(self, value, pointer, say)


@dataclass(frozen=True)
class Anything:
    """Any value."""

    wanted: str = "any value"

    def read(self, value: Json, pointer: str, say: Say) -> Json:
        """Return the value as it is."""
        return value


@dataclass(frozen=True)
class Items:
    """An array of one shape."""

    item: Shape
    plural: str = ""
    filled: bool = False
    """It has items."""

    @property
    def wanted(self) -> str:
        """The array and its items."""
        if self.plural:
            return f"an array of {self.plural}"
        return f"an array of {self.item.wanted.removeprefix('an ').removeprefix('a ')}s"

    def read(self, value: Json, pointer: str, say: Say) -> tuple[Any, ...] | Bad:
        """Return the items that are good."""
        if not isinstance(value, list):
            return _refuse(self, value, pointer, say)
        if self.filled and not value:
            say(pointer, "must not be empty")
            return BAD
        read = [self.item.read(item, f"{pointer}/{index}", say) for index, item in enumerate(value)]
        return tuple(item for item in read if item is not BAD)


@dataclass(frozen=True)
class MapOf:
    """An object used as a map from string to one shape."""

    value: Shape
    named: str = ""
    """The map in words."""
    filled: bool = False
    """It has entries."""

    @property
    def wanted(self) -> str:
        """The map and its values."""
        return self.named or f"a map to {self.value.wanted}"

    def read(self, value: Json, pointer: str, say: Say) -> dict[str, Any] | Bad:
        """Return the entries that are good."""
        if not isinstance(value, dict):
            return _refuse(self, value, pointer, say)
        if self.filled and not value:
            say(pointer, "must not be empty")
            return BAD
        read = {key: self.value.read(item, f"{pointer}/{escape_token(key)}", say) for key, item in value.items()}
        return {key: item for key, item in read.items() if item is not BAD}


@dataclass(frozen=True)
class Fields:
    """An object of known fields. ``same`` names another shape in words where the object has a name of its own."""

    fields: Mapping[str, Shape]
    required: Sequence[str] = ()
    empty: bool = False
    """`{}` is legal whatever is required."""
    wanted: str = "an object"
    filled: bool = False
    """It has fields."""

    def read(self, value: Json, pointer: str, say: Say) -> dict[str, Any] | Bad:
        """Return the fields that are good; BAD where a required one is not."""
        if not isinstance(value, dict):
            return _refuse(self, value, pointer, say)
        if self.filled and not value:
            say(pointer, "must not be empty")
            return BAD
        if not value and self.empty:
            return {}
        known = {}
        for key, item in value.items():
            below = f"{pointer}/{escape_token(key)}"
            shape = self.fields.get(key)
            if shape is None:
                if not key.startswith("x-"):
                    say(below, self._unknown(key))
                continue
            known[key] = shape.read(item, below, say)
        missing = [key for key in self.required if key not in value]
        if missing:
            say(pointer, f"needs {' and '.join(f'`{key}`' for key in missing)}")
        if missing or any(known.get(key) is BAD for key in self.required):
            return BAD
        return {key: item for key, item in known.items() if item is not BAD}

    def _unknown(self, key: str) -> str:
        near = nearest(key, self.fields)
        known = ", ".join(f"`{name}`" for name in self.fields)
        return "is not known; " + (f"did you mean `{near}`?" if near else f"known are {known}")


@dataclass(frozen=True)
class Either:
    """One of several shapes, told apart by the JSON type of the value."""

    shapes: Mapping[type, Shape] = field(default_factory=dict)

    @property
    def wanted(self) -> str:
        """The shapes."""
        return " or ".join(dict.fromkeys(shape.wanted for shape in self.shapes.values()))

    def read(self, value: Json, pointer: str, say: Say) -> Any:
        """Read by the shape of the value's type."""
        for kind, shape in self.shapes.items():
            if isinstance(value, kind):
                return shape.read(value, pointer, say)
        return _refuse(self, value, pointer, say)
