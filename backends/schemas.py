"""What validators of every language read: schemas of printed types, and what is declared of requests, as plain data.

Schemas are in words of JSON Schema and describe the JSON of a printed type (after allOf is merged and views are
split). Where a type says less than the document's schema, that schema stands in its place (``Contract``), and ``read``
is the type's, by which texts are read: parameters, fields of forms. Five more words are ours: ``$ref`` holds what a
language calls a type; ``tagged`` is the discriminator of a union, its property and a schema by its value, ``open``
says that other values are no mistake, and ``many`` that a value without one may fit several members; ``known`` are the
members of an open enum, which tell the members of a ``oneOf`` apart and are no mistake otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, assert_never

from backends.nullable import nullable_contracts, takes_null
from backends.per_plan import per_plan
from compiler.ir.node import Id, escape
from compiler.ir.plan import Plan
from compiler.ir.types import (
    LONG,
    SCHEMA_LISTS,
    SCHEMA_REST,
    SCHEMA_SINGLE,
    SCHEMA_TABLES,
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
    whole,
)
from compiler.ir.wire import BodyKind, Encode, Part, PartHeader, Payload, Place, Style, WireOperation, WireParameter

Schema = dict[str, Any]

_JSON_TYPES = {
    Kind.NULL: "null",
    Kind.BOOLEAN: "boolean",
    Kind.INTEGER: "integer",
    Kind.INT32: "integer",
    Kind.INT64: "integer",
    Kind.NUMBER: "number",
}
_FORMATS = {
    Kind.DATE: "date",
    Kind.DATE_TIME: "date-time",
    Kind.DECIMAL: "decimal",
    Kind.INT32: "int32",
    Kind.INT64: "int64",
}
_UNCHECKED = ("float", "double")
"""Formats of numbers that say how they are kept and not what they are."""
_DATA = ("const", "enum", "known")
WRITE = "#write"


class Side(StrEnum):
    """Who has a value: who reads it, who writes it, or both, of whom nothing is required that is one's alone."""

    READ = "read"
    WRITE = "write"
    BOTH = "both"


_ONE_WAY = {"readOnly": Side.READ, "writeOnly": Side.WRITE}
"""Words of a contract that list the required properties of one side."""


