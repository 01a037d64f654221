"""Queries on types: what a value may be, what it contains, whether two types are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.ir.node import Id
from compiler.ir.types import (
    ANY,
    Alias,
    Const,
    Declaration,
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
)
from compiler.ir.wire import Step

Types = Mapping[Id, Declaration]
Concrete = Scalar | Const | ListOf | MapOf | Model | Enum
"""A type whose values have one shape: no reference, no union, no null beside it."""

JSON_TYPES = {
    Kind.ANY: ("any",),
    Kind.NULL: ("null",),
    Kind.BOOLEAN: ("boolean",),
    Kind.INTEGER: ("integer",),
    Kind.INT32: ("integer",),
    Kind.INT64: ("integer",),
    Kind.UINT64: ("integer",),
    Kind.NUMBER: ("number",),
    Kind.DECIMAL: ("number", "string"),
}
"""JSON types by scalar kind; kinds that are not listed are strings."""


def alternatives(types: Types, type_: Type) -> list[Concrete]:
    """Return every concrete type that a value may have, null dropped; unions and aliases are seen through.

    A declared type comes once, however many members of unions lead to it.
    """
    return list(_expand(types, type_, set()))


def _expand(types: Types, type_: Type, seen: set[Id]) -> Iterator[Concrete]:
    match type_:
        case Nullable(inner):
            yield from _expand(types, inner, seen)
        case Ref(target):
            if target not in seen and target in types:
                seen.add(target)
                yield from _expand_declared(types, types[target], seen)
        case Scalar(kind=Kind.NULL):
            return
        case _:
            yield type_


def _expand_declared(types: Types, declared: Declaration, seen: set[Id]) -> Iterator[Concrete]:
    match declared:
        case Alias():
            yield from _expand(types, declared.type, seen)
        case Union():
            for case in declared.cases:
                yield from _expand(types, case.type, seen)
        case _:
            yield declared


def is_nullable(types: Types, type_: Type) -> bool:
    """Tell whether null is a value of the type."""
    return _admits_null(types, type_, set())


def _admits_null(types: Types, type_: Type, seen: set[Id]) -> bool:
    match type_:
        case Nullable():
            return True
        case Scalar(kind):
            return kind in (Kind.NULL, Kind.ANY)
        case Const(value):
            return value is None
        case Ref(target) if target not in seen:
            seen.add(target)
            match types.get(target):
                case Alias(type=inner):
                    return _admits_null(types, inner, seen)
                case Union(cases=cases):
                    return any(_admits_null(types, case.type, seen) for case in cases)
    return False


def is_file(found: Sequence[Concrete]) -> bool:
    """Tell whether a text is a file by all its types: `format: binary`, and `type: file` of Swagger 2.0."""
    return bool(found) and all(isinstance(item, Scalar) and item.kind is Kind.BYTES for item in found)


def json_types(concrete: Concrete) -> tuple[str, ...]:
    """Return the JSON types of a concrete type's values; ``any`` for a value of any type."""
    match concrete:
        case Scalar(kind):
            return JSON_TYPES.get(kind, ("string",))
        case ListOf():
            return ("array",)
        case MapOf() | Model():
            return ("object",)
        case Const(value):
            return (json_type(value),)
        case Enum():
            return tuple({json_type(member.value): None for member in concrete.members})


def kinds_of(found: Iterable[Concrete]) -> frozenset[str]:
    """Return the JSON types that values of some concrete types have."""
    return frozenset(kind for item in found for kind in json_types(item))


