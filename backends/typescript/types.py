"""Prints type expressions, and knows which types need a codec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import ne
from typing import assert_never

from backends.typescript.scope import Scope
from backends.typescript.text import key, literal, number, string
from backends.writer import Doc
from backends.writer.prettier import alternatives, generic, intersection, object_type
from compiler.ir.node import Id, Json
from compiler.ir.references import closure, declaration_refs, holding, is_held, parts_of, type_ref
from compiler.ir.tags import tag_values
from compiler.ir.types import (
    LONG,
    Case,
    Const,
    Enum,
    Field,
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
    core,
    is_long_number,
    model_behind,
)
from compiler.ir.wire import Step
from compiler.plan.plan import Plan
from compiler.plan.type_facts import property_ident

_SCALARS = {
    Kind.ANY: "unknown",
    Kind.NULL: "null",
    Kind.BOOLEAN: "boolean",
    Kind.INTEGER: "number",
    Kind.INT32: "number",
    Kind.STRING: "string",
    Kind.BASE64: "Uint8Array",
}
UNKNOWN = string("<unknown>")
"""The type of a tag that the document does not name (D11.4)."""
LONGS = (Kind.INT64, Kind.UINT64)
"""Integers of 64 bits, which a number may not hold."""
_NUMBERS = (Kind.INTEGER, Kind.NUMBER)
_INT64 = {"number": ("number", "bigint"), "bigint": ("bigint",), "string": ("string",)}


class Types:
    """Types of one plan, in TypeScript."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.whole = plan.wire.types
        """The declared types with their texts, for what prints them."""
        self.declared = plan.wire.shapes
        self.names = plan.surface.type_heads
        """The names of the declared types; :meth:`within` has those within."""
        self._within = plan.surface.types
        self.dates = plan.surface.options["dates"] == "Date"
        self.int64 = str(plan.surface.options["int64"])
        self.expanded = False
        """Maps are printed as object types: an alias that holds itself cannot be an argument of ``Record``."""

    @cached_property
    def idents(self) -> frozenset[str]:
        """The names of all types."""
        return frozenset(name.ident for name in self.names.values())

    def within(self, at: Id) -> Mapping[str, str]:
        """Return the names within a declared type: of a model those of its fields, since tags keep their names."""
        names, declared = self._within[at].members, self.declared[at]
        if not isinstance(declared, Model) or not declared.tags:
            return names
        return {field.wire: names[field.wire] for field in declared.fields}

    # ------------------------------------------------------------------ expressions

    def members(self, type_: Type, scope: Scope, *, sent: bool = False) -> list[Doc]:
        """Print the members of a type: several for a union."""
        if type(type_) is Scalar and (plain := _SCALARS.get(type_.kind)) is not None:
            return [plain]  # most, at once
        match type_:
            case Ref(target):
                name = self.names[target]
                return [scope.type(f"models/{name.module}", name.ident)]
            case Scalar():
                return [*self._scalar(type_.kind, type_.format, scope, sent)]
            case Const(value):
                return [_constant(value)]
            case ListOf(item, _):
                return [_array(self.members(item, scope, sent=sent))]
            case MapOf(value, _):
                inner = alternatives(distinct(self.members(value, scope, sent=sent)))
                if self.expanded:
                    return [object_type([("[key: string]", inner)])]
                return [generic("Record", ["string", inner])]
            case Nullable(inner):
                return [*self.members(inner, scope, sent=sent), "null"]
        assert_never(type_)

    def _scalar(self, kind: Kind, form: str | None, scope: Scope, sent: bool) -> Iterable[Doc]:
        match kind:
            case Kind.NUMBER:
                return _INT64["number"] if form == LONG else ("number",)
            case Kind.INT64 | Kind.UINT64:
                return _INT64[self.int64]
            case Kind.DECIMAL:
                return ("number" if form == "number" else "string",)
            case Kind.DATE | Kind.DATE_TIME:
                return ("Date" if self.dates else "string",)
            case Kind.BYTES:
                return (scope.runtime_type("FileInput") if sent else "Uint8Array",)
        raise AssertionError(kind)

    def doc(self, type_: Type, scope: Scope, *, sent: bool = False, nullable: bool = False) -> Doc:
        """Print a type."""
        found = self.members(type_, scope, sent=sent)
        return alternatives(distinct([*found, "null"] if nullable else found))

    # ------------------------------------------------------------------ unions

    def case_members(self, union: Union, case: Case, scope: Scope, *, sent: bool) -> list[Doc]:
        """Print a member of a union; its tag is made explicit if the document says it only elsewhere."""
        found = self.members(case.type, scope, sent=sent)
        declared = model_behind(case.type, self.declared)
        if declared is None and case.written is not None and union.tag is not None and len(found) == 1:
            tag = object_type([(key(union.tag), literal(case.written.json))])
            return [intersection(found[0], tag)]  # the models of a union in it have none
        if declared is None or not case.tags or len(found) != 1:
            return found
        values = tag_values(union.tag, case, self.declared)
        field = next((item for item in declared.fields if item.wire == union.tag), None)
        if field is not None and (isinstance(field.type, Const) or self._coded_number(field.type)):
            return found
        tags = alternatives([literal(value) for value in values])
        return [self._tagged(found[0], declared, union, tags, holds=self._holds(field, values))]

    def other_members(self, union: Union, scope: Scope, *, sent: bool) -> list[Doc]:
        """Print what a union is where no tag that it knows tells: the document's own member for that, else an unknown
        one. Its tag is one literal that no document uses, so that the others narrow (D11.4).
        """
        if union.default is None:
            tagged = union.tag is not None and union.open
            kind = scope.runtime_type("UnknownMember") if tagged else ""
            return [generic(kind, [string(self.tag_name(union))])] if tagged else []
        found = self.members(union.default, scope, sent=sent)
        declared = model_behind(union.default, self.declared)
        if union.tag is None or declared is None or len(found) != 1:
            return found
        field = next((item for item in declared.fields if item.wire == union.tag), None)
        required = field is not None and field.required
        return [self._tagged(found[0], declared, union, UNKNOWN, holds=self._holds(field, ()), required=required)]

    def tag_name(self, union: Union) -> str:
        """Return the program's name of the property that has the tag."""
        assert union.tag is not None
        return property_ident(union, union.tag, self.declared, self.within) or union.tag

    def _tagged(
        self, printed: Doc, declared: Model, union: Union, tags: Doc, *, holds: bool, required: bool = True
    ) -> Doc:
        """Print a model with a narrower type of its tag; ``holds``: the property's own type includes that type."""
        assert union.tag is not None
        name = self.within(declared.id).get(union.tag, union.tag)
        kept = printed if holds else generic("Omit", [printed, string(name)])
        return intersection(kept, object_type([(key(name) + ("" if required else "?"), tags)]))

    def _holds(self, field: Field | None, tags: Sequence[Json]) -> bool:
        """Tell whether the property's type includes the tags; no tags mean that of unknown members."""
        found = None if field is None else bare(field.type, self.declared)
        declared = self.declared[found.target] if isinstance(found, Ref) else None
        if isinstance(declared, Enum):
            values = [member.value for member in declared.members]
            return bool(tags) and all(tag in values for tag in tags)
        return not isinstance(found, Const)

    def _coded_number(self, type_: Type) -> bool:
        return isinstance(type_, Scalar) and type_.kind in LONGS and self.int64 != "number"

    # ------------------------------------------------------------------ codecs

    def coded(self, type_: Type) -> bool:
        """Tell whether values of a type differ between the wire and the program."""
        return is_held(type_, self._coded_kinds, self.coded_types)

    def is_long(self, type_: Type) -> bool:
        """Tell whether a type has integers of 64 bits: where they are beyond a number, reading them takes a codec."""
        inner = core(type_)
        return inner.target in self.long_types if isinstance(inner, Ref) else _is_long(inner)

    @cached_property
    def long_types(self) -> set[Id]:
        """The declared types that have such integers, at any depth."""
        declared = self.declared
        first = [at for at, item in declared.items() if isinstance(item, Enum) and _has_long_values(item)]
        parts = {at: parts_of(item) for at, item in declared.items() if not isinstance(item, Enum)}
        return holding(parts, first, _is_long)

    def keeps_digits(self, type_: Type) -> bool:
        """Tell whether the digits of integers beyond a number count when a type is read: they have a type that holds
        them, or what was read may be sent, where they go back digit for digit (D11.3)."""
        inner = core(type_)
        return inner.target in self._exact_types if isinstance(inner, Ref) else _is_exact(type_)

    def may_be_number(self, type_: Type, steps: Sequence[Step]) -> bool:
        """Tell whether what stands at a place within a value, a cursor, may be a number."""
        for step in steps:
            found = bare(type_, self.declared)
            model = self.declared[found.target] if isinstance(found, Ref) else None
            if isinstance(found, ListOf):
                type_ = found.item
            elif isinstance(model, Model) and step.property in {field.wire for field in model.fields}:
                type_ = next(field.type for field in model.fields if field.wire == step.property)
            else:
                return True
        found = core(bare(type_, self.declared))
        return not isinstance(found, Scalar) or found.kind in (*_NUMBERS, *LONGS, Kind.ANY)

    def may_be_long(self, type_: Type) -> bool:
        """Tell whether a value may be an integer beyond a number."""
        found = bare(type_, self.declared)
        if isinstance(found, Scalar):
            return found.kind in (*_NUMBERS, *LONGS, Kind.ANY) and not _is_bounded(found)
        declared = self.declared[found.target] if isinstance(found, Ref) else None
        if isinstance(declared, Union):
            return any(self.may_be_long(case.type) for case in declared.cases)
        return _has_long_values(declared) if isinstance(declared, Enum) else _is_long(found)

    @cached_property
    def _exact_types(self) -> set[Id]:
        """The declared types that are long or anything, or objects with numbers that are sent, at any depth."""
        edges = {at: declaration_refs(item) for at, item in self.declared.items()}
        sent = closure(edges, [target for type_ in self._sent() if (target := type_ref(type_)) is not None])
        parts = {at: parts_of(item) for at, item in self.declared.items()}
        first = {at for at, types in parts.items() if any(map(_is_exact, types))}
        numbers = {at for at in sent if any(is_held(type_, _NUMBERS, ()) for type_ in parts[at])}
        return holding(parts, {*first, *self.long_types, *numbers})

    def _sent(self) -> Iterator[Type]:
        """Yield the types of what operations send."""
        for operation in self.plan.wire.operations.values():
            yield from (item.type for item in operation.parameters)
            if operation.body is not None:
                yield operation.body.type

    @cached_property
    def _coded_kinds(self) -> set[Kind]:
        return _coded_kinds(self.plan.surface.options)

    @cached_property
    def coded_types(self) -> set[Id]:
        """The declared types that need a codec: those that hold, at any depth, a value that needs one."""
        found = self._coded_parts
        renaming = [at for at, (_, renames) in found.items() if renames]
        return holding({at: held for at, (held, _) in found.items()}, renaming, lambda _: True)

    @cached_property
    def _coded_parts(self) -> dict[Id, tuple[list[Type], bool]]:
        """Of each type what refers to others or needs a codec, and whether it renames properties."""
        kinds = _coded_kinds(self.plan.surface.options)  # read here, so that the fact depends on the options
        declared = {at: item for at, item in self.declared.items() if not isinstance(item, Enum)}

        def parts(at: Id) -> tuple[list[Type], bool]:
            members = self.within(at) if isinstance(declared[at], Model) else {}
            renames = any(map(ne, members, members.values()))  # properties whose names differ from those on the wire
            found = [item for item in parts_of(declared[at]) if type_ref(item) or is_held(item, kinds, ())]
            return found, renames

        return {at: parts(at) for at in declared}


