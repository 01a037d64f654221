"""Type expressions in Go, and how a value that may be absent or null is represented.

A value that may be absent is an ``Opt``, unless its Go type has a nil (a pointer to a model, a slice, a map, a union)
or is an enum of strings that does not list the empty string. A value that may also be null needs an ``Opt`` again: in
types that requests reach, where null is not absent; in others nil is both, and the model keeps which it was (D11.5).
(The compiler compiles the methods of ``Opt`` again for each type, and there may be thousands of enums.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import assert_never

from backends.go.source import File
from compiler.ir.node import Id
from compiler.ir.references import in_circles
from compiler.ir.types import (
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
    behind,
    kind_of,
    model_of,
)
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Plan
from compiler.plan.type_facts import URL_BYTES, circular_aliases, held_models, is_url_bytes, without_null

_PLAIN: Mapping[Kind, str] = {
    Kind.ANY: "any",
    Kind.NULL: "any",
    Kind.BOOLEAN: "bool",
    Kind.INTEGER: "int",
    Kind.INT32: "int",
    Kind.INT64: "int64",
    Kind.UINT64: "uint64",
    Kind.NUMBER: "float64",
    Kind.DECIMAL: "Decimal",
    Kind.STRING: "string",
    Kind.DATE: "Date",
    Kind.BASE64: "[]byte",
    Kind.BYTES: "*File",
}
_NIL_KINDS = (Kind.ANY, Kind.NULL, Kind.BASE64, Kind.BYTES)
WRAPPED = (Kind.NULL, Kind.DATE, Kind.DATE_TIME, Kind.DECIMAL, Kind.ANY, Kind.BYTES)
"""Kinds whose type has methods, which a type made of it would lose: a union holds them in a struct.

