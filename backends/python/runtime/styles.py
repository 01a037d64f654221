"""OpenAPI's serialization styles: a value to text, or to name and value pairs.

What RFC 6570 calls undefined (None) is written as an empty value, an empty array or object not at
all, and a None inside of one is left out. Nested values (an object in an array) are written as
JSON, but in pairs an array of an exploded object repeats its name: ``sort`` of Spring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .kinds import is_array, is_object
from .texts import escape, escape_reserved, keep, text_of

Escape = Callable[[str], str]
Pair = tuple[str, str]

_DELIMITERS = {"space-delimited": " ", "pipe-delimited": "|"}


def simple(value: Any, explode: bool, encode: Escape = escape) -> str:
    """Write ``a,b`` and ``k,v`` or ``k=v``: path segments and headers."""
    return _members(value, ",", "=" if explode else ",", encode)


def label(value: Any, explode: bool, encode: Escape = escape) -> str:
    """Write ``.a.b``."""
    if value == [] or value == {}:
        return ""
    return "." + _members(value, "." if explode else ",", "=" if explode else ",", encode)


def matrix(name: str, value: Any, explode: bool, encode: Escape = escape) -> str:
    """Write ``;name=a,b``, or ``;name=a;name=b``."""
    if value == [] or value == {}:
        return ""
    written = (
        [(encode(key), encode(text_of(item))) for key, item in _present(value)]
        if explode and is_object(value)
        else pairs(name, value, "form", explode, encode, encode)
    )
    return "".join(f";{key}={text}" if text else f";{key}" for key, text in written)


def pairs(
    name: str,
    value: Any,
    style: str = "form",
    explode: bool = True,
    encode: Escape = escape,
    encode_name: Escape = escape,
) -> list[Pair]:
    """Write the pairs of a query, form or cookie value; names and delimiters by ``encode_name``."""
    if style == "deep-object" and isinstance(value, (dict, list)):
        return list(_deep(encode_name(name), value, encode, encode_name))
    if explode and is_object(value):
        return [
            (encode_name(key), encode(text_of(one)))
            for key, item in _present(value)
            for one in (item if is_array(item) else (item,))
            if one is not None
        ]
    if explode and is_array(value):
        return [(encode_name(name), encode(text_of(item))) for item in value if item is not None]
    if value == [] or value == {}:
        return []
    delimiter = encode_name(_DELIMITERS[style]) if style in _DELIMITERS else ","
    return [(encode_name(name), _members(value, delimiter, delimiter, encode))]


def escaper(allow_reserved: bool, signs: str) -> Escape:
    """Choose how values are encoded; ``signs`` are the reserved ones that stay if any may."""
    return partial(escape_reserved, signs) if allow_reserved else escape


def header(value: Any, explode: bool) -> str:
    """Write a header's value: ``simple`` without percent-encoding."""
    return simple(value, explode, keep)


def _members(value: Any, between: str, joint: str, encode: Escape) -> str:
    if is_object(value):
        items = (encode(key) + joint + encode(text_of(item)) for key, item in _present(value))
        return between.join(items)
    if is_array(value):
        return between.join(encode(text_of(item)) for item in value if item is not None)
    return encode(text_of(value))


def _present(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, item) for key, item in value.items() if item is not None)


def _deep(prefix: str, value: Any, encode: Escape, encode_name: Escape) -> Iterator[Pair]:
    """Write ``name[key]=value``, deeper ones as ``name[key][key]``, arrays with their indexes."""
    if is_object(value):
        for key, item in _present(value):
            yield from _deep(prefix + encode_name(f"[{key}]"), item, encode, encode_name)
    elif is_array(value):
        for index, item in enumerate(value):
            if item is not None:
                yield from _deep(prefix + encode_name(f"[{index}]"), item, encode, encode_name)
    else:
        yield prefix, encode(text_of(value))
