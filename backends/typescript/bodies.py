"""Prints how a request body is written: its media type, its parts and the function that writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import literal, obj, string
from backends.writer import Doc
from compiler.ir.node import Json
from compiler.ir.wire import BodyKind, Encode, Part, Payload, StreamSwitch, Style
from compiler.plan.plan import BodyFields

_STYLES = {
    Style.SPACE_DELIMITED: "SpaceDelimited",
    Style.PIPE_DELIMITED: "PipeDelimited",
    Style.DEEP_OBJECT: "DeepObject",
}


def body_fact(payload: Payload, fields: BodyFields | None, codecs: Codecs, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print the facts of a body, and how arguments form it."""
    yield "type", string(payload.media_type)
    writer = scope.runtime("ToJsonOrFiles" if payload.json is not None else _writer(payload.kind))
    yield "write", writer if payload.switch is None else scope.runtime("ToSwitched")
    if payload.json is not None:
        yield "json", string(payload.json)
    if payload.json_needs:
        yield "jsonNeeds", literal(list(payload.json_needs))
    if payload.file_needs:
        yield "fileNeeds", literal(list(payload.file_needs))
    if payload.switch is not None:
        yield "switched", obj(_switch_fact(payload.switch, writer))
    if fields is not None:
        yield "make", scope.runtime("FromFields")
        yield from fields_fact(fields, codecs.types.within(fields.model))
    if payload.required:
        yield "required", "true"
    if payload.nullable:
        yield "nullable", "true"
    if payload.types:
        yield "types", literal(list(payload.types))
    yield from _extensions(payload)
    codec = codecs.codec(payload.type, scope)
    if codec is not None and payload.kind is not BodyKind.BYTES:
        yield "codec", codec
    if payload.parts:
        open_ = payload.rest is not None and not payload.rest.plain  # parts not listed are written like the rest
        parts = [(part.wire, obj(part_fact(part, scope))) for part in payload.parts if open_ or not part.plain]
        if parts:
            yield "parts", obj(parts)
    if payload.rest is not None and not payload.rest.plain:
        yield "rest", obj(part_fact(payload.rest, scope))


def _switch_fact(switch: StreamSwitch, writer: Doc) -> Iterator[tuple[str, Doc]]:
    """Print the property that makes the response a stream, its value, and the writer of the rest."""
    yield "name", string(switch.wire)
    if switch.value is not None:
        yield "value", literal(switch.value)
    yield "write", writer


def fields_fact(fields: BodyFields, members: Mapping[str, str]) -> Iterator[tuple[str, Doc]]:
    """Print which arguments form a body; ``members``: the program's names of its properties."""
    renamed = [
        (item.ident, string(members[item.wire])) for item in fields.arguments if item.ident != members[item.wire]
    ]
    if renamed:
        yield "names", obj(renamed)
    needs: list[Json] = [item.ident for item in fields.needed]
    if needs:
        yield "needs", literal(needs)
    if fields.fixed:
        yield "fixed", obj([(members[wire], literal(value)) for wire, value in fields.fixed.items()])
    if not fields.arguments:
        yield "always", "true"


def _writer(kind: BodyKind) -> str:
    match kind:
        case BodyKind.JSON:
            return "ToJson"
        case BodyKind.FORM:
            return "ToForm"
        case BodyKind.MULTIPART:
            return "ToMultipart"
        case BodyKind.TEXT | BodyKind.SSE:
            return "ToText"
        case BodyKind.BYTES:
            return "ToBytes"
        case BodyKind.JSONL:
            return "ToLines"
    assert_never(kind)


def part_fact(part: Part, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print how one property of a form or multipart body is written."""
    yield "as", string(part.encode.value)
    if part.anything:
        yield "anything", "true"
    if part.repeated:
        yield "repeated", "true"
    if part.types:
        yield "types", literal(list(part.types))
    yield from _extensions(part)
    if part.objects is not None:
        yield "objects", string(part.objects)
    if part.texts is not None:
        yield "texts", string(part.texts)
    if part.json_only:
        yield "jsonOnly", literal(list(part.json_only))
    if part.encode is Encode.STYLE:
        yield from _style(part, scope)
    if part.fixed:
        yield "headers", obj([(wire, string(text)) for wire, text in part.fixed])
    if part.needs:
        yield "needs", literal(list(part.needs))


def _extensions(item: Part | Payload) -> Iterator[tuple[str, Doc]]:
    if item.extensions:
        yield "extensions", obj([(name, string(kind)) for name, kind in item.extensions])


def _style(part: Part, scope: Scope) -> Iterator[tuple[str, Doc]]:
    if part.style in _STYLES:
        yield "style", scope.runtime(_STYLES[part.style])
    if part.explode:
        yield "explode", "true"
    if part.allow_reserved:
        yield "allowReserved", "true"