def json_type(value: object) -> str:
    """Return the JSON type of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def field_of(model: Model, wire: str) -> Field | None:
    """Return the property of that name."""
    return next((field for field in model.fields if field.wire == wire), None)


def walk(types: Types, start: Type, steps: Iterable[Step]) -> list[Concrete]:
    """Return the concrete types of the values at a path; none where the declared types do not show it."""
    current = alternatives(types, start)
    for step in steps:
        current = step_down(types, current, step)
    return current


def step_down(types: Types, current: Iterable[Concrete], step: Step) -> list[Concrete]:
    """Return the concrete types one step below any of these."""
    return [found for item in current for below in _below(item, step) for found in alternatives(types, below)]


def fields_along(types: Types, start: Type, steps: Iterable[Step]) -> Iterator[Field]:
    """Yield the properties that a path passes."""
    current = alternatives(types, start)
    for step in steps:
        for item in current:
            if isinstance(item, Model) and step.property is not None:
                field = field_of(item, step.property)
                if field is not None:
                    yield field
        current = step_down(types, current, step)


def _below(item: Concrete, step: Step) -> list[Type]:
    """Return the types one step further."""
    match item:
        case Scalar(kind=Kind.ANY):
            return [ANY]
        case Model() if step.property is not None:
            field = field_of(item, step.property)
            if field is not None:
                return [field.type]
            return [item.additional] if item.additional is not None else []
        case MapOf(value) if step.property is not None:
            return [value]
        case ListOf(element) if step.property is None:
            return [element]
    return []


def same_shape(types: Types, left: Type, right: Type) -> bool:
    """Tell whether two types describe the same values; two components are alike only when they are one."""
    return _same(types, left, right, set())


def shape_key(types: Types, type_: Type) -> object:
    """Return a key that types of one shape share: only types with equal keys need be compared."""
    type_ = _unalias(types, type_)
    match types.get(type_.target) if isinstance(type_, Ref) else type_:
        case Model() as model:
            return Model, frozenset(field.wire for field in model.fields)
        case Enum() as enum:
            return Enum, tuple(_values(enum))
        case other:
            return type(other)


def _same(types: Types, left: Type, right: Type, assumed: set[tuple[Id, Id]]) -> bool:
    left, right = _unalias(types, left), _unalias(types, right)
    if left == right:
        return True
    match left, right:
        case Ref(one), Ref(other):
            if (one, other) in assumed:
                return True
            assumed.add((one, other))
            return _same_declared(types, types.get(one), types.get(other), assumed)
        case (ListOf(one_inner, checks), ListOf(other_inner, others)) | (
            MapOf(one_inner, checks),
            MapOf(other_inner, others),
        ):
            return checks == others and _same(types, one_inner, other_inner, assumed)
        case Nullable(one_inner), Nullable(other_inner):
            return _same(types, one_inner, other_inner, assumed)
    return False


def _unalias(types: Types, type_: Type) -> Type:
    seen: set[Id] = set()
    while isinstance(type_, Ref) and type_.target not in seen:
        declared = types.get(type_.target)
        if not isinstance(declared, Alias):
            return type_
        seen.add(type_.target)
        type_ = declared.type
    return type_


def _same_declared(
    types: Types, left: Declaration | None, right: Declaration | None, assumed: set[tuple[Id, Id]]
) -> bool:
    match left, right:
        case Model(), Model():
            return _may_be_one(left, right) and _same_models(types, left, right, assumed)
        case Enum(), Enum():
            return _may_be_one(left, right) and _values(left) == _values(right) and left.base == right.base
        case Union(), Union():
            return (
                _may_be_one(left, right)
                and (left.tag, len(left.cases)) == (right.tag, len(right.cases))
                and all(
                    _same(types, one.type, other.type, assumed)
                    for one, other in zip(left.cases, right.cases, strict=True)
                )
            )
    return False


def _may_be_one(left: Model | Enum | Union, right: Model | Enum | Union) -> bool:
    return left.unnamed or right.unnamed


def _values(declared: Enum) -> list[object]:
    return [member.value for member in declared.members]


def _same_models(types: Types, left: Model, right: Model, assumed: set[tuple[Id, Id]]) -> bool:
    if left.closed != right.closed or not _same_extra(types, left.additional, right.additional, assumed):
        return False
    fields = {field.wire: field for field in right.fields}
    if len(fields) != len(left.fields):
        return False
    return all(_same_fields(types, field, fields.get(field.wire), assumed) for field in left.fields)


def _same_extra(types: Types, left: Type | None, right: Type | None, assumed: set[tuple[Id, Id]]) -> bool:
    if left is None or right is None:
        return left is right
    return _same(types, left, right, assumed)


def _same_fields(types: Types, left: Field, right: Field | None, assumed: set[tuple[Id, Id]]) -> bool:
    return (
        right is not None
        and (left.required, left.read_only, left.write_only) == (right.required, right.read_only, right.write_only)
        and _same(types, left.type, right.type, assumed)
    )
