"""Python literals and identifiers: the only way that a string of a document becomes part of printed code.

Literals are spelled the way ``ruff format`` leaves them, so a formatter has nothing to change.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from backends.writer.ruff import Collection, Expr, Keyword, Pair
from compiler.base.patterns import lazy_pattern

_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = lazy_pattern(r"[ !#-&(-\[\]-~]*")
"""Printable ASCII without quotes and backslash: nearly every string there is."""
_KEYWORDS = frozenset(keyword.kwlist) - {"None", "True", "False"}
_WORD = "[A-Za-z_][A-Za-z0-9_]*"
_WORDS = lazy_pattern(_WORD)
_NAMES = rf"{_WORD}(?:\.{_WORD})*"
_OF_NAMES = lazy_pattern(rf"{_NAMES}(?:(?: \||,) {_NAMES})*")
_STRING = lazy_pattern(r"(?<![A-Za-z0-9_])\"[ !#-\[\]-~]*\"")
_ITEM = rf"(?:{_NAMES}|0|[1-9][0-9]{{0,9}})"
_ITEMS = lazy_pattern(rf"(?<=[A-Za-z0-9_])\[{_ITEM}(?:(?: \||,) {_ITEM})*\](?=[],]| \||\Z)")
"""What is in the brackets behind a generic type, where it holds no brackets."""

_DECIMAL_DIGITS = 4000
"""Python refuses to read or write decimal integers that are much longer."""


@lru_cache(maxsize=1 << 14)
def identifier(text: str) -> Expr:
    """Print a name. One that is not an identifier is a bug of the planner and raises ValueError."""
    if not text.isidentifier() or keyword.iskeyword(text):
        raise ValueError(f"not a Python identifier: {text!r}")
    return Expr(text)


@lru_cache(maxsize=1 << 14)
def is_of_names(text: str) -> bool:
    """Tell whether types, or names with commas, need no parser: ``list[Trip | None]``, ``Literal["a"] | None``.

    They are made of ASCII names, and of plain literals in the brackets of generic types.
    """
    bare = told = _STRING.sub("0", text) if '"' in text else text
    count = 1
    while count and "[" in bare:
        bare, count = _ITEMS.subn("", bare)
    return _OF_NAMES.fullmatch(bare) is not None and _KEYWORDS.isdisjoint(_WORDS.findall(told))


def dotted(text: str) -> Expr:
    """Print a dotted name such as ``a.b``; each part must pass :func:`identifier`."""
    return Expr(".".join(identifier(part).text for part in text.split(".")))


def literal(value: Any) -> Expr:
    """Print a JSON value (or bytes, or a tuple of such values) as the expression that evaluates to it.

    Raises:
        TypeError: for a value of any other type; a bug of the caller.
    """
    if value.__class__ is str:
        return string(value)
    match value:
        case None | bool():
            return Expr(repr(value))
        case str():
            return string(str(value))
        case int():
            return Expr(_integer(value))
        case float():
            return Expr(_real(value))
        case bytes():
            return Expr("b" + _quote(value.decode("latin-1"), _escape_byte))
        case Mapping():
            return Collection("{", [Pair(literal(key), literal(item)) for key, item in value.items()], "}")
        case tuple():
            return tuple_of([literal(item) for item in value])
        case Sequence():
            return Collection("[", [literal(item) for item in value], "]")
    raise TypeError(f"no literal for {type(value).__name__}")


def tuple_of(items: Sequence[Expr]) -> Collection:
    """Print a tuple; a single item has a trailing comma."""
    return Collection("(", items, ")", lone_comma=True)


def dict_of(pairs: Iterable[tuple[str, Expr]]) -> Collection:
    """Print a dictionary whose keys are texts."""
    return Collection("{", [Pair(string(key), value) for key, value in pairs], "}")


def keywords(facts: Iterable[tuple[str, Expr]]) -> list[Keyword]:
    """Print keyword arguments."""
    return [Keyword(name, value) for name, value in facts]


@lru_cache(maxsize=1 << 16)
def string(value: str) -> Expr:
    """Print a string literal; control characters, surrogates and invisible ones are escaped."""
    if _PLAIN.fullmatch(value):
        return Expr(f'"{value}"')
    return Expr(_quote(value, _escape))


def _quote(value: str, escape: Any) -> str:
    """Choose double quotes, unless they need more escapes than single quotes (as ruff does)."""
    quote = "'" if value.count('"') > value.count("'") else '"'
    return quote + "".join("\\" + c if c == quote else escape(c) for c in value) + quote


def _escape(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if char.isprintable():
        return char
    return escape_code(char)


def _escape_byte(char: str) -> str:
    return _SHORT.get(char) or (char if " " <= char <= "~" else f"\\x{ord(char):02x}")


def escape_code(char: str) -> str:
    """Print one character as its shortest numeric escape."""
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _integer(value: int) -> str:
    """Print in decimal; numbers with thousands of digits in hexadecimal, which Python does not limit."""
    if value.bit_length() < _DECIMAL_DIGITS * 3:
        return int.__repr__(value)
    return f"{'-' if value < 0 else ''}0x{abs(value):X}"


def _real(value: float) -> str:
    if math.isfinite(value):
        return float.__repr__(value).replace("e+", "e")
    return f'float("{float.__repr__(value)}")'
