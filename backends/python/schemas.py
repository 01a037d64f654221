"""Prints the schemas of types, which validation reads on demand: ``_schemas/<module>.json``, in words of JSON Schema.

They describe the JSON of a printed type (after allOf is merged and views are split), not the document's schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from backends.python.types import Types
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
    Kind.NULL: ("null",),
    Kind.BOOLEAN: ("boolean",),
    Kind.INTEGER: ("integer",),
    Kind.INT32: ("integer",),
    Kind.INT64: ("integer",),
    Kind.NUMBER: ("number",),
    Kind.DECIMAL: ("string",),
}
_FORMATS = {Kind.DATE: "date", Kind.DATE_TIME: "date-time", Kind.DECIMAL: "decimal"}


class Schemas:
    """Makes schemas of the types of one plan."""

    def __init__(self, types: Types) -> None:
        self.types = types

    def expression(self, type_: Type, home: str) -> Schema:
        """Make the schema of a type expression; references are spelled as seen from the file ``home``."""
        match type_:
            case Scalar(kind, form, checks):
                return self._scalar(kind, form, checks)
            case Const(value):
                return {"const": value}
            case ListOf(item, checks):
                return {"type": ("array",), "items": self.expression(item, home), **keywords(checks)}
            case MapOf(value, checks):
                below = self.expression(value, home)
                rest: Schema = {"additionalProperties": below} if below else {}
                return {"type": ("object",), **rest, **keywords(checks)}
            case Ref(target):
                name = self.types.surface[target]
                return {"$ref": f"{'' if name.module == home else name.module}#{name.ident}"}
            case Nullable(inner):
                return _or_null(self.expression(inner, home))
        assert_never(type_)

    @staticmethod
    def _scalar(kind: Kind, form: str | None, checks: Checks | None) -> Schema:
        if kind is Kind.ANY:
            return {}
        if kind is Kind.DECIMAL and form == "number":
            return {"type": ("number",), **keywords(checks)}
        schema: Schema = {"type": _JSON_TYPES.get(kind, ("string",))}
        if kind in _FORMATS:
            schema["format"] = _FORMATS[kind]
        return {**schema, **keywords(checks)} if kind is not Kind.BYTES else {}

    def declaration(self, at: Id, declared: Declaration) -> Schema:
        """Make the schema of a declared type."""
        home = self.types.surface[at].module
        match declared:
            case Model():
                return self._model(declared, home)
            case Enum():
                return self.enum(declared, home)
            case Union():
                return self._union(declared, home)
            case Alias():
                return self.expression(declared.type, home)
        assert_never(declared)

    def _model(self, model: Model, home: str) -> Schema:
        schema: Schema = {"type": ("object",)}
        required = tuple(field.wire for field in model.fields if field.required)
        if required:
            schema["required"] = required
        properties = {field.wire: self.expression(field.type, home) for field in model.fields}
        if properties:
            schema["properties"] = properties
        if model.closed:
            schema["additionalProperties"] = False
        elif model.additional is not None:
            schema["additionalProperties"] = self.expression(model.additional, home)
        return {**schema, **keywords(model.checks)}

    def enum(self, enum: Enum, home: str) -> Schema:
        """Make the schema of an enum: its members; of an open one its type, for unknown values are no mistake."""
        if enum.open:
            return self.expression(enum.base, home)
        return {"enum": tuple(member.value for member in enum.members)}

    def _union(self, union: Union, home: str) -> Schema:
        if union.choice is Choice.TAGGED and union.tag is not None:
            members = {tag: self.expression(case.type, home) for case in union.cases for tag in case.tags}
            schema: Schema = {"type": ("object",), "tagged": (union.tag, members)}
            if union.open or union.default is not None:
                schema["open"] = True
            return schema
        return {"anyOf": tuple(self.expression(case.type, home) for case in union.cases)}


def _or_null(schema: Mapping[str, Any]) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    if kinds is not None and "anyOf" not in schema:
        return {**schema, "type": (*kinds, "null")}
    return {"anyOf": (dict(schema), {"type": ("null",)})}
