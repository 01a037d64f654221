"""What the plan adds to bodies: the content types of parts to be sent, and the fixed headers (D8.3, D8.4)."""

from __future__ import annotations

from compiler.ir.node import replace
from compiler.ir.wire import BodyKind, Encode, Part, Payload
from passes.plan.wire.file_names import extensions_of

USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}
"""The default content type of a part; a file may have another, unless the document declares one (D8.3)."""


def plan_body(payload: Payload | None) -> Payload | None:
    """Return a body with the facts that follow from its parts and media types."""
    if payload is None:
        return None
    if payload.kind is BodyKind.BYTES:
        types = payload.content_types
        return replace(payload, types=types, extensions=extensions_of(types or (payload.media_type,)))
    if not (payload.parts or payload.rest):
        return payload
    rest = _finish_part(payload.rest) if payload.rest is not None else None
    return replace(payload, parts=tuple(map(_finish_part, payload.parts)), rest=rest)


def _finish_part(part: Part) -> Part:
    types = () if part.content_types == USUAL_TYPES.get(part.encode) and not part.declared else _types_of(part)
    fixed = tuple([(item.wire, item.text) for item in part.headers if item.text is not None])
    needs = tuple([item.wire for item in part.headers if item.required and item.text is None])
    more = part.repeated or part.objects is not None or types or part.declared or fixed or needs
    known = extensions_of(types) if part.encode is Encode.BYTES else ()
    plain = part.encode is Encode.TEXT and not more
    return replace(part, types=types, extensions=known, fixed=fixed, needs=needs, plain=plain)


def _types_of(part: Part) -> tuple[str, ...]:
    return part.content_types if part.sent is None else (part.sent,)
