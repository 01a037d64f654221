"""Text of values, and percent-encoding, as URLs and forms want them."""

from __future__ import annotations

import re
from decimal import Decimal
from math import isfinite
from typing import Any
from urllib.parse import quote, quote_plus

from .convert import encode_any
from .jsonio import as_text, exactly, misfit_of
from .kinds import Digits, MisfitError

IN_QUERY = ":/?@!$'()*,;="
"""Reserved characters that ``allowReserved`` keeps in a query: what does not end or split it."""

IN_FORM = IN_QUERY + "#[]"
"""The same of a form, which is no part of a URL."""

IN_PATH = "/:@!$&'()*+,;="
"""The same of a path, which ``?`` and ``#`` would end (RFC 6570 3.2.3)."""

IN_COOKIE = ":/?#[]@!$&'()*+="
"""The same of a cookie, which ``;`` ends, and which has no comma (RFC 6265)."""

_TRIPLET = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Ready:
    """A value that is JSON already, in place of an argument of another type."""

    __slots__ = ("json",)

    def __init__(self, json: Any) -> None:
        self.json: Any = json


def plain(value: Any) -> Any:
    """Convert a value to JSON: enum members, dates, decimals and models become JSON values."""
    return value.json if isinstance(value, Ready) else encode_any(value)


def text_of(value: Any) -> str:
    """Write one value as text; JSON for containers.

    Raises:
        MisfitError: the value cannot be written as text.
    """
    if value.__class__ is str:
        return str(value)
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str.__str__(value)  # of a subclass, which may show itself in another way
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, Digits):
        return value.text
    return _digits(value) if isinstance(value, float) and isfinite(value) else json_text(value)


def _digits(value: float) -> str:
    """Write a number as the other languages do: ``1``, ``1e+21``, ``0.00001``, ``1e-7``."""
    if value.is_integer() and abs(value) < _ROUND:
        return str(int(value))
    digits, exponent, power = repr(value).partition("e")
    if not exponent:
        return digits.removesuffix(".0")
    if 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(repr(value)):f}"
    return f"{digits}e{int(power):+d}"


_ROUND = 2**53
"""Above this, a float has fewer exact digits than an integer would show."""


def json_text(value: Any) -> str:
    """Write JSON without spaces.

    Raises:
        MisfitError: the value is not JSON.
    """
    try:
        text = exactly(as_text, plain(value), _digits)
        text.encode()  # fails for a lone surrogate
        return text
    except (TypeError, ValueError, RecursionError) as error:
        raise misfit_of(plain(value), error) from error


def escape(text: str) -> str:
    """Percent-encode everything but unreserved characters (RFC 3986)."""
    return _quoted(text, "")


def escape_plus(text: str) -> str:
    """Percent-encode as HTML forms do, a space as ``+``."""
    return quote_plus(text, errors="surrogateescape")


def escape_reserved(signs: str, text: str) -> str:
    """Percent-encode, but not these reserved characters and triplets (``allowReserved``)."""
    return _quoted(_TRIPLET.sub("%25", text), signs + "%")


def _quoted(text: str, safe: str) -> str:
    try:
        return quote(text, safe=safe, errors="surrogateescape")
    except UnicodeEncodeError as error:
        raise MisfitError("", f"text cannot be sent: {error}") from error


def keep(text: str) -> str:
    """Leave text as it is: header values are not encoded."""
    return text
