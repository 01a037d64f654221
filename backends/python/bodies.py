"""Prints how a request body is written: its media type, its parts and the function that encodes it as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from backends.python.code import Call, Expr, Keyword, Split, literal, raw, string, tuple_of
from backends.python.scope import Scope
from backends.python.types import Types
from compiler.ir.types import Model, Ref
from compiler.ir.wire import BodyKind, Encode, Part, Payload, StreamSwitch, Style
from compiler.plan.plan import Argument, BodyFields

_FEW = 4
"""Names that stand in a tuple."""


def body_fact(payload: Payload, fields: BodyFields | None, types: Types, scope: Scope) -> Expr:
    """Print the facts of a body, and which arguments are its properties."""
    usual = payload.kind is BodyKind.JSON and payload.media_type == "application/json"
    args: list[Expr] = [] if usual else [string(payload.media_type)]
    parts = [part_fact(part, scope) for part in payload.parts if not _is_rest(payload, part)]
    if parts:
        args.append(tuple_of(parts))
    args += _keywords(payload, types, scope)
    if fields is not None:
        args.append(Keyword("fields", fields_fact(payload, fields, types, scope)))
    if payload.switch is not None:
        args.append(Keyword("switch", _switch_fact(payload.switch, scope)))
    name = "JsonOrFilesBody" if payload.json is not None else _class(payload.kind)
    return Call(scope.runtime("bodies", name), args)


def _is_rest(payload: Payload, part: Part) -> bool:
    """Tell whether a property of a form is written like undeclared properties."""
    return payload.kind is BodyKind.FORM and payload.rest is None and part.encode is Encode.TEXT and part.plain


def _class(kind: BodyKind) -> str:
    match kind:
        case BodyKind.JSON:
            return "JsonBody"
        case BodyKind.FORM:
            return "FormBody"
        case BodyKind.MULTIPART:
            return "MultipartBody"
        case BodyKind.TEXT | BodyKind.SSE:
            return "TextBody"
        case BodyKind.BYTES:
            return "BytesBody"
        case BodyKind.JSONL:
            return "JsonLinesBody"
    assert_never(kind)


def _keywords(payload: Payload, types: Types, scope: Scope) -> Iterable[Keyword]:
    if payload.rest is not None:
        yield Keyword("rest", part_fact(payload.rest, scope))
    if payload.json is not None:
        yield Keyword("json", string(payload.json))
    if payload.json_needs:
        yield Keyword("json_needs", literal(payload.json_needs))
    if payload.file_needs:
        yield Keyword("file_needs", literal(payload.file_needs))
    if payload.required:
        yield Keyword("required", raw("True"))
    if payload.nullable:
        yield Keyword("nullable", raw("True"))
    if payload.types:
        yield Keyword("types", literal(payload.types))
    yield from _extensions(payload)
    encode = types.sends(payload.type, scope)
    if encode is not None and payload.kind is not BodyKind.BYTES:
        yield Keyword("encode", encode)


def _switch_fact(switch: StreamSwitch, scope: Scope) -> Expr:
    """Print the property that makes the response a stream, and the value that is sent for it."""
    value = [] if switch.value is None else [literal(switch.value)]
    return Call(scope.runtime("fields", "Switch"), [string(switch.wire), *value])


def fields_fact(payload: Payload, fields: BodyFields, types: Types, scope: Scope) -> Expr:
    """Print which arguments are properties of a body; none are listed if they are the fields of its model."""
    listed = fields.arguments
    args: list[Expr] = []
    if not _are_those_of_model(payload, listed, types):
        args.append(_names(listed))
        renamed = {item.ident: item.wire for item in listed if item.ident != item.wire}
        if renamed:
            args.append(Keyword("wire", literal(renamed)))
        null = [item for item in listed if item.nullable]
        if null:
            args.append(Keyword("null", _names(null)))
    if fields.needed:
        args.append(Keyword("needs", _names(fields.needed)))
    if fields.fixed:
        args.append(Keyword("fixed", literal(dict(fields.fixed))))
    return Call(scope.runtime("fields", "Fields"), args)


def _are_those_of_model(payload: Payload, arguments: Sequence[Argument], types: Types) -> bool:
    """Tell whether the arguments have the names and the nullability of the attributes of the body's model."""
    declared = types.declared[payload.type.target] if isinstance(payload.type, Ref) else None
    if not isinstance(payload.type, Ref) or not isinstance(declared, Model) or types.pydantic:
        return False
    members = types.members(payload.type.target)
    fields = {(members[item.wire], item.wire, types.takes_null(item.type)) for item in declared.fields}
    return fields == {(item.ident, item.wire, item.nullable) for item in arguments}


def _names(arguments: Sequence[Argument]) -> Expr:
    """Print a few names as a tuple, more as a string that is split."""
    names = [item.ident for item in arguments]
    return tuple_of([string(name) for name in names]) if len(names) <= _FEW else Split(names)


def part_fact(part: Part, scope: Scope) -> Expr:
    """Print how one property of a form or multipart body is written."""
    args: list[Expr] = [string(part.wire), string(part.encode.value)]
    if part.anything:
        args.append(Keyword("anything", raw("True")))
    if part.repeated:
        args.append(Keyword("repeated", raw("True")))
    if part.types:
        args.append(Keyword("types", literal(part.types)))
    args += _extensions(part)
    args += [Keyword(name, string(kind)) for name, kind in (("objects", part.objects), ("texts", part.texts)) if kind]
    if part.json_only:
        args.append(Keyword("json_only", literal(part.json_only)))
    if part.encode is Encode.STYLE:
        args += _style(part)
    if part.fixed:
        args.append(Keyword("headers", literal(dict(part.fixed))))
    if part.needs:
        args.append(Keyword("needs", literal(part.needs)))
    return Call(scope.runtime("bodies", "Part"), args)


def _extensions(item: Part | Payload) -> Iterable[Keyword]:
    if item.extensions:
        yield Keyword("extensions", literal(dict(item.extensions)))


def _style(part: Part) -> Iterable[Keyword]:
    if part.style is not Style.FORM:
        yield Keyword("style", string(part.style.value))
    if part.explode:
        yield Keyword("explode", raw("True"))
    if part.allow_reserved:
        yield Keyword("allow_reserved", raw("True"))
