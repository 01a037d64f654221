"""Prints how a request body is written: its media type, its parts and the function that encodes it as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backends.python.code import Call, Expr, Keyword, Split, keywords, literal, string, tuple_of
from backends.python.scope import Scope
from backends.python.types import Types
from backends.records import Scoped, Table
from compiler.ir.types import Model, Ref
from compiler.ir.wire import BodyKind, Encode, Part, Payload, StreamSwitch
from compiler.plan.plan import Argument, BodyFields

_CLASSES = {
    BodyKind.JSON: "JsonBody",
    BodyKind.FORM: "FormBody",
    BodyKind.MULTIPART: "MultipartBody",
    BodyKind.TEXT: "TextBody",
    BodyKind.SSE: "TextBody",
    BodyKind.BYTES: "BytesBody",
    BodyKind.JSONL: "JsonLinesBody",
}
_FEW = 4
"""Names that stand in a tuple."""


def body_fact(payload: Payload, fields: BodyFields | None, types: Types, scope: Scope) -> Expr:
    """Print the facts of a body, and which arguments are its properties."""
    usual = payload.kind is BodyKind.JSON and payload.media_type == "application/json"
    args: list[Expr] = [] if usual else [string(payload.media_type)]
    parts = [part_fact(part, scope) for part in payload.parts if not _is_rest(payload, part)]
    if parts:
        args.append(tuple_of(parts))
    args += keywords(_PAYLOAD.facts(payload, scope))
    encode = types.sends(payload.type, scope)
    if encode is not None and payload.kind is not BodyKind.BYTES:
        args.append(Keyword("encode", encode))
    if fields is not None:
        args.append(Keyword("fields", fields_fact(payload, fields, types, scope)))
    if payload.switch is not None:
        args.append(Keyword("switch", _switch_fact(payload.switch, scope)))
    name = "JsonOrFilesBody" if payload.json is not None else _CLASSES[payload.kind]
    return Call(scope.runtime("bodies", name), args)


def _is_rest(payload: Payload, part: Part) -> bool:
    """Tell whether a property of a form is written like undeclared properties."""
    return payload.kind is BodyKind.FORM and payload.rest is None and part.encode is Encode.TEXT and part.plain


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
    args = [string(part.wire), string(part.encode.value), *keywords(_PART.facts(part))]
    return Call(scope.runtime("bodies", "Part"), args)


def _pairs(value: Iterable[tuple[str, str]]) -> Expr:
    return literal(dict(value))


_PART = Table(
    Part,
    "anything repeated types extensions objects texts json_only style explode allow_reserved fixed:headers needs",
    literal,
    extensions=_pairs,
    fixed=_pairs,
)
_PAYLOAD = Table(
    Payload,
    "rest json json_needs file_needs required nullable types extensions",
    literal,
    rest=Scoped(part_fact),
    extensions=_pairs,
)
