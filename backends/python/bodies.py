"""Prints how a request body is written: its media type, its parts and the function that makes JSON of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backends.python.cst import Call, Collection, Expr, Keyword, Pair, literal, raw, string, tuple_of
from backends.python.scope import Scope
from backends.python.types import Types
from compiler.ir.wire import BodyKind, Encode, Part, PartHeader, Payload, Style

_CLASSES = {
    BodyKind.JSON: "JsonBody",
    BodyKind.FORM: "FormBody",
    BodyKind.MULTIPART: "MultipartBody",
    BodyKind.TEXT: "TextBody",
    BodyKind.BYTES: "BytesBody",
    BodyKind.JSONL: "JsonLinesBody",
    BodyKind.SSE: "TextBody",
}


_USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}
"""What a part is taken for without a content type; a file may know better, unless the document declares it (D8.3)."""


def body_fact(payload: Payload, types: Types, scope: Scope) -> Expr:
    """Print the fact of a body."""
    name = _CLASSES[payload.kind]
    usual = payload.kind is BodyKind.JSON and payload.media_type == "application/json"
    args: list[Expr] = [] if usual else [string(payload.media_type)]
    if payload.parts:
        args.append(tuple_of([part_fact(part, scope) for part in payload.parts]))
    args += _keywords(payload, types, scope)
    return Call(scope.runtime("bodies", name), args)


def _keywords(payload: Payload, types: Types, scope: Scope) -> Iterable[Keyword]:
    if payload.rest is not None:
        yield Keyword("rest", part_fact(payload.rest, scope))
    if payload.required:
        yield Keyword("required", raw("True"))
    if payload.nullable:
        yield Keyword("nullable", raw("True"))
    encode = types.writes(payload.type, scope)
    if encode is not None and payload.kind is not BodyKind.BYTES:
        yield Keyword("encode", encode)


def part_fact(part: Part, scope: Scope) -> Expr:
    """Print how one property of a form or multipart body is written."""
    args: list[Expr] = [string(part.wire), string(part.encode.value)]
    if part.repeated:
        args.append(Keyword("repeated", raw("True")))
    types = _content_types(part)
    if types:
        args.append(Keyword("types", literal(tuple(types))))
    args += [Keyword(name, string(kind)) for name, kind in (("objects", part.objects), ("texts", part.texts)) if kind]
    if part.encode is Encode.STYLE:
        args += _style(part)
    if part.headers:
        args.append(Keyword("headers", _headers(part.headers)))
    return Call(scope.runtime("bodies", "Part"), args)


def _content_types(part: Part) -> Sequence[str]:
    """Leave out the type that a part without one has anyway."""
    usual = _USUAL_TYPES.get(part.encode)
    return () if tuple(part.content_types) == usual and not part.declared else part.content_types


def _style(part: Part) -> Iterable[Keyword]:
    if part.style is not Style.FORM:
        yield Keyword("style", string(part.style.value))
    if part.explode:
        yield Keyword("explode", raw("True"))
    if part.allow_reserved:
        yield Keyword("allow_reserved", raw("True"))


def _headers(headers: Sequence[PartHeader]) -> Expr:
    fixed = [Pair(string(item.wire), string(item.text)) for item in headers if item.text is not None]
    return Collection("{", fixed, "}")