def _is_long(type_: Type) -> bool:
    if isinstance(type_, Const):
        return _is_beyond(type_.value)
    return isinstance(type_, Scalar) and (type_.kind in LONGS or is_long_number(type_))


def _is_bounded(type_: Scalar) -> bool:
    """Tell whether a number holds all integers of a type."""
    low, high = (type_.checks.minimum, type_.checks.maximum) if type_.checks is not None else (None, None)
    return low is not None and high is not None and low > -(2**53) and high < 2**53


def _is_exact(type_: Type) -> bool:
    """Tell whether a type without a name has such integers, or is a list or a map that may be sent with others."""
    inner = core(type_)
    if not isinstance(inner, Scalar):
        return _is_long(inner)
    several = isinstance(type_.inner if isinstance(type_, Nullable) else type_, ListOf | MapOf)
    return _is_long(inner) or inner.kind is Kind.ANY or (several and inner.kind in _NUMBERS)


def _has_long_values(enum: Enum) -> bool:
    return any(_is_beyond(member.value) for member in enum.members)


def _is_beyond(value: Json) -> bool:
    """Tell whether a number cannot hold an integer."""
    return isinstance(value, int) and abs(value) >= 2**53


def _coded_kinds(options: Mapping[str, object]) -> set[Kind]:
    dates = (Kind.DATE, Kind.DATE_TIME) if options["dates"] == "Date" else ()
    return {Kind.BASE64, *dates, *(LONGS if options["int64"] != "number" else ())}


def distinct(members: Sequence[Doc]) -> list[Doc]:
    """Drop duplicate members."""
    if len(members) < 2:
        return list(members)
    seen: set[str] = set()
    found: list[Doc] = []
    for item in members:
        text = item if isinstance(item, str) else repr(item)
        if text not in seen:
            seen.add(text)
            found.append(item)
    return found


def _constant(value: object) -> Doc:
    if isinstance(value, str):
        return string(value)
    if isinstance(value, bool) or value is None:
        return literal(value)
    return number(value) if isinstance(value, (int, float)) else "unknown"


def _array(item: list[Doc]) -> Doc:
    item = distinct(item)
    if len(item) == 1 and isinstance(item[0], str) and not item[0].startswith("("):
        return f"{item[0]}[]"
    if len(item) == 1:
        return [item[0], "[]"]
    return generic("Array", [alternatives(item)])
