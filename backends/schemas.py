"""What validators of every language read: schemas of printed types, and what is declared of requests, as plain data.

Schemas are in words of JSON Schema and describe the JSON of a printed type (after allOf is merged and views are
split), not the document's schema. Four words are ours: ``$ref`` holds what a language calls a type; ``tagged`` is the
discriminator of a union, its property and a schema by its value, and ``open`` says that other values are no mistake;
``known`` are the members of an open enum, which tell the members of a ``oneOf`` apart and are no mistake otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, assert_never

from compiler.ir.node import Id
from compiler.ir.plan import BodyKind, Encode, Part, Payload, Plan, WireOperation, WireParameter
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
    """Makes schemas of the types of one plan; ``refer`` gives what ``$ref`` holds."""

    def __init__(self, declared: Mapping[Id, Declaration], refer: Callable[[Id], str]) -> None:
        self.declared = declared
        self.refer = refer

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
                return {"$ref": self.refer(target)}
            case Nullable(inner):
                return _or_null(self.expression(inner))
        assert_never(type_)

    def declaration(self, declared: Declaration) -> Schema:
        """Make the schema of a declared type."""
        match declared:
            case Model():
                return self._model(declared)
            case Enum():
                return self._enum(declared)
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

    def _enum(self, enum: Enum) -> Schema:
        """Make the schema of an enum: its members; of an open one its type, for unknown values are no mistake."""
        values = [member.value for member in enum.members]
        return {**self.expression(enum.base), "known": values} if enum.open else {"enum": values}

    def _union(self, union: Union) -> Schema:
        if union.choice is Choice.TAGGED and union.tag is not None:
            members = {tag: self.expression(case.type) for case in union.cases for tag in case.tags}
            schema: Schema = {"type": ["object"], "tagged": [union.tag, members]}
            return {**schema, "open": True} if union.open or union.default is not None else schema
        exact = not union.many and all(self._is_checked(case.type) for case in union.cases)
        return {"oneOf" if exact else "anyOf": [self.expression(case.type) for case in union.cases]}

    def _is_checked(self, type_: Type) -> bool:
        """Tell whether a schema says all that tells a member apart: formats that nobody checks do not."""
        match type_:
            case Scalar(kind, form):
                return form is None and kind not in (Kind.ANY, Kind.BYTES, Kind.BASE64)
            case Nullable(inner) | ListOf(inner):
                return self._is_checked(inner)
            case Ref(target):
                declared = self.declared[target]
                return self._is_checked(declared.type) if isinstance(declared, Alias) else True
            case Const() | MapOf():
                return True
        assert_never(type_)

    # ------------------------------------------------------------------ requests

    def operations(self, plan: Plan) -> dict[str, Schema]:
        """Describe the requests of each operation of the document, all its variants together."""
        found: dict[str, list[WireOperation]] = {}
        for operation in plan.wire.operations.values():
            found.setdefault(operation.operation_id, []).append(operation)
        return {name: self._operation(variants) for name, variants in found.items()}

    def _operation(self, variants: Sequence[WireOperation]) -> Schema:
        """Describe requests: ``params`` in order; ``body`` by media type; whether one is ``required``."""
        found: Schema = {}
        parameters = [self._parameter(item) for item in variants[0].parameters if item.fixed is None]
        if parameters:
            found["params"] = parameters
        payloads = [variant.body for variant in variants if variant.body is not None]
        if payloads:
            found["body"] = {(item.declared or item.media_type).lower(): self._payload(item) for item in payloads}
        if any(item.required for item in payloads):
            found["required"] = True
        return found

    def _parameter(self, parameter: WireParameter) -> Schema:
        """Describe a parameter: ``media`` where it is described by ``content``, else ``style`` and ``explode``."""
        found: Schema = {"name": parameter.wire, "in": parameter.place.value}
        if parameter.required:
            found["required"] = True
        if parameter.media_type is not None:
            found["media"] = parameter.media_type
        else:
            found["style"] = parameter.style.value
            if parameter.explode:
                found["explode"] = True
        schema = self.expression(parameter.type)
        return {**found, "schema": schema} if schema else found

    def _payload(self, payload: Payload) -> Schema:
        """Describe a body: its ``kind``, its ``schema``; of forms how their ``parts`` are read."""
        found: Schema = {"kind": payload.kind.value}
        if payload.kind is BodyKind.BYTES:
            return found
        schema = self.expression(payload.type)
        if schema:
            found["schema"] = schema
        if payload.kind in (BodyKind.FORM, BodyKind.MULTIPART):
            found["parts"] = _parts(payload.parts)
        return found


def _parts(parts: Iterable[Part]) -> dict[str, Schema]:
    return {part.wire: _part(part) for part in parts}


def _part(part: Part) -> Schema:
    found: Schema = {"encode": part.encode.value}
    if part.encode is Encode.STYLE:
        found["style"] = part.style.value
        if part.explode:
            found["explode"] = True
    elif part.repeated:
        found["repeated"] = True
    if part.declared and part.content_types:
        found["types"] = list(part.content_types)
    return found


def _scalar(kind: Kind, form: str | None, checks: Checks | None) -> Schema:
    if kind in (Kind.ANY, Kind.BYTES):
        return {}
    if kind is Kind.DECIMAL and form == "number":
        return {"type": ["number"], **keywords(checks)}
    shape = {"format": _FORMATS[kind]} if kind in _FORMATS else {}
    return {"type": [_JSON_TYPES.get(kind, "string")], **shape, **keywords(checks)}


def _or_null(schema: Schema) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    return {**schema, "type": [*kinds, "null"]} if kinds is not None else {"anyOf": [schema, {"type": ["null"]}]}