So it does bytes in the base64 of URLs, which the runtime knows by their type.
"""


class Types:
    """Prints type expressions of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.whole: Mapping[Id, Declaration] = plan.wire.types
        """The declared types with their texts, for what prints them."""
        self.declared = plan.wire.shapes
        self.plan, self.surface = plan, plan.surface.type_heads

    @cached_property
    def _circular(self) -> set[Id]:
        """The models that hold themselves."""
        return in_circles({at: held for at, held in self._held_by_value.items() if held})

    @cached_property
    def _held_by_value(self) -> dict[Id, list[Id]]:
        models = {at: item for at, item in self.declared.items() if isinstance(item, Model)}
        return {at: held_models(item, self.declared) for at, item in models.items()}

    @cached_property
    def recursive_aliases(self) -> set[Id]:
        """The aliases that hold themselves."""
        return circular_aliases(self.plan.wire.unions_and_aliases)

    def name(self, target: Id) -> str:
        """Return the name of a declared type."""
        return self.surface[target].ident

    def model(self, type_: Type) -> Id | None:
        """Return the model that a type refers to, if it is one."""
        return model_of(behind(type_, self.declared), self.declared)

    def writing_union(self, type_: Type) -> Id | None:
        """Return the union that a type is, null aside, where that writes tags of its members (D11.2)."""
        base = bare(type_, self.declared)
        declared = self.declared[base.target] if isinstance(base, Ref) else None
        if isinstance(declared, Union) and any(case.written is not None for case in declared.cases):
            return declared.id
        return None

    def has_nil(self, type_: Type) -> bool:
        """Tell whether a printed type has a nil, which means absent."""
        base = behind(type_, self.declared)
        match base:
            case Scalar(kind):
                return kind in _NIL_KINDS
            case Const(value):
                return not isinstance(value, str | bool | int | float)
            case ListOf() | MapOf():
                return True
            case Ref(target):
                declared = self.declared[target]
                return isinstance(declared, Union) or (isinstance(declared, Enum) and enum_base(declared) == "any")
            case Nullable(inner):
                return self.is_interface(inner) or self.model(inner) is not None
        assert_never(base)

    def is_blank(self, type_: Type) -> bool:
        """Tell whether the empty string of a printed type means absent: an enum that does not list it."""
        base = behind(type_, self.declared)
        declared = self.declared[base.target] if isinstance(base, Ref) else None
        if not isinstance(declared, Enum) or enum_base(declared) != "string":
            return False
        return all(member.value != "" for member in declared.members)

    def is_interface(self, type_: Type) -> bool:
        """Tell whether a type's nil may also mean null: any, and unions."""
        base = behind(type_, self.declared)
        if isinstance(base, Scalar):
            return base.kind in (Kind.ANY, Kind.NULL)
        return self.has_nil(base) and not isinstance(base, ListOf | MapOf | Nullable)

    def is_any(self, type_: Type) -> bool:
        """Tell whether a type is printed as any, or as an alias of it."""
        base = behind(type_, self.declared)
        if type(base) is Scalar:
            return base.kind in (Kind.ANY, Kind.NULL)  # most, at once
        return self.is_interface(base) and not (isinstance(base, Ref) and isinstance(self.declared[base.target], Union))

    # ------------------------------------------------------------------ expressions

    def held(self, type_: Type, file: File) -> str:
        """Print a type whose value is present and not null."""
        match type_:
            case Scalar(kind, form):
                if kind is Kind.DATE_TIME:
                    return f"{file.use('time')}.Time"
                if kind is Kind.DECIMAL and form == "number":
                    return f"{file.use('encoding/json')}.Number"
                return URL_BYTES if is_url_bytes(type_) else _PLAIN[kind]
            case Const(value):
                return _BASES.get(kind_of(value), "any")
            case ListOf(item):
                return f"[]{self.held(item, file)}"
            case MapOf(value):
                return f"map[string]{self.held(value, file)}"
            case Ref(target):
                return self.name(target)
            case Nullable(inner):
                return self.nullable(inner, file)
        assert_never(type_)

    def nullable(self, type_: Type, file: File) -> str:
        """Print a type whose value is present, perhaps as null."""
        held = self.held(type_, file)
        if self.is_interface(type_):
            return held
        if self.model(type_) is not None:
            return f"*{held}"
        return held if held.startswith("Opt[") or isinstance(behind(type_, self.declared), Nullable) else f"Opt[{held}]"

    def optional(self, type_: Type, nullable: bool, file: File, blank: bool = True, sent: bool = True) -> str:
        """Print a type whose value may be absent.

        Args:
            type_: the type.
            nullable: whether it may also be null, if the type does not say it.
            file: the file that it stands in.
            blank: whether an empty string may mean absent.
            sent: whether absent and null are told apart where there is a nil.
        """
        inner, was_null = without_null(type_, self.declared)
        nullable = nullable or was_null
        held = self.held(inner, file)
        if self.is_any(inner):
            return held  # Null[any]() is its null
        if self.model(inner) is not None:
            return f"Opt[*{held}]" if nullable and sent else f"*{held}"
        if self.has_nil(inner):
            return f"Opt[{held}]" if nullable and sent else held
        return held if blank and self.is_blank(inner) and not nullable else f"Opt[{held}]"

    def is_lost_null(self, type_: Type, held: str) -> bool:
        """Tell whether an optional field may be null and its printed type says nothing of it: nil is absent, too."""
        inner, was_null = without_null(type_, self.declared)
        return was_null and not held.startswith("Opt[") and not self.is_any(inner)

    def required(self, type_: Type, file: File) -> str:
        """Print a type whose value is always there, perhaps as null: a field of a model."""
        inner, nullable = denull(type_)
        target = self.model(inner)
        if target is not None:
            pointer = "*" if nullable or target in self._circular else ""
            return pointer + self.held(inner, file)
        if nullable and not self.has_nil(inner):
            return (
                f"Opt[{self.held(inner, file)}]"
                if not isinstance(behind(inner, self.declared), Nullable)
                else self.held(inner, file)
            )
        return self.held(inner, file)

    def result(self, type_: Type, file: File) -> str:
        """Print what a method returns."""
        inner, nullable = denull(type_)
        if isinstance(inner, Scalar) and inner.kind is Kind.BYTES:
            return "[]byte"
        held = self.held(inner, file)
        if self.model(inner) is not None:
            return f"*{held}"
        return f"Opt[{held}]" if nullable and not self.has_nil(inner) else held


types_of = per_plan(Types)
"""Return the types of a plan."""


def denull(type_: Type) -> tuple[Type, bool]:
    """Remove null from a type, and tell whether the type allowed it."""
    return (type_.inner, True) if isinstance(type_, Nullable) else (type_, False)


def is_plain(types: Types, type_: Type) -> bool:
    """Tell whether a type keeps its behaviour as the underlying type of a new name."""
    base = behind(type_, types.declared)
    if isinstance(base, Ref):
        declared = types.declared[base.target]
        return isinstance(declared, Enum) and enum_base(declared) != "any"
    if isinstance(base, Const):
        return isinstance(base.value, str | bool | int | float)
    if isinstance(base, Scalar):
        return base.kind not in WRAPPED and not is_url_bytes(base)
    return not isinstance(base, Nullable)


def enum_base(enum: Enum) -> str:
    """Print the type under an enum; ``any`` where its values are of several types."""
    return "any" if enum.kind is Kind.BOOLEAN else _BASES.get(enum.kind, "any")


_BASES = {
    Kind.STRING: "string",
    Kind.BOOLEAN: "bool",
    Kind.INT32: "int",
    Kind.INT64: "int64",
    Kind.NUMBER: "float64",
}
"""The types of constants, by the kind that all of their values are of."""


def text_constants(model: Model) -> Iterator[tuple[str, str]]:
    """Yield the properties of a model whose one value is a text, with that."""
    for field in model.fields:
        if isinstance(field.type, Const) and isinstance(field.type.value, str):
            yield field.wire, field.type.value
