"""Prints how a request body is written: its media type, its parts and the function that writes it."""

from __future__ import annotations

from collections.abc import Iterator

from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import literal, obj, string
from backends.writer import Doc
from compiler.ir.wire import BodyKind, Encode, Part, Payload, Style

_WRITERS = {
    BodyKind.JSON: "ToJson",
    BodyKind.FORM: "ToForm",
    BodyKind.MULTIPART: "ToMultipart",
    BodyKind.TEXT: "ToText",
    BodyKind.BYTES: "ToBytes",
    BodyKind.JSONL: "ToLines",
    BodyKind.SSE: "ToText",
}
_USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}
"""What a part is taken for without a content type; a file may know better, unless the document declares it (D8.3)."""

_STYLES = {
    Style.SPACE_DELIMITED: "SpaceDelimited",
    Style.PIPE_DELIMITED: "PipeDelimited",
    Style.DEEP_OBJECT: "DeepObject",
}


def body_facts(payload: Payload, codecs: Codecs, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print the facts of a body."""
    yield "type", string(payload.media_type)
    yield "write", scope.runtime(_WRITERS[payload.kind])
    if payload.required:
        yield "required", "true"
    if payload.nullable:
        yield "nullable", "true"
    codec = codecs.codec(payload.type, scope)
    if codec is not None and payload.kind is not BodyKind.BYTES:
        yield "codec", codec
    if payload.parts:
        open_ = payload.rest is not None and _says(payload.rest)  # what is not told is written as the rest
        parts = [(part.wire, obj(_part(part, scope))) for part in payload.parts if open_ or _says(part)]
        if parts:
            yield "parts", obj(parts)
    if payload.rest is not None and _says(payload.rest):
        yield "rest", obj(_part(payload.rest, scope))


def _says(part: Part) -> bool:
    """Tell whether a part is written otherwise than as plain text."""
    usual = tuple(part.content_types) in ((), _USUAL_TYPES[Encode.TEXT]) and not part.declared
    if part.repeated or part.objects is not None or part.encode is not Encode.TEXT:
        return True
    return not usual or any(item.text is not None for item in part.headers)


def _part(part: Part, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print how one property of a form or multipart body is written."""
    yield "as", string(part.encode.value)
    if part.repeated:
        yield "repeated", "true"
    usual = tuple(part.content_types) == _USUAL_TYPES.get(part.encode) and not part.declared
    if part.content_types and not usual:
        yield "types", literal(list(part.content_types))
    if part.objects is not None:
        yield "objects", string(part.objects)
    if part.texts is not None:
        yield "texts", string(part.texts)
    if part.encode is Encode.STYLE:
        if part.style in _STYLES:
            yield "style", scope.runtime(_STYLES[part.style])
        if part.explode:
            yield "explode", "true"
        if part.allow_reserved:
            yield "allowReserved", "true"
    fixed = [(item.wire, string(item.text)) for item in part.headers if item.text is not None]
    if fixed:
        yield "headers", obj(fixed)
