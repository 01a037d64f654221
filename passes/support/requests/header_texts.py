"""Values of the document as header text, once for all languages (D8.4): by style simple, or by a media type."""

from __future__ import annotations

import json
from math import isfinite

from compiler.ir.media import kind_of
from compiler.ir.node import Json
from compiler.ir.wire import BodyKind


def header_text(value: Json, *, explode: bool, media_type: str | None) -> str | None:
    """Return the header's text; None for null, which is left out (D8.3).

    >>> header_text({"a": [1, 2]}, explode=True, media_type=None)
    'a=[1,2]'
    """
    if value is None:
        return None
    if media_type is not None:
        return _json(value) if kind_of(media_type) is BodyKind.JSON else _text(value)
    if isinstance(value, dict):
        joint = "=" if explode else ","
        return ",".join(f"{key}{joint}{_text(item)}" for key, item in value.items() if item is not None)
    if isinstance(value, list):
        return ",".join(_text(item) for item in value if item is not None)
    return _text(value)


def _text(value: Json) -> str:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float) and isfinite(value):
        return _digits(float(value))
    return _json(value)


def _digits(value: float) -> str:
    """Write a number as the runtimes do: ``1``, ``1e+21``, ``0.00001``, ``1e-7``."""
    if value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    digits, exponent, power = repr(value).partition("e")
    if not exponent:
        return digits
    if power[0] == "-" and abs(value) >= 1e-6:
        from decimal import Decimal

        return f"{Decimal(repr(value)):f}"
    return f"{digits}e{int(power):+d}"


def _json(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
