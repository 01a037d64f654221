"""Reading and writing JSON, with orjson where it is installed."""

from __future__ import annotations

import importlib
import json
import math
import re
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from os import urandom
from typing import Any

from .kinds import BROKEN_TEXT, Digits, MisfitError, escaped, is_array, is_object


def _optional(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


_orjson = _optional("orjson")
_ORJSON: int = (
    _orjson.OPT_PASSTHROUGH_DATETIME | _orjson.OPT_PASSTHROUGH_DATACLASS if _orjson else 0
)
"""What orjson would write is written without it, too."""

_KINDS = bytes.maketrans(b"123456789 \t\r\n:[", b"000000000,,,,,,")
"""Maps each digit to zero, and each character that may precede a number to a comma."""

_RUN = b"0" * 19
_LONG = (b"," + _RUN + b"0", b"-" + _RUN)


def _may_be_long(data: bytes | str) -> bool:
    """Tell whether the text may hold an integer beyond 64 bits, which orjson reads as a float.

    Every third character is looked at first: six of them are in a run of 19.
    """
    if _RUN[:6] not in _kinds(data[::3]):
        return False
    kinds = _kinds(data)
    return kinds.startswith(_RUN) or any(sign in kinds for sign in _LONG)


def _kinds(data: bytes | str) -> bytes:
    return (data if isinstance(data, bytes) else data.encode()).translate(_KINDS)


def loads(data: bytes | str, *, strict: bool = False) -> Any:
    """Read JSON, which a byte order mark may precede, in UTF-8, UTF-16 or UTF-32.

    If not strict, also ``NaN`` and ``Infinity``, which many servers write.

    Raises:
        ValueError: the text is not JSON.
    """
    if _orjson is not None:
        try:
            if not _may_be_long(data):
                return _orjson.loads(data)
        except ValueError:
            pass  # the standard library also reads lone surrogates, and its errors are used
    try:
        if strict and isinstance(data, bytes):  # the library lets halves of characters pass
            data = data.decode(json.detect_encoding(data))
        return json.loads(data, parse_constant=_refuse if strict else None)
    except RecursionError as error:
        raise ValueError("the JSON text is nested too deep") from error


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _is_finite(value: Any) -> bool:
    """Tell whether all numbers in a value are JSON; orjson writes others as null."""
    if isinstance(value, float):
        return math.isfinite(value)
    if is_object(value):
        return all(map(_is_finite, value.values()))
    return all(map(_is_finite, value)) if is_array(value) else True


def dumps(value: Any) -> bytes:
    """Write JSON as UTF-8, without spaces.

    Raises:
        MisfitError: the value holds what JSON cannot: another type, NaN, a lone surrogate.
    """
    try:
        if Digits.made:
            return exactly(lambda found: _dumps(found).decode(), value).encode()
        return _dumps(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise misfit_of(value, error) from error


def misfit_of(value: Any, error: Exception) -> MisfitError:
    """Say where in a value is what cannot be written as JSON."""
    return MisfitError(*(_fault(value) or ("", str(error))))


def _fault(value: Any, at: str = "") -> tuple[str, str] | None:
    """Find the first value that JSON cannot hold."""
    if is_object(value) or is_array(value):
        return _fault_within(value, at)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return at, BROKEN_TEXT
        return None
    if isinstance(value, float):
        return None if math.isfinite(value) else (at, f"{value} is not JSON")
    if isinstance(value, datetime):
        said = "a datetime needs a zone: give it one, or the client the option 'timezone'"
        return at, said
    known = value is None or isinstance(value, (int, Enum))
    return None if known else (at, f"{type(value).__name__} is not JSON")


def _fault_within(value: dict[Any, Any] | list[Any], at: str) -> tuple[str, str] | None:
    if at.count("/") > _DEEP:
        return None  # it contains itself, or is deeper than can be written
    pairs: Any = value.items() if is_object(value) else enumerate(value)
    for key, item in pairs:
        wrong = isinstance(value, dict) and not isinstance(key, (str, int, float))
        if wrong or (isinstance(key, str) and _fault(key)):
            return at, f"{key!r} is not the name of a property"
        found = _fault(item, f"{at}/{escaped(str(key))}")
        if found:
            return found
    return None


_DEEP = 200


def _dumps(value: Any) -> bytes:
    if _orjson is not None:
        try:
            written: bytes = _orjson.dumps(value, None, _ORJSON)
        except TypeError:
            pass  # integers beyond 64 bits; a real mistake is reported below
        else:
            if b"null" not in written or _is_finite(value):
                return written
    return as_text(value).encode()


def as_text(value: Any) -> str:
    """Write JSON without spaces, as the standard library does."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_member_value
    )


def _member_value(value: Any) -> Any:
    """Return the value of a member of an enum, as orjson does."""
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"{type(value).__name__} is not JSON")


def exactly(
    write: Callable[[Any], str], value: Any, spell: Callable[[float], str] | None = None
) -> str:
    """Write JSON with a function that ignores exact digits; ``spell`` writes other floats."""
    if not Digits.made and spell is None:
        return write(value)
    mark = urandom(16).hex()
    return re.sub(f'"{mark}([^"]*)"', r"\1", write(_marked(value, mark, spell)))


def _marked(value: Any, mark: str, spell: Callable[[float], str] | None) -> Any:
    """Replace digits with marked text."""
    if isinstance(value, Digits):
        return mark + value.text
    if spell is not None and isinstance(value, float) and math.isfinite(value):
        return mark + spell(value)
    if is_object(value):
        return {key: _marked(item, mark, spell) for key, item in value.items()}
    return [_marked(item, mark, spell) for item in value] if is_array(value) else value