class Schemas:
    """Makes schemas of the types of one plan; ``refer`` gives what ``$ref`` holds, also of contracts without a type."""

    def __init__(self, plan: Plan, declared: Mapping[Id, Declaration], refer: Callable[[Id], str]) -> None:
        self.plan = plan
        self.declared = declared
        self.refer = refer
        self.contracts = plan.wire.contracts

    def expression(self, type_: Type) -> Schema:
        """Make the schema of a type expression."""
        match type_:
            case Scalar():
                return _scalar(type_.kind, type_.format, type_.checks)
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
        of_type = self._declaration(declared)
        if isinstance(declared, Union) and declared.choice is Choice.TAGGED:
            return of_type  # its members have contracts of their own
        side = Side.WRITE if declared.id.endswith(WRITE) else Side.BOTH
        if isinstance(declared, Model) and declared.view is not None:
            side = Side(declared.view)
        return self._decided(declared.id.removesuffix(WRITE), of_type, side)

    def contract(self, at: Id) -> Schema:
        """Make the schema of a contract that no type stands for."""
        plain = at.removesuffix(WRITE)
        return self._written(self.contracts[plain].schema, plain, Side.BOTH if plain == at else Side.WRITE)

    def _decided(self, at: Id, of_type: Schema, side: Side, *, text: bool = True) -> Schema:
        """Return the contract where there is one that says more than the type; ``text``: it may be read from texts."""
        found = self.contracts.get(at)
        if found is None or not found.decides:
            return of_type
        schema = self._written(found.schema, at, side)
        return {**schema, "read": of_type} if text and of_type and not _is_readable(schema) else schema

    def _written(self, schema: Any, at: Id, side: Side) -> Schema:
        """Write a schema of the document; its references lead to the types of the side that it is for."""
        if not isinstance(schema, dict):
            return {} if schema else {"not": {}}
        made = {key: self._keyword(key, value, at, side) for key, value in schema.items() if key not in _ONE_WAY}
        others = {name for word, kept in _ONE_WAY.items() if side is not kept for name in schema.get(word, ())}
        if others:
            made["required"] = [name for name in made["required"] if name not in others]
        target = schema.get("$ref")
        if target in self.declared and target in nullable_contracts(self.plan):
            reference = {"anyOf": [{"$ref": made.pop("$ref")}, {"type": ["null"]}]}
            return {**made, "allOf": [*made.get("allOf", ()), reference]} if made else reference
        return made

    def _keyword(self, key: str, value: Any, at: Id, side: Side) -> Any:
        below = f"{at}/{key}"
        if key == "$ref":
            return self._of_side(value, side)
        if key in _DATA or (isinstance(value, bool) and key in SCHEMA_REST):
            return value
        if key in SCHEMA_TABLES:
            return {name: self._inner(item, f"{below}/{escape(name)}", side) for name, item in value.items()}
        if key in SCHEMA_LISTS:
            return [self._inner(item, f"{below}/{index}", side) for index, item in enumerate(value)]
        if key == "tagged":
            return [value[0], {tag: self._written(item, below, side) for tag, item in value[1].items()}]
        return self._inner(value, below, side) if key in SCHEMA_SINGLE else whole(value)

    def _inner(self, schema: Any, at: Id, side: Side) -> Schema:
        """Write a schema within another: by the type it has, so that each is written once."""
        if at not in self.declared or not isinstance(schema, dict):
            return self._written(schema, at, side)
        reference = {"$ref": self._of_side(at, side)}
        nullable = takes_null(schema, nullable_contracts(self.plan))
        return {"anyOf": [reference, {"type": ["null"]}]} if nullable else reference

    def _of_side(self, target: Id, side: Side) -> str:
        view = target + WRITE
        split = view in self.declared or (target not in self.declared and has_views(self.declared))
        return self.refer(view if side is Side.WRITE and split else target)

    def _declaration(self, declared: Declaration) -> Schema:
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
        required = [field.wire for field in model.fields if field.required and not field.implied]
        if required:
            schema["required"] = required
        properties = {field.wire: self.expression(field.type) for field in model.fields}
        if model.closed and model.view == Side.WRITE:  # what only answers have is no mistake in a request (D7.4)
            whole = self.declared.get(model.id.removesuffix(WRITE))
            fields = whole.fields if isinstance(whole, Model) else ()
            properties |= {field.wire: {} for field in fields if field.wire not in properties}
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
            if self._all_require(union, union.tag):
                schema["required"] = [union.tag]
            elif union.many or union.default is not None:
                schema["many"] = True
            return {**schema, "open": True} if union.open or union.default is not None else schema
        listed = [self.expression(case.type) for case in union.cases]
        # A member that may be anything is often one that types cannot say: then a value may well be two of them.
        return {"oneOf" if all(listed) and not union.many else "anyOf": listed}

    def _all_require(self, union: Union, tag: str) -> bool:
        """Whether no case fits a value without the tag."""
        cases = [self.declared.get(case.type.target) if isinstance(case.type, Ref) else None for case in union.cases]
        return all(
            isinstance(case, Model)
            and any(field.wire == tag and field.required and not field.implied for field in case.fields)
            for case in cases
        )

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
        found = _written(parameter, parameter.place, parameter.style)
        inner = f"/content/{escape(parameter.media_type)}" if parameter.media_type is not None else ""
        schema = self._decided(f"{parameter.id}{inner}/schema", self.expression(parameter.type), Side.WRITE)
        return {**found, "schema": schema} if schema else found

    def _payload(self, payload: Payload) -> Schema:
        """Describe a body: its ``kind``, its ``schema``; of forms how their ``parts`` are read."""
        found: Schema = {"kind": payload.kind.value}
        if payload.kind is BodyKind.BYTES:
            return found
        media_type = escape(payload.declared or payload.media_type)
        of_type = self.expression(payload.type)
        text = payload.kind in (BodyKind.FORM, BodyKind.MULTIPART, BodyKind.TEXT)
        schema = self._decided(f"{payload.id}/content/{media_type}/schema", of_type, Side.WRITE, text=text)
        if schema:
            found["schema"] = schema
        if payload.kind in (BodyKind.FORM, BodyKind.MULTIPART):
            unnamed = payload.kind is BodyKind.MULTIPART and payload.media_type.lower() != "multipart/form-data"
            found["parts"] = {part.wire: self._part(part, typed=unnamed or part.declared) for part in payload.parts}
            if unnamed:
                found["order"] = list(found["parts"])
        return found

    def _part(self, part: Part, *, typed: bool) -> Schema:
        """Describe a property of a form.

        ``types`` are its media types, ``headers`` those that its parts carry; a part of the type ``objects`` is JSON.
        """
        found: Schema = {"encode": part.encode.value}
        if part.encode is Encode.STYLE:
            found["style"] = part.style.value
            if part.explode:
                found["explode"] = True
        elif part.repeated:
            found["repeated"] = True
        if typed and part.content_types:
            others = [kind for kind in (part.objects, part.texts) if kind]
            found["types"] = list(dict.fromkeys([*part.content_types, *others]))
        if part.objects:
            found["objects"] = part.objects
        if part.headers:
            found["headers"] = [self._part_header(header) for header in part.headers]
        return found

    def _part_header(self, header: PartHeader) -> Schema:
        found = _written(header, Place.HEADER, Style.SIMPLE)
        schema = self.expression(header.type)
        return {**found, "schema": schema} if schema else found


