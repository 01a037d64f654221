"""The members of unions without null, nesting and repetition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.ir.node import frozen, replace
from compiler.ir.nodes import Schema
from compiler.ir.types import ANY, LONG, Checks, Kind, Name, NameIn, Nullable, Origin, Ref, Scalar, Type
from passes.support.schemas import is_null, union_of


@frozen
class Option:
    """A member of a union with its type."""

    schema: Schema
    type: Type

    @property
    def name(self) -> Name | None:
        """The override or title, for a member that is no declaration, which would have a name of its own."""
        if isinstance(self.type, Ref):
            return None
        if self.schema.hints is not None and self.schema.hints.name is not None and self.schema.ref is None:
            return Name(self.schema.hints.name, Origin.OVERRIDE)
        return Name(self.schema.title, Origin.INFERRED) if self.schema.title else None

    @property
    def names_in(self) -> tuple[NameIn, ...]:
        """The overrides of such a member in single languages."""
        own = self.schema.ref is None and not isinstance(self.type, Ref)
        return self.schema.hints.names_in if own and self.schema.hints is not None else ()


def flat_members(schema: Schema) -> Iterator[Schema]:
    """Yield the members of a union, those of anonymous unions in it among them, null left out."""
    for member in union_of(schema):
        if is_null(member):
            continue
        if union_of(member) and not member.ref and not member.discriminator and not member.title and not _says(member):
            yield from flat_members(member)
        else:
            yield member


def _says(schema: Schema) -> bool:
    """Whether a union says of itself whether it is open, which is not said of one that it is a part of."""
    return schema.hints is not None and schema.hints.open is not None


def distinct(options: Iterable[Option]) -> list[Option]:
    """Return the options whose types differ; scalars of one kind are one, without format where these differ.

    Integers beside numbers are numbers, whose format tells of those of 64 bits (D11.3); beside a value of any type
    nothing else matters.
    """
    by_type: dict[object, Option] = {}
    for option in options:
        if option.type == ANY:
            return [option]
        key = _key(option.type)
        before = by_type.setdefault(key, option)
        if before.type != option.type:
            by_type[key] = replace(before, type=_common(before.type, option.type))
    kept = list(by_type.values())
    number = next((option for option in kept if _kind(option.type) is Kind.NUMBER), None)
    whole = [option for option in kept if _kind(option.type) in _INTEGERS]
    if number is None or not whole:
        return kept
    type_ = number.type
    if any(_checks(option.type) != _checks(type_) for option in whole):
        type_ = _unchecked(type_)
    if isinstance(type_, Scalar) and any(_kind(option.type) in _LONG for option in whole):
        type_ = replace(type_, format=LONG)
    kept[kept.index(number)] = replace(number, type=type_)
    return [option for option in kept if _kind(option.type) not in _INTEGERS]


def _key(type_: Type) -> object:
    """Return what is equal for types that count as one: scalars of one kind do."""
    return _kind(type_) or type_


_LONG = (Kind.INT64, Kind.UINT64)
_INTEGERS = (Kind.INTEGER, Kind.INT32, *_LONG)


def _checks(type_: Type) -> Checks | None:
    return type_.checks if isinstance(type_, Scalar) else None


def _unchecked(type_: Type) -> Type:
    """Return a scalar without checks: those of one member do not bind the values of another."""
    return replace(type_, checks=None) if isinstance(type_, Scalar) else type_


def _kind(type_: Type) -> Kind | None:
    return type_.kind if isinstance(type_, Scalar) else None


def _common(first: Type, second: Type) -> Type:
    assert isinstance(first, Scalar) and isinstance(second, Scalar)
    return Scalar(
        first.kind,
        first.format if first.format == second.format else None,
        first.checks if first.checks == second.checks else None,
    )


def stripped(type_: Type) -> Type:
    """Return the type without null."""
    return type_.inner if isinstance(type_, Nullable) else type_


def or_null(type_: Type, nullable: bool = True) -> Type:
    """Return the type or null; a type that allows null is not changed."""
    if not nullable or isinstance(type_, Nullable):
        return type_
    if isinstance(type_, Scalar) and type_.kind in (Kind.ANY, Kind.NULL):
        return type_
    return Nullable(type_)


def split_types(schema: Schema) -> tuple[Schema, ...]:
    """Return a schema per type of a schema with several, each with the keywords that apply to it."""
    return tuple(_only(schema, name) for name in schema.types if name != "null")


def _only(schema: Schema, name: str) -> Schema:
    part = Schema(types=(name,), id=f"{schema.id}/type/{name}")
    match name:
        case "object":
            return replace(
                part,
                properties=schema.properties,
                patterns=schema.patterns,
                additional=schema.additional,
                closed=schema.closed,
                required=schema.required,
            )
        case "array":
            return replace(part, items=schema.items, prefix_items=schema.prefix_items)
        case "string":
            return replace(
                part,
                format=schema.format,
                content_encoding=schema.content_encoding,
                content_media_type=schema.content_media_type,
            )
        case _:
            return replace(part, format=schema.format)


def is_any_text(schema: Schema) -> bool:
    """Whether any string is valid."""
    plain = schema.types == ("string",) and not schema.format and not schema.enum and schema.const is None
    return plain and not schema.content_encoding and not schema.content_media_type
