"""The formats that are checked, and patterns in the dialect of ECMAScript.

The same formats are checked in every language of this SDK's generator; others say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any

_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"{_LABEL}(?:\.{_LABEL})*"
_URI = r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*"
_IRI = r"[^\x00-\x20\"<>\\^`{|}]*"
_SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:"
_POINTER = "(?:/(?:[^~/]|~[01])*)*"
_CLOCK = r"T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"
_DAYS = r"(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)"

_TEXTS: Mapping[str, str] = {
    "time": _TIME,
    "decimal": r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?",
    "duration": rf"P(?:\d+W|{_DAYS}(?:{_CLOCK})?|{_CLOCK})",
    "email": rf"(?:[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]+|\"[^\"\\\r\n]+\")@(?:{_HOST}|\[[^\]\s]+\])",
    "idn-email": r"[^\s@]+@[^\s@]+",
    "hostname": rf"(?=.{{1,253}}\Z){_HOST}",
    "uri": _SCHEME + _URI,
    "uri-reference": _URI,
    "iri": _SCHEME + _IRI,
    "iri-reference": _IRI,
    "uuid": "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
    "json-pointer": _POINTER,
    "relative-json-pointer": rf"(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?(?:#|{_POINTER})",
}


def _reads(read: Callable[[str], Any]) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        try:
            read(text)
        except (ValueError, AddressValueError):
            return False
        return True

    return test


def _form(pattern: str) -> Callable[[str], bool]:
    compiled: list[re.Pattern[str]] = []

    def test(text: str) -> bool:
        if not compiled:  # none is needed before a schema names it
            compiled.append(re.compile(pattern, re.ASCII))
        return compiled[0].fullmatch(text) is not None

    return test


_is_day = _reads(date.fromisoformat)
_is_time = _form("[Tt]" + _TIME)


def _is_date(text: str) -> bool:
    return len(text) == 10 and text[4] == "-" and text.isascii() and _is_day(text)


FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": _is_date,
    "date-time": lambda text: _is_date(text[:10]) and _is_time(text[10:]),
    "ipv4": lambda text: text.isascii() and _reads(IPv4Address)(text),
    "ipv6": lambda text: "%" not in text and text.isascii() and _reads(IPv6Address)(text),
    **{name: _form(pattern) for name, pattern in _TEXTS.items()},
}
"""Formats of strings."""

RANGES: Mapping[str, tuple[int, int]] = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
"""Formats of numbers: the least and the greatest."""

# --------------------------------------------------------------------------- patterns

_TOKEN = re.compile(
    r"\\u\{([0-9A-Fa-f]+)\}|\\c([A-Za-z])|\\k<(\w+)>|\\.|\(\?<(?![=!])|\[\^?\]|[$\[\]]|([&~|-])\4",
    re.DOTALL,
)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """Compile a pattern of ECMAScript; None where Python has no word for something in it."""
    try:
        return re.compile(_translated(pattern), re.ASCII)
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


def _translated(pattern: str) -> str:
    """Write a pattern as Python has it: ``$`` is the end of the text, not also of its last line."""
    inside = False

    def token(found: re.Match[str]) -> str:
        nonlocal inside
        text = found[0]
        if found[1] is not None:
            return re.escape(chr(int(found[1], 16)))
        if found[2] is not None:
            return f"\\x{ord(found[2]) % 32:02x}"
        if text[0] == "\\":
            return f"(?P={found[3]})" if found[3] else text
        if inside and text != "]":
            inside = text[-1] != "]"
            return f"\\{text}"
        if found[4] is not None:
            return text
        if text in ("[", "]"):
            inside = text == "["
            return text
        return {"$": r"\Z", "(?<": "(?P<", "[]": "(?!)", "[^]": r"[\s\S]"}[text]

    return _TOKEN.sub(token, pattern)