def undeclared(plan: Plan, declared: Mapping[Id, Declaration]) -> list[Id]:
    """Return the contracts that others refer to and that no type stands for, such as what only ``not`` refers to."""
    contracts = plan.wire.contracts
    found: dict[Id, None] = {}
    waiting = [target for item in contracts.values() if item.decides for target in _refs(item.schema)]
    while waiting:
        at = waiting.pop()
        if at not in declared and at not in found:
            found[at] = None
            waiting.extend(_refs(contracts[at].schema))
    return sorted([*found, *(at + WRITE for at in found if has_views(declared))])


@per_plan
def has_views(declared: Mapping[Id, Declaration]) -> bool:
    """Whether what is written has types of its own (D7.4)."""
    return any(at.endswith(WRITE) for at in declared)


def _refs(value: Any, key: str = "") -> Iterator[Id]:
    if isinstance(value, list):
        for item in value:
            yield from _refs(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == "$ref" and isinstance(item, str) and key not in SCHEMA_TABLES:
                yield item
            elif name not in _DATA or key in SCHEMA_TABLES:
                yield from _refs(item, name if key not in SCHEMA_TABLES else "")


def _is_readable(schema: Any) -> bool:
    """Whether a schema tells by itself how a text is read: it has types, and no parts that would have to be merged."""
    if not schema or not isinstance(schema, dict):
        return True
    if schema.keys() & {"allOf", "if", "dependentSchemas", "patternProperties", "prefixItems"}:
        return False
    if "$ref" in schema:
        return len(schema) == 1
    members = [item for key in ("anyOf", "oneOf") for item in schema.get(key, ())]
    if bool(members) == bool(schema.keys() & {"type", "enum", "known", "const"}):
        return False
    below = [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
    return all(map(_is_readable, [*members, *below]))


def _written(item: WireParameter | PartHeader, place: Place, style: Style) -> Schema:
    """Say how a parameter, or the header of a part, is found and written."""
    found: Schema = {"name": item.wire, "in": place.value}
    if item.required:
        found["required"] = True
    if item.media_type is not None:
        return {**found, "media": item.media_type}
    found["style"] = style.value
    if item.explode:
        found["explode"] = True
    return found


@lru_cache(maxsize=10_000)
def _scalar(kind: Kind, form: str | None, checks: Checks | None) -> Schema:
    """Make the schema of a scalar: the same for equal ones, so nobody may change it."""
    if kind is Kind.ANY:
        return {}
    if kind is Kind.BYTES:
        return {"format": "binary"}  # what a server holds of a file is no JSON
    if kind is Kind.DECIMAL and form == "number":
        return {"type": ["number"], **keywords(checks)}
    silent = kind is Kind.BASE64 or form in _UNCHECKED or (kind is Kind.NUMBER and form == LONG)
    format_ = _FORMATS.get(kind, None if silent else form)
    shape = {} if format_ is None else {"format": format_}
    return {"type": [_JSON_TYPES.get(kind, "string")], **shape, **keywords(checks)}


def _or_null(schema: Schema) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    return {**schema, "type": [*kinds, "null"]} if kinds is not None else {"anyOf": [schema, {"type": ["null"]}]}
