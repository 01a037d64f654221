"""How the text of a declared response header becomes a value: style simple, or the JSON that `content` says (D13)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.headers import Reading, ResponseHeader
from compiler.ir.media import is_json
from compiler.ir.node import Id, replace
from compiler.ir.types import Declaration, Kind, ListOf, MapOf, Model, Ref, Scalar, Type, bare

_READINGS = {
    Kind.INTEGER: Reading.INTEGER,
    Kind.INT32: Reading.INTEGER,
    Kind.INT64: Reading.INT64,
    Kind.UINT64: Reading.UINT64,
    Kind.NUMBER: Reading.NUMBER,
    Kind.BOOLEAN: Reading.BOOLEAN,
}


def plan_header(header: ResponseHeader, types: Mapping[Id, Declaration]) -> ResponseHeader:
    """Return a header with the way it is read."""
    if header.media_type is not None:
        reading = Reading.JSON if is_json(header.media_type) else Reading.DECODED
        return replace(header, reading=reading)
    found = bare(header.type, types)
    match types[found.target] if isinstance(found, Ref) else found:
        case ListOf(item):
            return replace(header, reading=Reading.LIST, items=_single(item, types))
        case MapOf(value):
            return replace(header, reading=Reading.OBJECT, items=_single(value, types))
        case Model() as model:
            members = [(field.wire, _single(field.type, types)) for field in model.fields]
            items = Reading.DECODED if model.additional is None else _single(model.additional, types)
            return replace(header, reading=Reading.OBJECT, items=items, members=tuple(members))
    return replace(header, reading=_single(header.type, types))


def _single(type_: Type, types: Mapping[Id, Declaration]) -> Reading:
    """Return how a value without structure is read; what has some stays text within a header."""
    found = bare(type_, types)
    return _READINGS.get(found.kind, Reading.DECODED) if isinstance(found, Scalar) else Reading.DECODED
