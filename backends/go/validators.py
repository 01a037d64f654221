"""Prints what validators read: ``schemas.json``, in words of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, assert_never

from backends.go.source import File
from backends.go.types import Types
from compiler.ir.plan import BodyKind, Place, Plan, Style, WireOperation, WireParameter
from compiler.ir.types import (
    Alias,
    Checks,
    Choice,
    Const,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    keywords,
)

Schema = dict[str, Any]

_JSON_TYPES = {
    Kind.NULL: "null",
    Kind.BOOLEAN: "boolean",
    Kind.INTEGER: "integer",
    Kind.INT32: "integer",
    Kind.INT64: "integer",
    Kind.NUMBER: "number",
}
_FORMATS = {Kind.DATE: "date", Kind.DATE_TIME: "date-time"}
_DELIMITERS = {Style.SPACE_DELIMITED: " ", Style.PIPE_DELIMITED: "|"}


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    text = file.text().rstrip("\n")
    lines = ['import _ "embed"', "", "//go:embed schemas.json", "var schemaText string"]
    return f"{text}\n\n" + "\n".join(lines) + "\n"


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type and operation."""
    named = {types.name(at): _declaration(types, item) for at, item in types.declared.items()}
    found: dict[str, list[WireOperation]] = {}
    for operation in plan.wire.operations.values():
        found.setdefault(operation.operation_id, []).append(operation)
    operations = {name: _operation(types, variants) for name, variants in found.items()}
    return f'{{\n"types": {_table(named)},\n"operations": {_table(operations)}\n}}\n'


def _table(items: Mapping[str, Schema]) -> str:
    lines = (f"{json.dumps(key)}: {json.dumps(item, separators=(',', ':'))}" for key, item in sorted(items.items()))
    return "{\n" + ",\n".join(lines) + "\n}"


# --------------------------------------------------------------------------- types


def _declaration(types: Types, item: Declaration) -> Schema:
    match item:
        case Model():
            return _model(types, item)
        case Enum():
            return _enum(types, item)
        case Union():
            return _union(types, item)
        case Alias():
            return _expression(types, item.type)
    assert_never(item)


def _expression(types: Types, type_: Type) -> Schema:
    match type_:
        case Scalar(kind, form, checks):
            return _scalar(kind, form, checks)
        case Const(value):
            return {"const": value}
        case ListOf(item, checks):
            return {"type": ["array"], "items": _expression(types, item), **keywords(checks)}
        case MapOf(value, checks):
            below = _expression(types, value)
            return {"type": ["object"], **({"additionalProperties": below} if below else {}), **keywords(checks)}
        case Ref(target):
            return {"$ref": types.name(target)}
        case Nullable(inner):
            return _or_null(_expression(types, inner))
    assert_never(type_)


def _scalar(kind: Kind, form: str | None, checks: Checks | None) -> Schema:
    if kind in (Kind.ANY, Kind.BYTES):
        return {}
    known = "number" if kind is Kind.DECIMAL and form == "number" else _JSON_TYPES.get(kind, "string")
    shape = {"format": _FORMATS[kind]} if kind in _FORMATS else {}
    return {"type": [known], **shape, **keywords(checks)}


def _model(types: Types, model: Model) -> Schema:
    schema: Schema = {"type": ["object"]}
    required = [field.wire for field in model.fields if field.required]
    if required:
        schema["required"] = required
    schema["properties"] = {field.wire: _expression(types, field.type) for field in model.fields}
    if model.closed:
        schema["additionalProperties"] = False
    elif model.additional is not None:
        schema["additionalProperties"] = _expression(types, model.additional)
    return {**schema, **keywords(model.checks)}


def _enum(types: Types, enum: Enum) -> Schema:
    if enum.open:
        return _expression(types, enum.base)
    return {"enum": [member.value for member in enum.members]}


def _union(types: Types, union: Union) -> Schema:
    if union.choice is Choice.TAGGED and union.tag is not None:
        members = {tag: _expression(types, case.type) for case in union.cases for tag in case.tags}
        schema: Schema = {"type": ["object"], "tag": union.tag, "tagged": members}
        return {**schema, "open": True} if union.open or union.default is not None else schema
    return {"anyOf": [_expression(types, case.type) for case in union.cases]}


def _or_null(schema: Schema) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    if kinds is not None and "anyOf" not in schema and "tag" not in schema:
        return {**schema, "type": [*kinds, "null"]}
    return {"anyOf": [schema, {"type": ["null"]}]}


# --------------------------------------------------------------------------- operations


def _operation(types: Types, variants: list[WireOperation]) -> Schema:
    params = [_parameter(types, item) for item in variants[0].parameters if item.fixed is None]
    schema: Schema = {"params": params}
    payloads = [variant.body for variant in variants if variant.body is not None]
    if payloads:
        schemas = {
            item.media_type: _expression(types, item.type) if item.kind is BodyKind.JSON else None for item in payloads
        }
        schema["body"] = {"required": any(item.required for item in payloads), "schemas": schemas}
    return schema


def _parameter(types: Types, parameter: WireParameter) -> Schema:
    made: Schema = {"name": parameter.wire, "in": parameter.place.value}
    if parameter.required:
        made["required"] = True
    schema = _text_schema(types, parameter)
    if schema:
        made["schema"] = schema
        delimiter = _delimiter(parameter)
        if "items" in schema and delimiter:
            made["split"] = delimiter
    return made


def _text_schema(types: Types, parameter: WireParameter) -> Schema:
    """Make the schema of a parameter whose text can be read without more: a scalar, an enum, a list of such."""
    if parameter.media_type is not None or parameter.style in (Style.LABEL, Style.MATRIX, Style.DEEP_OBJECT):
        return {}
    type_ = _seen(types, parameter.type)
    if isinstance(type_, ListOf):
        items = _plain(types, _seen(types, type_.item))
        return {**_expression(types, type_), "items": items} if items else {}
    return _plain(types, type_)


def _plain(types: Types, type_: Type) -> Schema:
    if isinstance(type_, Ref):
        declared = types.declared[type_.target]
        return _enum(types, declared) if isinstance(declared, Enum) else {}
    return _expression(types, type_) if isinstance(type_, Scalar | Const) else {}


def _seen(types: Types, type_: Type) -> Type:
    """See through null, which no text says, and aliases."""
    base = types.base(type_)
    while isinstance(base, Nullable):
        base = types.base(base.inner)
    return base


def _delimiter(parameter: WireParameter) -> str:
    if parameter.style in _DELIMITERS:
        return _DELIMITERS[parameter.style]
    exploded = parameter.explode and parameter.place in (Place.QUERY, Place.COOKIE)
    return "" if exploded else ","
