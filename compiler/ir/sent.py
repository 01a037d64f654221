"""How a body is sent that has a value: what examples, mocks and commands show."""

from __future__ import annotations

from compiler.ir.node import Json
from compiler.ir.wire import BodyKind, Encode, Part, Payload


def sent_kind(payload: Payload, value: Json) -> tuple[BodyKind, str]:
    """Return how a body is sent that has this value, and as what: multipart may be JSON where no file is in it."""
    if payload.json is None or not isinstance(value, dict):
        return payload.kind, payload.media_type
    held = any(_is_file(part, value[part.wire]) for part in payload.parts if part.wire in value)
    return (payload.kind, payload.media_type) if held else (BodyKind.JSON, payload.json)


def _is_file(part: Part, value: Json) -> bool:
    if part.encode is not Encode.BYTES or part.anything or value is None:
        return False
    if part.repeated and isinstance(value, list):
        return any(_is_file(part, item) for item in value)
    return (part.objects if isinstance(value, dict | list) else part.texts) is None
