"""Prints the schemas of the types that requests are made of, in words of JSON Schema, for the validators.

They describe the JSON of a printed type (after allOf is merged and views are split), not the document's schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from backends.typescript.types import Types
from compiler.ir.node import Id
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
_FORMATS = {Kind.DATE: "date", Kind.DATE_TIME: "date-time", Kind.DECIMAL: "decimal"}


class Schemas:
    """Makes schemas of types, and remembers which of the declared ones they refer to."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.wanted: dict[Id, None] = {}

    def expression(self, type_: Type) -> Schema:
        """Make the schema of a type expression."""
        match type_:
            case Scalar(kind, form, checks):
                return _scalar(kind, form, checks)
            case Const(value):
                return {"const": value}
            case ListOf(item, checks):
                return {"type": ["array"], "items": self.expression(item), **keywords(checks)}
            case MapOf(value, checks):
                below = self.expression(value)
                return {"type": ["object"], **({"additionalProperties": below} if below else {}), **keywords(checks)}
            case Ref(target):
                self.wanted[target] = None
                return {"$ref": self.types.names[target].ident}
            case Nullable(inner):
                return _or_null(self.expression(inner))
        assert_never(type_)

    def declared(self) -> dict[str, Schema]:
        """Make the schemas of all types that were referred to, and of those that they refer to."""
        found: dict[str, Schema] = {}
        done = 0
        while done < len(self.wanted):
            for target in list(self.wanted)[done:]:
                done += 1
                found[self.types.names[target].ident] = self._declaration(self.types.declared[target])
        return dict(sorted(found.items()))

    def _declaration(self, declared: Declaration) -> Schema:
        match declared:
            case Model():
                return self._model(declared)
            case Enum():
                return self.enum(declared)
            case Union():
                return self._union(declared)
            case Alias():
                return self.expression(declared.type)
        assert_never(declared)

    def _model(self, model: Model) -> Schema:
        schema: Schema = {"type": ["object"]}
        required = [field.wire for field in model.fields if field.required]
        if required:
            schema["required"] = required
        properties = {field.wire: self.expression(field.type) for field in model.fields}
        if properties:
            schema["properties"] = properties
        if model.closed:
            schema["additionalProperties"] = False
        elif model.additional is not None:
            schema["additionalProperties"] = self.expression(model.additional)
        return {**schema, **keywords(model.checks)}

    def enum(self, enum: Enum) -> Schema:
        """Make the schema of an enum: its members; of an open one its type, for unknown values are no mistake."""
        return self.expression(enum.base) if enum.open else {"enum": [member.value for member in enum.members]}

    def _union(self, union: Union) -> Schema:
        if union.choice is Choice.TAGGED and union.tag is not None:
            members = {tag: self.expression(case.type) for case in union.cases for tag in case.tags}
            schema: Schema = {"type": ["object"], "tagged": [union.tag, members]}
            return {**schema, "open": True} if union.open or union.default is not None else schema
        return {"anyOf": [self.expression(case.type) for case in union.cases]}


def _scalar(kind: Kind, form: str | None, checks: Checks | None) -> Schema:
    if kind in (Kind.ANY, Kind.BYTES):
        return {}
    if kind is Kind.DECIMAL and form == "number":
        return {"type": ["number"], **keywords(checks)}
    schema: Schema = {"type": [_JSON_TYPES.get(kind, "string")]}
    if kind in _FORMATS:
        schema["format"] = _FORMATS[kind]
    return {**schema, **keywords(checks)}


def _or_null(schema: Mapping[str, Any]) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    if kinds is not None and "anyOf" not in schema:
        return {**schema, "type": [*kinds, "null"]}
    return {"anyOf": [dict(schema), {"type": ["null"]}]}
