"""Type expressions in words: ``list of [`Trip`](../types/Trip.md) or null``."""

from __future__ import annotations

import json
from typing import assert_never

from backends.constraints import checks_of, constraints
from backends.reference.commonmark import cell, code
from backends.reference.site import Path, Site
from compiler.ir.node import Json
from compiler.ir.types import Checks, Const, Enum, Kind, ListOf, MapOf, Nullable, Ref, Scalar, Type

_KINDS = {
    Kind.ANY: "any value",
    Kind.INT32: "integer (int32)",
    Kind.INT64: "integer (int64)",
    Kind.UINT64: "integer (uint64)",
    Kind.DATE_TIME: "date and time",
    Kind.BASE64: "base64 text",
}
_TOLD = {Kind.INT32, Kind.INT64, Kind.UINT64, Kind.DATE, Kind.DATE_TIME, Kind.BASE64, Kind.BYTES, Kind.DECIMAL}
"""Kinds whose name says what the format says."""


def type_text(site: Site, kind: Type, page: Path) -> str:
    """Return a type as Markdown, with links to the pages of declared types."""
    match kind:
        case Scalar():
            return _scalar(kind)
        case Const():
            return code(json_text(kind.value))
        case Ref():
            return site.type_link(kind.target, page)
        case Nullable():
            return f"{type_text(site, kind.inner, page)} or null"
        case ListOf():
            return f"list of {_inner(site, kind.item, page)}"
        case MapOf():
            return f"map of {_inner(site, kind.value, page)}"
        case _:
            assert_never(kind)


def _inner(site: Site, kind: Type, page: Path) -> str:
    text = type_text(site, kind, page)
    return f"({text})" if isinstance(kind, Nullable) else text


def _scalar(kind: Scalar) -> str:
    if kind.kind is Kind.BASE64 and kind.format:
        return f"{kind.format} text"
    name = _KINDS.get(kind.kind, kind.kind)
    return f"{name} ({cell(kind.format)})" if kind.format and kind.kind not in _TOLD else name


def values_text(site: Site, kind: Type) -> tuple[str, ...]:
    """Return the values of an enum, or of a list of its values, as a sentence; "" for other types."""
    if type(kind) is Scalar:
        return ()  # most, at once
    while isinstance(kind, Nullable | ListOf):
        kind = kind.inner if isinstance(kind, Nullable) else kind.item
    declared = site.plan.wire.types.get(kind.target) if isinstance(kind, Ref) else None
    if not isinstance(declared, Enum) or not declared.members:
        return ()
    values = [code(json_text(member.value)) for member in declared.members[:_MOST_VALUES]]
    more = " and others" if len(declared.members) > _MOST_VALUES else ""
    return (f"{'One of ' if len(values) > 1 or more else 'Always '}{', '.join(values)}{more}.",)


_MOST_VALUES = 12


def checks_text(kind: Type) -> str:
    """Return the bounds of a type in words: ``at least 1, at most 100``; "" where it has none."""
    checks = checks_of(kind)
    return "" if checks is None else bounds(checks)


def bounds(checks: Checks) -> str:
    """Return assertions in words."""
    return constraints(checks, code)


_encode = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps makes an encoder for each call
_encode_text = json.encoder.encode_basestring


def json_text(value: Json) -> str:
    """Return a value as one line of JSON."""
    if type(value) is str:
        return _encode_text(value)
    return str(value) if type(value) is int else _encode(value)
