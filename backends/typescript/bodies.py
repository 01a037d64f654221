"""Prints how a request body is written: its media type, its parts and the function that writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from backends.records import Scoped, Table
from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import literal, obj, string
from backends.writer import Doc
from compiler.ir.node import Json
from compiler.ir.wire import BodyKind, Part, Payload, StreamSwitch, Style
from compiler.plan.plan import BodyFields

_WRITERS = {
    BodyKind.JSON: "ToJson",
    BodyKind.FORM: "ToForm",
    BodyKind.MULTIPART: "ToMultipart",
    BodyKind.TEXT: "ToText",
    BodyKind.SSE: "ToText",
    BodyKind.BYTES: "ToBytes",
    BodyKind.JSONL: "ToLines",
}
"""Functions of the runtime."""


def body_fact(payload: Payload, fields: BodyFields | None, codecs: Codecs, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print the facts of a body, and how arguments form it."""
    yield "type", string(payload.media_type)
    writer = scope.runtime("ToJsonOrFiles" if payload.json is not None else _WRITERS[payload.kind])
    yield "write", writer if payload.switch is None else scope.runtime("ToSwitched")
    yield from _JSON_OR_FILES.facts(payload)
    if payload.switch is not None:
        yield "switched", obj(_switch_fact(payload.switch, writer))
    if fields is not None:
        yield "make", scope.runtime("FromFields")
        yield from fields_fact(fields, codecs.types.within(fields.model))
    yield from _PAYLOAD.facts(payload)
    codec = codecs.codec(payload.type, scope)
    if codec is not None and payload.kind is not BodyKind.BYTES:
        yield "codec", codec
    if payload.parts:
        open_ = payload.rest is not None and not payload.rest.plain  # parts not listed are written like the rest
        listed = [part for part in payload.parts if open_ or not part.plain]
        parts: list[tuple[str, Doc]] = [(part.wire, obj(_PART.facts(part, scope))) for part in listed]
        if parts:
            yield "parts", obj(parts)
    if payload.rest is not None and not payload.rest.plain:
        yield "rest", obj(_PART.facts(payload.rest, scope))


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


def _pairs(value: Iterable[tuple[str, str]]) -> Doc:
    return obj((name, string(text)) for name, text in value)


def _style(style: Style, scope: Scope) -> Doc:
    return scope.runtime("".join(map(str.capitalize, style.split("-"))))


_JSON_OR_FILES = Table(Payload, "json json_needs file_needs", literal, camel=True)
_PAYLOAD = Table(Payload, "required nullable types extensions", literal, extensions=_pairs)
_PART = Table(
    Part,
    "encode:as anything repeated types extensions objects texts json_only style explode allow_reserved fixed:headers"
    " needs",
    literal,
    camel=True,
    extensions=_pairs,
    style=Scoped(_style),
    fixed=_pairs,
)
