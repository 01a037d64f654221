"""Reads what a server receives as text: parameters of every style, fields of forms.

The schema gives the type of a text: ``"1"`` is a number if a number is declared. Text that cannot
be read as the declared type stays text, and fails its check.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from .jsonio import loads
from .kinds import is_array, is_object
from .schemas import Checker, Schema, kind_of

Values = Mapping[str, str | Sequence[str]]
"""Parameters as received: one or several texts by name."""

MISSING: Any = object()

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_TOKEN = re.compile(r"\[([^\[\]]*)\]")
_DOT = re.compile(r"\.(?=[^.=]*=)")
"""The dot before a name and its value."""
_DELIMITERS = {"space-delimited": " ", "pipe-delimited": "|"}


class Place:
    """The texts of one place of a request, such as its query; ``names`` are those declared."""

    __slots__ = ("names", "texts")

    def __init__(self, values: Values, names: Collection[str] = ()) -> None:
        self.texts: dict[str, list[str]] = {
            name: [value] if isinstance(value, str) else list(value)
            for name, value in values.items()
        }
        self.names: frozenset[str] = frozenset(names)


def read_param(declared: Schema, place: Place, checker: Checker) -> Any:
    """Read a parameter: its JSON, or MISSING if it is absent.

    Raises:
        ValueError: it is described by a JSON media type and is not JSON.
    """
    name = declared["name"]
    schema = declared.get("schema", {})
    if "media" in declared:
        texts = place.texts.get(name)
        if not texts:
            return MISSING
        return loads(texts[-1], strict=True) if is_json(declared["media"]) else texts[-1]
    checker, schema = checker.follow(schema)
    members = schema.get("anyOf") or schema.get("oneOf")
    if members is None:
        return _read_kind(declared, schema, place, checker)
    found = MISSING
    for member in members:
        read = read_param({**declared, "schema": member}, place, checker)
        if read is not MISSING and checker.fits(read, member):
            return read
        found = read if found is MISSING else found
    return found


def _read_kind(declared: Schema, schema: Schema, place: Place, checker: Checker) -> Any:
    kinds = _kinds(schema)
    texts = place.texts.get(declared["name"])
    if "object" in kinds:
        return _object(declared, schema, place, checker)
    if declared["style"] == "deep-object":
        return _deep(declared["name"], schema, place, checker)
    if not texts:
        return MISSING
    if "array" in kinds:
        items = schema.get("items", {})
        return [read_text(text, items, checker) for text in _items(declared, texts)]
    return read_text(_bare(declared, texts[-1]), schema, checker)


def _bare(declared: Schema, text: str) -> str:
    if declared["style"] == "label":
        return text.removeprefix(".")
    if declared["style"] == "matrix":
        return text.removeprefix(f";{declared['name']}").removeprefix("=")
    return text


def _items(declared: Schema, texts: list[str]) -> list[str]:
    style, explode = declared["style"], declared.get("explode", False)
    if style == "label":
        return texts[-1].removeprefix(".").split("." if explode else ",")
    if style == "matrix" and explode:
        pairs = (item.partition("=") for item in texts[-1].removeprefix(";").split(";"))
        return [value for _, _, value in pairs]
    if explode and declared["in"] in ("query", "cookie"):
        return texts
    delimiter = _DELIMITERS.get(style, ",")
    items = [item for text in texts for item in _bare(declared, text).split(delimiter)]
    if declared["in"] != "header":
        return items
    return [text for item in items if (text := item.strip())]  # never empty (RFC 9110, 5.6.1)


def _object(declared: Schema, schema: Schema, place: Place, checker: Checker) -> Any:
    name, style, explode = declared["name"], declared["style"], declared.get("explode", False)
    if style == "deep-object":
        return _deep(name, schema, place, checker)
    if explode and declared["in"] in ("query", "cookie"):
        known = schema.get("properties", {})
        free = schema.get("additionalProperties") not in (None, False)
        found = {
            key: texts[-1] if len(texts) == 1 else texts
            for key, texts in place.texts.items()
            if key in known or (free and key not in place.names)
        }
        return _properties(found, schema, checker) if found else MISSING
    texts = place.texts.get(name)
    if not texts:
        return MISSING
    nothing = declared["in"] == "header" and not texts[-1].strip()
    pairs = {} if nothing else _pairs(declared, texts[-1])
    return texts[-1] if pairs is None else _properties(pairs, schema, checker)


def _pairs(declared: Schema, text: str) -> dict[str, Any] | None:
    """Split ``k,v`` or ``k=v``; None if the text is neither."""
    style = declared["style"]
    if declared.get("explode", False):
        between = {"label": ".", "matrix": ";"}.get(style, ",")
        rest = text.removeprefix(between)  # a value in label style may have dots
        texts = _DOT.split(rest) if style == "label" else rest.split(between)
        items = [item.partition("=") for item in texts]
        whole = style == "matrix" or all(joint for _, joint, _ in items)  # ;name is an empty text
        return {key.strip(): value for key, _, value in items} if whole else None
    parts = _bare(declared, text).split(_DELIMITERS.get(style, ","))
    keys = [part.strip() for part in parts[::2]]
    return dict(zip(keys, parts[1::2], strict=True)) if len(parts) % 2 == 0 else None


def _deep(name: str, schema: Schema, place: Place, checker: Checker) -> Any:
    """Read ``name[a][b]=value``."""
    tree: dict[str, Any] = {}
    for key, texts in place.texts.items():
        tokens = _TOKEN.findall(key.removeprefix(name)) if key.startswith(f"{name}[") else []
        if not tokens or f"{name}[{']['.join(tokens)}]" != key:
            continue
        below = tree
        for token in tokens[:-1]:
            inner = below.get(token)
            if not is_object(inner):
                inner = below[token] = {}
            below = inner
        below[tokens[-1]] = texts
    return _tree(tree, schema, checker) if tree else MISSING


def _tree(value: Any, schema: Schema, checker: Checker) -> Any:
    checker, schema = checker.follow(schema)
    for member in schema.get("anyOf") or schema.get("oneOf") or ():
        read = _tree(value, member, checker)
        if checker.fits(read, member):
            return read
    if is_array(value):
        return read_value(value, schema, checker)
    if "array" in _kinds(schema) and all(key == "" or key.isdecimal() for key in value):
        items = schema.get("items", {})
        ordered = sorted(value.items(), key=lambda pair: int(pair[0] or 0))
        lists = (texts if key == "" else [texts] for key, texts in ordered)
        return [_tree(_as_list(item), items, checker) for listed in lists for item in listed]
    return {key: _tree(item, _below(schema, key), checker) for key, item in value.items()}


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _properties(found: Mapping[str, Any], schema: Schema, checker: Checker) -> dict[str, Any]:
    return {key: read_value(value, _below(schema, key), checker) for key, value in found.items()}


def _below(schema: Schema, name: str) -> Schema:
    below = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
    return below if is_object(below) else {}


def read_value(value: str | list[str], schema: Schema, checker: Checker) -> Any:
    """Read one text, or several if an array is declared; a single text may be JSON."""
    texts = [value] if isinstance(value, str) else value
    checker, schema = checker.follow(schema)
    if "array" not in _kinds(schema) or (len(texts) == 1 and texts[0].startswith("[")):
        return read_text(texts[-1], schema, checker)
    return [read_text(text, schema.get("items", {}), checker) for text in texts]


def read_text(text: str, schema: Schema, checker: Checker) -> Any:
    """Read a text as its declared type; containers within a text are JSON."""
    checker, schema = checker.follow(schema)
    for member in schema.get("anyOf") or schema.get("oneOf") or ():
        read = read_text(text, member, checker)
        if checker.fits(read, member):
            return read
    return next(_readings(text, _kinds(schema)))


def _readings(text: str, kinds: Collection[str]) -> Iterator[Any]:
    if "boolean" in kinds and text in ("true", "false"):
        yield text == "true"
    if ("integer" in kinds or "number" in kinds) and _NUMBER.fullmatch(text):
        yield int(text) if text.lstrip("-").isdecimal() else float(text)
    if "null" in kinds and text == "":
        yield None
    if "array" in kinds or "object" in kinds:
        with suppress(ValueError, RecursionError):
            yield loads(text, strict=True)
    yield text


def _kinds(schema: Schema) -> Collection[str]:
    if "type" in schema:
        kinds: Collection[str] = schema["type"]
        return kinds
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return {kind_of(value) for value in values}


def is_json(media_type: str) -> bool:
    """Tell whether a media type is JSON."""
    kind = media_type.partition(";")[0].strip().lower()
    return kind in ("application/json", "text/json") or kind.endswith("+json")
