"""How a body with a given value is sent: for examples, mocks and commands."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.fit import case_of
from compiler.ir.node import Id, Json
from compiler.ir.types import Alias, Declaration, Kind, ListOf, Nullable, Ref, Scalar, Type, Union
from compiler.ir.wire import BodyKind, Encode, Payload


def sent_kind(payload: Payload, value: Json, types: Mapping[Id, Declaration]) -> tuple[BodyKind, str]:
    """Return how a body with this value is sent, and its media type: multipart may be JSON if it has no file."""
    if payload.json is None or not isinstance(value, dict):
        return payload.kind, payload.media_type
    files = (part for part in payload.parts if part.encode is Encode.BYTES and not part.anything)
    held = any(_is_file(part.type, value[part.wire], types) for part in files if part.wire in value)
    return (payload.kind, payload.media_type) if held else (BodyKind.JSON, payload.json)


def _is_file(type_: Type, value: Json, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether the value of a type is a file, as in example calls."""
    match type_:
        case Scalar(kind):
            return kind is Kind.BYTES and value is not None
        case Nullable(inner):
            return _is_file(inner, value, types)
        case ListOf(item) if isinstance(value, list):
            return any(_is_file(item, one, types) for one in value)
        case Ref(target):
            match types.get(target):
                case Alias(type=inner):
                    return _is_file(inner, value, types)
                case Union() as union if value is not None and union.cases:
                    return _is_file((case_of(union, value, types) or union.cases[0]).type, value, types)
    return False
