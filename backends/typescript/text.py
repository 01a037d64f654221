"""Atoms of printed TypeScript: literals, names of properties, comments. prettier's layout is in the writer."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence

from backends.writer import Doc, bracketed
from backends.writer.prettier import INDENT, array, below, braced, call, field
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Json

INHERITED = frozenset(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf".split()  # noqa: SIM905
)
"""Properties of every object; ``__proto__`` in a literal would even set the prototype."""

_json = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps makes an encoder for each call
_ESCAPED = lazy_pattern("[\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


def string(text: str) -> str:
    """Write a string literal: in double quotes, unless single ones need fewer escapes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    body = _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", _json(text)[1:-1])
    if text.count('"') > text.count("'"):
        return "'" + body.replace('\\"', '"').replace("'", "\\'") + "'"
    return f'"{body}"'


@functools.lru_cache(maxsize=20_000)
def key(name: str) -> str:
    """Write the name of a property, in quotes if it needs them."""
    plain = name.isascii() or all(ord(char) < 0x10000 for char in name)
    return name if plain and name.replace("$", "_").isidentifier() else string(name)


def member(owner: str, name: str) -> str:
    """Write the access to a property."""
    if key(name) == name:
        return f"{owner}.{name}"
    return f"{owner}{'.' if owner.endswith('?') else ''}[{string(name)}]"


def number(value: float | int) -> str:
    """Write a number literal; an integer that a number cannot hold is a bigint."""
    if isinstance(value, int):
        return str(value) if abs(value) < 2**53 else f"{value}n"
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def literal(value: Json) -> Doc:
    """Write a JSON value."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number(value)
        case str():
            return string(value)
        case list() | tuple():
            return array([literal(item) for item in value], [weight(item) for item in value])
        case dict():
            return obj([(name, literal(item)) for name, item in value.items()])
    raise AssertionError(value)


def weight(value: Json) -> int:
    """Count the members of an item: two for two or more, zero for a value that is not an object or array."""
    return min(len(value), 2) if isinstance(value, (dict, list, tuple)) else 0


def obj(pairs: Iterable[tuple[str, Doc]]) -> Doc:
    """Write an object literal."""
    return braced(_pair(name, value) for name, value in pairs)


def _pair(name: str, value: Doc) -> Doc:
    """Write a property of an object literal; one that every object inherits needs a special form."""
    if name in INHERITED:
        entry = bracketed("[", [bracketed("[", [string(name), value], "]")], "]")
        return ["...", call("Object", [call("Object.fromEntries", [entry])])]
    if isinstance(value, str) and value[:1].isupper():
        return below(key(name), value)
    return field(key(name), value)


def facts(items: Sequence[Sequence[tuple[str, Doc]]]) -> Doc:
    """Write an array of object literals."""
    return array([obj(pairs) for pairs in items], [len(pairs) for pairs in items])


# --------------------------------------------------------------------------- comments


@functools.lru_cache(maxsize=20_000)
def comment(text: str | None, level: int = 0) -> str:
    """Write a documentation comment; empty where there is nothing to say."""
    if not text or not text.strip():
        return ""
    pad = INDENT * level
    lines = [line.rstrip() for line in _safe(text).strip().split("\n")]
    if len(lines) == 1:
        return f"{pad}/** {lines[0]} */\n"
    body = "".join(f"{pad} * {line}\n" if line else f"{pad} *\n" for line in lines)
    return f"{pad}/**\n{body}{pad} */\n"


_UNSAFE = lazy_pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def _safe(text: str) -> str:
    """Remove from a text what would end a comment, or instruct a tool."""
    plain = text.replace("\n", "").isprintable()  # as most texts are
    if not plain:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    text = text.replace("*/", "*\u200b/").replace("@ts-", "@ ts-").replace("sourceMappingURL", "sourceMapping URL")
    return text if plain else _UNSAFE.sub(" ", text)
