"""Lone surrogates in JSON: escapes such as ``\\ud800`` that are not characters, and cannot be written as UTF-8.

They become U+FFFD with a warning, so that all targets print the same text (D12.2). YAML's parser refuses them.
"""

from __future__ import annotations

import re

from compiler.base.patterns import lazy_pattern
from compiler.source.failure import Problem
from compiler.source.location import Json

_HALF = lazy_pattern(r"\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F]..)")
"""Matches what looks like one; after a second backslash it is plain text. Fast, since every document is searched."""
_ESCAPE = lazy_pattern(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LONE = lazy_pattern("[\ud800-\udfff]")


def without_surrogates(root: Json, text: str, problems: list[Problem]) -> Json:
    """Return the value with U+FFFD in place of every lone surrogate, and report the first."""
    lone = _first_half(text) if _HALF.search(text) else None
    if lone is None:
        return root
    problems.append(Problem("CG0121", lone.start(), {"escape": lone.group()}, 6))
    return _replaced(root)


def _first_half(text: str) -> re.Match[str] | None:
    """Return the escape of the first surrogate without its other half."""
    high: re.Match[str] | None = None
    for escape in _ESCAPE.finditer(text):
        kind = escape.group()[2:4].lower()
        is_high, is_low = kind in ("d8", "d9", "da", "db"), kind in ("dc", "dd", "de", "df")
        if high is not None and not (is_low and high.end() == escape.start()):
            return high
        if is_low and high is None:
            return escape
        high = escape if is_high else None
    return high


def mended(text: str) -> str:
    """Return a text with U+FFFD in place of every lone surrogate."""
    return _LONE.sub("\ufffd", text)


def _replaced(value: Json) -> Json:
    if isinstance(value, str):
        return mended(value)
    if isinstance(value, list):
        return [_replaced(item) for item in value]
    if isinstance(value, dict):
        return {mended(key): _replaced(item) for key, item in value.items()}
    return value
