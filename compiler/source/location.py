"""Places in input files, and scalars that remember how they were written."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypeVar

from compiler.base.patterns import lazy_pattern

_INDEX = lazy_pattern(r"0|[1-9][0-9]{0,9}")
"""An index of a JSON pointer has no leading zeros, so that each item has one pointer (RFC 6901, 4)."""

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Missing = TypeVar("Missing")


def escape_token(token: str) -> str:
    """Escape one reference token of a JSON pointer (RFC 6901)."""
    if "~" in token or "/" in token:
        return token.replace("~", "~0").replace("/", "~1")
    return token


def unescape_token(token: str) -> str:
    """Undo `escape_token`."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def split_pointer(pointer: str) -> list[str]:
    """Split a JSON pointer into its unescaped tokens; the root gives none."""
    return [unescape_token(token) for token in pointer.split("/")[1:]]


class Nothing:
    """The type of `NOTHING`: no value, not even null."""


NOTHING = Nothing()


def child_of(value: Json, token: str, missing: Missing | None = None) -> Json | Missing:
    """Return the value that one token of a JSON pointer leads to; `missing` if there is none."""
    if isinstance(value, dict):
        return value.get(token, missing)
    if isinstance(value, list) and _INDEX.fullmatch(token) and int(token) < len(value):
        return value[int(token)]
    return missing


def value_at(root: Json, pointer: str) -> Json | Nothing:
    """Return the value that a JSON pointer leads to; `NOTHING` if there is none."""
    value = root
    for token in split_pointer(pointer):
        below = child_of(value, token, NOTHING)
        if isinstance(below, Nothing):
            return NOTHING
        value = below
    return value


class Loc(NamedTuple):
    """A place in the tree of an input file: what diagnostics and IR nodes carry.

    `file` is the path as shown to the user, `pointer` a JSON pointer ("" is the root). Line and column are found
    by the `Document` only when something is printed.
    """

    file: str
    pointer: str = ""

    def at(self, *tokens: str | int) -> Loc:
        """Return the place below this one."""
        return Loc(self.file, self.pointer + "".join(f"/{escape_token(str(token))}" for token in tokens))

    def parent(self) -> Loc:
        """Return the place above this one; the root is its own parent."""
        return Loc(self.file, self.pointer.rpartition("/")[0])


class Copied(Loc):
    """The place of a part that was copied elsewhere, and what copied it."""

    by: Loc

    def at(self, *tokens: str | int) -> Copied:
        """Return the place below this one."""
        return copied(super().at(*tokens), self.by)


def copied(loc: Loc, by: Loc) -> Copied:
    """Return a place together with what copied its part."""
    found = Copied(loc.file, loc.pointer)
    found.by = by
    return found


class TextPlace(NamedTuple):
    """A place in the text, for mistakes that no pointer reaches: syntax errors, the second of two equal keys.

    Line and column count from 1; `width` is the number of characters to underline.
    """

    file: str
    line: int
    column: int
    width: int = 1


class SourceFloat(float):
    """A float whose spelling is not `repr(value)`, such as the `3.10` of a version."""

    __slots__ = ("source",)
    source: str

    def __new__(cls, source: str) -> SourceFloat:
        """Parse `source`, which `float` must accept."""
        self = super().__new__(cls, source)
        self.source = source
        return self

    @classmethod
    def read(cls, source: str) -> float:
        """Parse `source`, to a plain float if it is spelled like its `repr`."""
        value = float(source)
        return value if repr(value) == source else cls(source)

    def __reduce__(self) -> tuple[type[SourceFloat], tuple[str]]:
        return SourceFloat, (self.source,)


class SourceInt(int):
    """An integer whose spelling is not `repr(value)`, such as `010` or `0x1F`."""

    source: str

    @classmethod
    def parse(cls, source: str, base: int) -> SourceInt:
        """Parse `source` as an integer of `base` (0 reads the prefix)."""
        self = cls(source, base)
        self.source = source
        return self


_LONGEST = 60


def as_json(value: Json) -> str:
    """Return a value as a diagnostic shows it: JSON, cut after 60 letters; a scalar as the document spells it."""
    if not isinstance(value, str | dict | list):
        return as_text(value)
    import json  # imported here, since a build without changes does not need it

    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def as_text(value: Json) -> str:
    """Return the text of a scalar as the document spells it (D1.2).

    >>> as_text(SourceFloat("3.10"))
    '3.10'
    """
    match value:
        case str():
            return value
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case SourceFloat() | SourceInt():
            return value.source
        case _:
            return repr(value)
