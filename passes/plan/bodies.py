"""What the plan adds to request bodies: what has to be said of the parts of a form (D8)."""

from __future__ import annotations

from compiler.ir.node import replace
from compiler.ir.wire import Encode, Part, Payload

USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}
"""What a part is taken for without a content type; a file may know better, unless the document declares it (D8.3)."""


def told_body(payload: Payload | None) -> Payload | None:
    """Return a body with what follows from its parts."""
    if payload is None or not (payload.parts or payload.rest):
        return payload
    rest = _told(payload.rest) if payload.rest is not None else None
    return replace(payload, parts=tuple(map(_told, payload.parts)), rest=rest)


def _told(part: Part) -> Part:
    types = () if part.content_types == USUAL_TYPES.get(part.encode) and not part.declared else part.content_types
    fixed = tuple([(item.wire, item.text) for item in part.headers if item.text is not None])
    more = part.repeated or part.objects is not None or types or part.declared or fixed
    return replace(part, types=types, fixed=fixed, plain=part.encode is Encode.TEXT and not more)
