"""Makes the schemas of types and contracts that validators read (:mod:`compiler.plan.schemas`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, assert_never

from compiler.ir.node import Id, escape
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
    bare,
    keywords,
    models_in,
    whole,
)
from compiler.ir.wire import Wire
from compiler.plan.per_plan import per_plan
from compiler.plan.schemas import Refer, Schema
from passes.plan.schemas.nullable import nullable_contracts, takes_null

_JSON_TYPES = {
    Kind.NULL: "null",
    Kind.BOOLEAN: "boolean",
    Kind.INTEGER: "integer",
    Kind.INT32: "integer",
    Kind.INT64: "integer",
    Kind.UINT64: "integer",
    Kind.NUMBER: "number",
}
_FORMATS = {
    Kind.DATE: "date",
    Kind.DATE_TIME: "date-time",
    Kind.DECIMAL: "decimal",
    Kind.INT32: "int32",
    Kind.INT64: "int64",
    Kind.UINT64: "uint64",
}
_UNCHECKED = ("float", "double")
"""Formats of numbers that describe their representation, not their values."""
_STRICT = {"time": "rfc3339-time", "duration": "rfc3339-duration"}
"""Formats that are checked as RFC 3339 defines them, where gen.yaml wants that."""
_DATA = ("const", "enum", "known")
WRITE = "#write"


class Side(StrEnum):
    """Who has a value: who reads it, who writes it, or both, of whom nothing is required that is one's alone."""

    READ = "read"
    WRITE = "write"
    BOTH = "both"


_ONE_WAY = {"readOnly": Side.READ, "writeOnly": Side.WRITE}
"""Keywords of a contract that list the required properties of one side."""


