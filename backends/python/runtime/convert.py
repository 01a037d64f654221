"""Reading and writing values of types that JSON does not have.

A value that does not fit stays as it is; nothing here fails. Whoever writes text or JSON refuses
what is left.

Writers take what callers give: lists may be any iterable but a set, which has no order.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    Set,
    ValuesView,
)
from contextvars import ContextVar
from datetime import date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any, TypeGuard

from .kinds import Digits, MisfitError, UnknownNumber, UnknownValue
from .unset import UNSET, Unset

Codec = Callable[[Any], Any]
Named = Codec | type[object]
"""A function that reads or writes, or the class that has it."""


def reader(given: Named) -> Codec:
    """Return the function that reads."""
    found: Codec = getattr(given, "__decode__", given)
    return found


def writer(given: Named) -> Codec:
    """Return the function that writes."""
    found: Codec = getattr(given, "__encode__", given)
    return found


def is_mapping(value: Any) -> TypeGuard[Mapping[Any, Any]]:
    """Tell whether a value is a mapping of any types."""
    return isinstance(value, Mapping)


def is_listed(value: Any) -> TypeGuard[Iterable[Any]]:
    """Tell whether a value is an iterable of items in an order, and not text, bytes, a mapping."""
    is_other = isinstance(value, _NO_LISTS) and not isinstance(value, KeysView)
    return isinstance(value, Iterable) and not is_other


_NO_LISTS = (str, bytes, bytearray, memoryview, Mapping, Set)

_read_datetime = datetime.fromisoformat
_read_date = date.fromisoformat

_NOWHERE = timezone(timedelta(0), "")
"""The zone of times that came without one: they are read as UTC and written as they came."""

GIVEN: ContextVar[bool] = ContextVar("given", default=False)
"""Whether what is read is a dictionary of the caller, and no answer."""


def read_given(read: Codec, data: Any) -> Any:
    """Read a dictionary of the caller, as an answer is read."""
    token = GIVEN.set(True)
    try:
        return read(data)
    finally:
        GIVEN.reset(token)


ZONE: ContextVar[tzinfo | None] = ContextVar("zone", default=None)
"""The zone of times that are given without one: the option ``timezone`` of the client."""


def decode_datetime(value: Any) -> Any:
    """Read an RFC 3339 time; one that lacks only the offset is taken as UTC."""
    if value.__class__ is not str:
        return value
    try:
        found = _read_datetime(value)
    except ValueError:
        return value
    if found.tzinfo is not None:
        return found
    return found.replace(tzinfo=_NOWHERE) if value[10:11] == "T" else value


def encode_datetime(value: Any) -> Any:
    """Write an RFC 3339 time; one without a zone stays as it is where no option gives the zone."""
    if not isinstance(value, datetime):
        return value
    aware = value if value.tzinfo is not None else value.replace(tzinfo=ZONE.get())
    if aware.tzinfo is None:
        return value
    text = aware.isoformat()
    if not text.endswith("+00:00"):
        return text
    return text[:-6] if aware.tzname() == "" else f"{text[:-6]}Z"  # copies keep the name


def decode_date(value: Any) -> Any:
    """Read a date, ``2026-01-31``."""
    if value.__class__ is not str or len(value) != 10:
        return value
    try:
        return _read_date(value)
    except ValueError:
        return value


def encode_date(value: Any) -> Any:
    """Write a date, or the day of a time."""
    if isinstance(value, datetime):
        value = value.date()
    return value.isoformat() if isinstance(value, date) else value


def decode_decimal(value: Any) -> Any:
    """Read a decimal number from a string; a number stays as it came."""
    if value.__class__ is not str:
        return value
    try:
        found = Decimal(value)
    except InvalidOperation:
        return value
    return found if found.is_finite() and "_" not in value else value


def decode_number(value: Any) -> Any:
    """Read a decimal number from a number, or from a string."""
    kind = value.__class__
    return Decimal(str(value)) if kind is int or kind is float else decode_decimal(value)


def encode_decimal(value: Any) -> Any:
    """Write a decimal number as a string, with all its digits."""
    return format(value, "f") if isinstance(value, Decimal) and value.is_finite() else value


def encode_number(value: Any) -> Any:
    """Write a decimal number as a JSON number, with more digits than a float holds."""
    if not isinstance(value, Decimal) or not value.is_finite():
        return value
    if value == value.to_integral_value():
        return int(value)
    found = float(value)
    return Digits.of(value) if Decimal(repr(found)) != value else found


def decode_base64(value: Any) -> Any:
    """Read bytes from base64, in lines or in one."""
    if value.__class__ is not str:
        return value
    try:
        return b64decode(_joined(value) if "\n" in value else value, validate=True)
    except (binascii.Error, ValueError):
        return value


def _joined(text: str) -> str:
    return text.replace("\r\n", "").replace("\n", "")


def encode_base64(value: Any) -> Any:
    """Write bytes as base64."""
    return b64encode(value).decode("ascii") if isinstance(value, (bytes, bytearray)) else value


_NOT_OF_URLS = str.maketrans("-_", "+/")


def decode_base64url(value: Any) -> Any:
    """Read bytes from the base64 of URLs, with padding or without."""
    if value.__class__ is not str:
        return value
    text = _joined(value).translate(_NOT_OF_URLS)
    try:
        return b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return value


def encode_base64url(value: Any) -> Any:
    """Write bytes as the base64 of URLs, without padding."""
    if not isinstance(value, (bytes, bytearray)):
        return value
    return urlsafe_b64encode(value).rstrip(b"=").decode("ascii")


def decode_list(value: Any, decode: Codec) -> Any:
    """Read the items of a list."""
    if value.__class__ is not list:
        return value
    if len(value) == 1:
        return [decode(value[0])]
    if len(value) > 8:  # models read many in one loop
        many = getattr(getattr(decode, "__self__", None), "__decode_list__", None)
        if many is not None:
            return many(value)
    return [decode(item) for item in value]


def encode_list(value: Any, encode: Codec) -> Any:
    """Write the items of a list, or of any other iterable that has an order."""
    if not is_listed(value):
        return value
    found: list[Any] = []
    for item in value:
        try:
            found.append(encode(item))
        except MisfitError as error:
            raise error.inside(len(found)) from error
    return found


def decode_map(value: Any, decode: Codec) -> Any:
    """Read the values of an object."""
    return {key: decode(item) for key, item in value.items()} if value.__class__ is dict else value


def encode_map(value: Any, encode: Codec) -> Any:
    """Write the values of a mapping."""
    if not is_mapping(value):
        return value
    found: dict[Any, Any] = {}
    for key, item in value.items():
        try:
            found[_key(key)] = encode(item)
        except MisfitError as error:
            raise error.inside(key) from error
    return found


def _key(key: Any) -> Any:
    return key.value if isinstance(key, Enum) else key


def list_of(item: Named) -> Codec:
    """Make the reader of a list from that of its items."""
    decode = reader(item)
    return lambda value: decode_list(value, decode)


def map_of(item: Named) -> Codec:
    """Make the reader of a map from that of its values."""
    decode = reader(item)
    return lambda value: decode_map(value, decode)


def items_of(item: Named | None = None) -> Codec:
    """Make the writer of a list that is an argument: text and bytes are none, though iterable."""
    encode = encode_any if item is None else writer(item)

    def write(value: Any) -> Any:
        check_list(value)
        return encode_list(value, encode)

    return write


def check_list(value: Any) -> None:
    """Refuse a text, or bytes, in place of a list.

    Raises:
        MisfitError: the value is one.
    """
    if isinstance(value, _TEXTS):
        raise MisfitError("", f"it must be a list, not {type(value).__name__}")


_TEXTS: tuple[type[object], ...] = (str, bytes, bytearray, memoryview)


def each(item: Named) -> Codec:
    """Make the writer of a list from that of its items."""
    encode = writer(item)
    return lambda value: encode_list(value, encode)


def values(item: Named) -> Codec:
    """Make the writer of a mapping from that of its values."""
    encode = writer(item)
    return lambda value: encode_map(value, encode)


def keep(value: Any) -> Any:
    """Leave a file as it is: bytes, a file that is open, whatever a body takes."""
    return value


def encode_any(value: Any) -> Any:
    """Write a value by its own type: a member of a union, or any value."""
    kind = value.__class__
    if kind in _JSON:
        return value
    if kind is list:
        return [encode_any(item) for item in value]
    to_dict = getattr(value, "to_dict", None)
    if to_dict is not None:
        return to_dict()
    if isinstance(value, Enum):
        return encode_any(value.value)
    if kind is UnknownValue:
        return str(value)
    if kind is UnknownNumber:
        return int(value)
    if is_mapping(value):
        return {_key(key): encode_any(item) for key, item in value.items() if item is not UNSET}
    if _is_items(value):
        return [encode_any(item) for item in value]
    if isinstance(value, datetime):  # one without a zone is no date
        return encode_datetime(value)
    for write in (encode_date, encode_number, encode_base64):
        written = write(value)
        if written is not value:
            return written
    return value


def _is_items(value: Any) -> TypeGuard[Iterable[Any]]:
    """Tell whether a value stands for a list; not every iterable does, and no open file."""
    return isinstance(value, _LISTS) and is_listed(value) and not hasattr(value, "read")


_LISTS = (Sequence, KeysView, Iterator, ValuesView)
_JSON = frozenset({str, int, float, Digits, bool, type(None), Unset})


def is_json(value: Any) -> bool:
    """Tell whether a value is JSON as it is, and not a subclass of str, a number or list."""
    kind = value.__class__
    if kind is list:
        return all(map(is_json, value))
    return all(map(is_json, value.values())) if kind is dict else kind in _JSON
