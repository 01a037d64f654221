"""The keywords that concern a single value: bounds, lengths, constants, formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .formats import FORMATS, RANGES, compiled
from .kinds import JSON_TYPES, is_array, is_object


def kind_of(value: Any) -> str:
    """Name the JSON type of a value; a whole number is an integer, however it is written."""
    if value.__class__ is float and value.is_integer():
        return "integer"
    return JSON_TYPES.get(value.__class__) or f"a {type(value).__name__}"


def frozen(value: Any) -> Any:
    """Make a key that is equal for equal JSON only: 1 is 1.0 and is not true."""
    if value.__class__ is dict:
        return dict, frozenset((name, frozen(item)) for name, item in value.items())
    if value.__class__ is list:
        return list, tuple(map(frozen, value))
    return (bool, value) if value.__class__ is bool else value


def one_of(value: Any, values: Any) -> bool:
    """Tell whether a value is among others."""
    wanted = frozen(value)
    return any(frozen(item) == wanted for item in values)


def _said(value: Any) -> str:
    plain = _plain(value)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _plain(value: Any) -> Any:
    if is_object(value):
        return {name: _plain(item) for name, item in value.items()}
    if is_array(value):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_multiple(value: Any, step: Any) -> bool:
    try:
        exact = Fraction(str(value)), Fraction(str(step))
    except (ValueError, OverflowError):  # infinity or NaN
        return True
    return exact[1] == 0 or exact[0] % exact[1] == 0


def _matches(value: str, pattern: str) -> bool:
    expression = compiled(pattern)
    return expression is None or expression.search(value) is not None


def _has_format(value: Any, name: str) -> bool:
    if isinstance(value, str):
        test = FORMATS.get(name)
        return test is None or test(value)
    if name not in RANGES or isinstance(value, (dict, list, bool)) or value is None:
        return True
    low, high = RANGES[name]
    return bool(low <= value <= high)


Rule = tuple[str, Callable[[Any, Any], bool], Callable[[Any], str]]
"""For each keyword: the types it applies to, its check, and the message if the check fails."""


def _most(text: str) -> Callable[[Any], str]:
    return lambda limit: text.format(limit)


RULES: Mapping[str, Rule] = {
    "const": ("", lambda value, it: one_of(value, (it,)), lambda it: f"must be {_said(it)}"),
    "enum": ("", one_of, lambda it: f"must be one of {', '.join(map(_said, it))}"),
    "format": ("string integer number", _has_format, _most("is not a valid {}")),
    "minLength": ("string", lambda it, n: len(it) >= n, _most("must have at least {} characters")),
    "maxLength": ("string", lambda it, n: len(it) <= n, _most("must have at most {} characters")),
    "pattern": ("string", _matches, _most("does not match {}")),
    "minimum": ("integer number", lambda it, n: it >= n, _most("must be at least {}")),
    "maximum": ("integer number", lambda it, n: it <= n, _most("must be at most {}")),
    "exclusiveMinimum": ("integer number", lambda it, n: it > n, _most("must be more than {}")),
    "exclusiveMaximum": ("integer number", lambda it, n: it < n, _most("must be less than {}")),
    "multipleOf": ("integer number", _is_multiple, _most("must be a multiple of {}")),
    "minItems": ("array", lambda it, n: len(it) >= n, _most("must have at least {} items")),
    "maxItems": ("array", lambda it, n: len(it) <= n, _most("must have at most {} items")),
    "uniqueItems": (
        "array",
        lambda it, on: not on or len(set(map(frozen, it))) == len(it),
        _most("must not have equal items"),
    ),
    "minProperties": (
        "object",
        lambda it, n: len(it) >= n,
        _most("must have at least {} properties"),
    ),
    "maxProperties": (
        "object",
        lambda it, n: len(it) <= n,
        _most("must have at most {} properties"),
    ),
}


def broken(value: Any, kind: str, keyword: str, limit: Any) -> str | None:
    """Say how a value violates a keyword; None if it does not."""
    kinds, holds, words = RULES[keyword]
    return words(limit) if (not kinds or kind in kinds) and not holds(value, limit) else None
