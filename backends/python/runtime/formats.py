"""The formats that are checked, and patterns in the dialect of ECMAScript.

SDKs in all languages check the same formats and ignore others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any

_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?"
_ZONE = r"(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"{_LABEL}(?:\.{_LABEL})*"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = rf"\[(?:{_OCTET}(?:\.{_OCTET}){{3}}|IPv6:([0-9A-Fa-f:.]+))\]"
_VARIABLE = r"(?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*(?:\*|:[1-9]\d{0,3})?"
_TEMPLATE = r"[^\x00-\x20\"<>\\^`{|}%\x7f-\x9f]|%[0-9A-Fa-f]{2}"
_POINTER = "(?:/(?:[^~/]|~[01])*)*"
_LAST = r"\d+(?:[.,]\d+)?"
_CLOCK = rf"T(?:{_LAST}[HMS]|\d+H{_LAST}M|(?:\d+H)?\d+M{_LAST}S)"
_DAYS = rf"(?:{_LAST}[YMD]|\d+Y{_LAST}M|(?:\d+Y)?\d+M{_LAST}D)"
_WHOLE_DAYS = r"(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)"
_WHOLE_CLOCK = r"T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"
"""The last number of a duration may have a fraction, as programs write it; RFC 3339 has none."""


def _reference(wide: str = "") -> tuple[str, str]:
    """Return patterns: what follows a scheme, and a relative reference (RFC 3986)."""

    def signs(more: str) -> str:
        return rf"(?:[A-Za-z0-9._~!$&'()*+,;={more}-]|%[0-9A-Fa-f]{{2}}{wide})"

    host = rf"(?:\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\.{signs(':')}+)\]|{signs('')}*)"
    path, query = signs(":@/"), signs(r":@/?\[\]")  # brackets are common in queries
    there = rf"//(?:{signs(':')}*@)?{host}(?::\d*)?(?:/{path}*)?"
    tail = rf"(?:\?{query}*)?(?:#{query}*)?"
    beyond = rf"(?:{there}|/?(?:{signs(':@')}{path}*)?){tail}"
    return beyond, rf"(?:{there}|/(?:{signs(':@')}{path}*)?|(?:{signs('@')}+(?:/{path}*)?)?){tail}"


_SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:"
_URI, _PLACE = _reference()
_IRI, _WIDE_PLACE = _reference(r"|[^\x00-\x9f]")

_TEXTS: Mapping[str, str] = {
    "decimal": r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?",
    "duration": rf"P(?:{_LAST}W|{_DAYS}|(?:{_WHOLE_DAYS})?{_CLOCK})",
    "rfc3339-duration": rf"P(?:\d+W|{_WHOLE_DAYS}(?:{_WHOLE_CLOCK})?|{_WHOLE_CLOCK})",
    "email": rf"(?:{_ATOM}(?:\.{_ATOM})*|\"[^\"\\\r\n]+\")@(?:{_HOST}|{_ADDRESS})",
    "idn-email": r"[^\x00-\x20\x7f@]+@[^\x00-\x20\x7f@]+",
    "uri": _SCHEME + _URI,
    "uri-reference": f"(?:{_SCHEME}{_URI}|{_PLACE})",
    "uri-template": rf"(?:{_TEMPLATE}|\{{[+#./;?&]?{_VARIABLE}(?:,{_VARIABLE})*\}})*",
    "iri": _SCHEME + _IRI,
    "iri-reference": f"(?:{_SCHEME}{_IRI}|{_WIDE_PLACE})",
    "uuid": "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
    "json-pointer": _POINTER,
    "relative-json-pointer": rf"(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?(?:#|{_POINTER})",
}
"""Groups in the patterns capture IPv6 addresses."""


def _reads(read: Callable[[str], Any]) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        try:
            read(text)
        except (ValueError, AddressValueError):
            return False
        return True

    return test


def _form(pattern: str) -> Callable[[str], bool]:
    kept: list[re.Pattern[str]] = []

    def test(text: str) -> bool:
        if not kept:  # compiled when a schema first names it
            kept.append(re.compile(pattern, re.ASCII))
        found = kept[0].fullmatch(text)
        return found is not None and all(part is None or _is_ipv6(part) for part in found.groups())

    return test


_is_day = _reads(date.fromisoformat)
_has_days_form = _form(r"\d{4}-\d\d-\d\d")
_has_times_form = _form(f"{_TIME}(?:{_ZONE})?")
_has_zone = _form(f"{_TIME}{_ZONE}")
_is_address = _reads(IPv6Address)


def _is_date(text: str) -> bool:
    return _has_days_form(text) and _is_day(text)


def _is_time(text: str) -> bool:
    if not _has_times_form(text):
        return False
    if text[6:8] != "60":
        return True
    minute, zone = int(text[:2]) * 60 + int(text[3:5]), text[-6:]
    if zone[0] in "+-":
        offset = int(zone[1:3]) * 60 + int(zone[4:])
        minute += offset if zone[0] == "-" else -offset
    return minute % 1440 == 1439  # a leap second ends a day of UTC


def _is_moment(text: str) -> bool:
    is_of_both = _is_date(text[:10]) and text[10:11] in ("T", "t")
    return is_of_both and _has_zone(text[11:]) and _is_time(text[11:])


def _is_ipv6(text: str) -> bool:
    return "%" not in text and text.isascii() and _is_address(text)


_has_labels_form = _form(_LABEL)
_is_spelt = _form(r"(?!-|..--)(?:[A-Za-z0-9-]|[^\x00-\xa0])+(?<!-)")


def _is_label(text: str) -> bool:
    if not _has_labels_form(text) or text[:4].lower() != "xn--":
        return _has_labels_form(text)
    try:  # the rest is Punycode (RFC 5890)
        said = text[4:].encode("ascii").decode("punycode")
        said.encode()  # lone surrogates are not allowed
    except ValueError:
        return False
    return text.rfind("-") != 4 and not said.isascii() and _is_wide_label(said)


def _is_wide_label(text: str) -> bool:
    if text.isascii():
        return _is_label(text)
    return _is_spelt(text) and unicodedata.category(text[0])[0] != "M"


def _is_host(text: str) -> bool:
    return len(text) <= 253 and all(map(_is_label, text.split(".")))


def _is_wide_host(text: str) -> bool:
    return all(map(_is_wide_label, re.split("[.\u3002\uff0e\uff61]", text)))


FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": _is_date,
    "date-time": _is_moment,
    "time": _is_time,
    "rfc3339-time": lambda text: _has_zone(text) and _is_time(text),
    "ipv4": lambda text: text.isascii() and _reads(IPv4Address)(text),
    "ipv6": _is_ipv6,
    "hostname": _is_host,
    "idn-hostname": _is_wide_host,
    **{name: _form(pattern) for name, pattern in _TEXTS.items()},
}
"""Formats of strings."""

RANGES: Mapping[str, tuple[int, int]] = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
"""Formats of numbers: minimum and maximum."""

# --------------------------------------------------------------------------- patterns

_TOKEN = re.compile(
    r"\\u\{([0-9A-Fa-f]+)\}|\\c([A-Za-z])|\\k<(\w+)>|\\.|\(\?<(?![=!])|\[\^?\]|[.$\[\]]|([&~|-])\4",
    re.DOTALL,
)
_SPACES = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_OTHERS = (
    r"\x00-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """Compile a pattern of ECMAScript; None if Python cannot express it."""
    try:
        return re.compile(_translated(pattern), re.ASCII)
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


_WORDS = {
    "$": r"\Z",
    ".": r"[^\n\r\u2028\u2029]",
    "(?<": "(?P<",
    "[]": "(?!)",
    "[^]": r"[\s\S]",
}


def _translated(pattern: str) -> str:
    """Translate a pattern to Python: ``$`` is the end of the text, not also of its last line."""
    inside = False

    def token(found: re.Match[str]) -> str:
        nonlocal inside
        text = found[0]
        if found[1] is not None:
            return re.escape(chr(int(found[1], 16)))
        if found[2] is not None:
            return f"\\x{ord(found[2]) % 32:02x}"
        if text in ("\\s", "\\S"):
            signs = _SPACES if text == "\\s" else _OTHERS
            return signs if inside else f"[{signs}]"
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
        return _WORDS[text]

    return _TOKEN.sub(token, pattern)