class Facts:
    """The facts of a document's types and contracts that making a schema needs."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self.declared, self.contracts = wire, wire.types, wire.contracts
        self.formats: Mapping[str, str] = _STRICT if wire.strict_formats else {}

    @cached_property
    def nullable(self) -> Collection[Id]:
        """The contracts that allow null."""
        return nullable_contracts(self.contracts)

    @cached_property
    def has_views(self) -> bool:
        """Whether what is written has types of its own (D7.4)."""
        return any(at.endswith(WRITE) for at in self.declared)

    @cached_property
    def unnamed(self) -> list[Id]:
        """The contracts without a type that other contracts refer to."""
        found: dict[Id, None] = {}
        waiting = [target for item in self.contracts.values() if item.decides for target in _refs(item.schema)]
        while waiting:
            at = waiting.pop()
            if at not in self.declared and at not in found:
                found[at] = None
                waiting.extend(_refs(self.contracts[at].schema))
        views = (at + WRITE for at in found if self.has_views)
        return sorted([*found, *(at for at in views if at not in self.declared)])


facts_of = per_plan(Facts)
"""Return the facts of a document."""


class Writer:
    """Makes schemas of the types of a document; ``refer`` gives what ``$ref`` holds."""

    def __init__(self, facts: Facts, refer: Refer) -> None:
        self.facts, self.refer = facts, refer
        self.declared, self.contracts = facts.declared, facts.contracts

    def expression(self, type_: Type) -> Schema:
        """Make the schema of a type expression."""
        match type_:
            case Scalar():
                made = _scalar(type_.kind, type_.format, type_.checks)
                form = self.facts.formats.get(made.get("format", ""))
                return made if form is None else {**made, "format": form}
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

    def of_type(self, at: Id) -> Schema:
        """Make the schema of a declared type, or of a contract without a type."""
        declared = self.declared.get(at)
        if declared is None:
            plain = at.removesuffix(WRITE)
            return self._write_schema(self.contracts[plain].schema, plain, Side.BOTH if plain == at else Side.WRITE)
        of_type = self._declaration(declared)
        if isinstance(declared, Union) and declared.choice is Choice.TAGGED:
            return of_type  # its members have contracts of their own
        side = Side.WRITE if declared.id.endswith(WRITE) else Side.BOTH
        if isinstance(declared, Model) and declared.view is not None:
            side = Side(declared.view)
        return self.decided(declared.id.removesuffix(WRITE), of_type, side)

    def decided(self, at: Id, of_type: Schema, side: Side, *, text: bool = True) -> Schema:
        """Return the contract where there is one that says more than the type; ``text``: it may be read from texts."""
        found = self.contracts.get(at)
        if found is None or not found.decides:
            return of_type
        schema = self._write_schema(found.schema, at, side)
        return {**schema, "read": of_type} if text and of_type and not _is_readable(schema) else schema

    def _write_schema(self, schema: Any, at: Id, side: Side) -> Schema:
        """Write a schema of the document; its references lead to the types of the side that it is for."""
        if not isinstance(schema, dict):
            return {} if schema else {"not": {}}
        made = {key: self._keyword(key, value, at, side) for key, value in schema.items() if key not in _ONE_WAY}
        others = {name for word, kept in _ONE_WAY.items() if side is not kept for name in schema.get(word, ())}
        if others:
            made["required"] = [name for name in made["required"] if name not in others]
        target = schema.get("$ref")
        if target in self.declared and target in self.facts.nullable:
            reference = {"anyOf": [{"$ref": made.pop("$ref")}, {"type": ["null"]}]}
            return {**made, "allOf": [*made.get("allOf", ()), reference]} if made else reference
        return made

    def _keyword(self, key: str, value: Any, at: Id, side: Side) -> Any:
        below = f"{at}/{key}"
        if key == "$ref":
            return self._of_side(value, side)
        if key == "format":
            return self.facts.formats.get(str(value), value)
        if key in _DATA or (isinstance(value, bool) and key in SCHEMA_REST):
            return value
        if key in SCHEMA_TABLES:
            return {name: self._inner(item, f"{below}/{escape(name)}", side) for name, item in value.items()}
        if key in SCHEMA_LISTS:
            return [self._inner(item, f"{below}/{index}", side) for index, item in enumerate(value)]
        if key == "tagged":
            return [value[0], {tag: self._write_schema(item, below, side) for tag, item in value[1].items()}]
        return self._inner(value, below, side) if key in SCHEMA_SINGLE else whole(value)

    def _inner(self, schema: Any, at: Id, side: Side) -> Schema:
        """Write a schema within another: by the type it has, so that each is written once."""
        if at not in self.declared or not isinstance(schema, dict):
            return self._write_schema(schema, at, side)
        reference = {"$ref": self._of_side(at, side)}
        nullable = takes_null(schema, self.facts.nullable)
        return {"anyOf": [reference, {"type": ["null"]}]} if nullable else reference

    def _of_side(self, target: Id, side: Side) -> str:
        view = target + WRITE
        split = view in self.declared or (target not in self.declared and self.facts.has_views)
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
        properties = {field.wire: self.expression(field.said or field.type) for field in model.fields}
        if model.closed or model.additional is not None:  # a tag of a union is none of the others (D11.2)
            properties |= {tag.wire: {"enum": list(tag.values)} for tag in model.tags}
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
        word = "anyOf" if union.many else "oneOf"
        if union.choice is Choice.TAGGED and union.tag is not None and not union.untagged():
            members = {
                tag: self._alone_or(word, [case.type for case in cases]) for tag, cases in union.by_tag().items()
            }
            schema: Schema = {"type": ["object"], "tagged": [union.tag, members]}
            if self._all_require(union, union.tag):
                schema["required"] = [union.tag]
            elif union.many or union.default is not None:
                schema["many"] = True
            return {**schema, "open": True} if union.open or union.default is not None else schema
        types = [case.type for case in union.cases]
        listed = [self.expression(type_) for type_ in types]
        # A member that may be anything is often one that types cannot say: then a value may well be two of them.
        exact = all(listed) and not union.many and not self._overlap(types)
        return {"oneOf" if exact else "anyOf": listed}

    def _alone_or(self, word: str, members: list[Type]) -> Schema:
        """Return the schema of the members of one tag."""
        if len(members) == 1:
            return self.expression(members[0])
        return {"anyOf" if self._overlap(members) else word: [self.expression(member) for member in members]}

    def _overlap(self, members: list[Type]) -> bool:
        """Whether a model is among several members: it is one of them, and of a union that is another (D11.2)."""
        found = [at for member in members for at in self._models(member)]
        return len({*found}) < len(found)

    def _models(self, member: Type) -> list[Id]:
        """Return the models that a member is; those that it holds in lists and maps are none."""
        found = bare(member, self.declared)
        return models_in(found, self.declared) if isinstance(found, Ref) else []

    def _all_require(self, union: Union, tag: str) -> bool:
        """Whether no case fits a value without the tag."""
        cases = [self.declared.get(case.type.target) if isinstance(case.type, Ref) else None for case in union.cases]
        return all(
            isinstance(case, Model)
            and any(field.wire == tag and field.required and not field.implied for field in case.fields)
            for case in cases
        )


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
    unbound = kind is Kind.INT64 and form is not None
    format_ = None if unbound else _FORMATS.get(kind, None if silent else form)
    shape = {} if format_ is None else {"format": format_}
    return {"type": [_JSON_TYPES.get(kind, "string")], **shape, **keywords(checks)}


def _or_null(schema: Schema) -> Schema:
    if not schema:
        return {}
    kinds = schema.get("type")
    return {**schema, "type": [*kinds, "null"]} if kinds is not None else {"anyOf": [schema, {"type": ["null"]}]}
