"""Prints what validators read: ``schemas.json``, in words of JSON Schema, and the file that embeds it (spec 2.6)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from backends.go.source import File
from backends.go.types import Types
from backends.schemas import Schema, Schemas
from compiler.ir.plan import BodyKind, Place, Plan, Style, WireOperation, WireParameter
from compiler.ir.types import Const, Enum, ListOf, Nullable, Ref, Scalar, Type

_DELIMITERS = {Style.SPACE_DELIMITED: " ", Style.PIPE_DELIMITED: "|"}


def validator_text(file: File) -> str:
    """Print ``validators.go``."""
    text = file.text().rstrip("\n")
    lines = ['import _ "embed"', "", "//go:embed schemas.json", "var schemaText string"]
    return f"{text}\n\n" + "\n".join(lines) + "\n"


def schema_file(plan: Plan, types: Types) -> str:
    """Print ``schemas.json``: a line for each type and operation."""
    schemas = Schemas(types.declared, types.name)
    named = {types.name(at): schemas.declaration(item) for at, item in types.declared.items()}
    found: dict[str, list[WireOperation]] = {}
    for operation in plan.wire.operations.values():
        found.setdefault(operation.operation_id, []).append(operation)
    operations = {name: _operation(types, schemas, variants) for name, variants in found.items()}
    return f'{{\n"types": {_table(named)},\n"operations": {_table(operations)}\n}}\n'


def _table(items: Mapping[str, Schema]) -> str:
    lines = (f"{json.dumps(key)}: {json.dumps(item, separators=(',', ':'))}" for key, item in sorted(items.items()))
    return "{\n" + ",\n".join(lines) + "\n}"


# --------------------------------------------------------------------------- operations


def _operation(types: Types, schemas: Schemas, variants: list[WireOperation]) -> Schema:
    params = [_parameter(types, schemas, item) for item in variants[0].parameters if item.fixed is None]
    schema: Schema = {"params": params}
    payloads = [variant.body for variant in variants if variant.body is not None]
    if payloads:
        kinds = {
            item.media_type: schemas.expression(item.type) if item.kind is BodyKind.JSON else None for item in payloads
        }
        schema["body"] = {"required": any(item.required for item in payloads), "schemas": kinds}
    return schema


def _parameter(types: Types, schemas: Schemas, parameter: WireParameter) -> Schema:
    made: Schema = {"name": parameter.wire, "in": parameter.place.value}
    if parameter.required:
        made["required"] = True
    schema = _text_schema(types, schemas, parameter)
    if schema:
        made["schema"] = schema
        delimiter = _delimiter(parameter)
        if "items" in schema and delimiter:
            made["split"] = delimiter
    return made


def _text_schema(types: Types, schemas: Schemas, parameter: WireParameter) -> Schema:
    """Make the schema of a parameter whose text can be read without more: a scalar, an enum, a list of such."""
    if parameter.media_type is not None or parameter.style in (Style.LABEL, Style.MATRIX, Style.DEEP_OBJECT):
        return {}
    type_ = _seen(types, parameter.type)
    if isinstance(type_, ListOf):
        items = _plain(types, schemas, _seen(types, type_.item))
        return {**schemas.expression(type_), "items": items} if items else {}
    return _plain(types, schemas, type_)


def _plain(types: Types, schemas: Schemas, type_: Type) -> Schema:
    if isinstance(type_, Ref):
        declared = types.declared[type_.target]
        return schemas.declaration(declared) if isinstance(declared, Enum) else {}
    return schemas.expression(type_) if isinstance(type_, Scalar | Const) else {}


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
