"""Make equal inline types one: the others are further names of it (D10.1).

Before::

    union @schemas/Note/properties/body/items unnamed { name "NoteBody" case @schemas/Text case @schemas/Image }
    union @schemas/Draft/properties/body/items unnamed { name "DraftBody" case @schemas/Text case @schemas/Image }

After::

    union @schemas/Note/properties/body/items unnamed { name "NoteBody" ... }
    alias @schemas/Draft/properties/body/items type=@schemas/Note/properties/body/items unnamed { name "DraftBody" }

So what was read can be written. Types are equal if they differ in texts and names alone, at any depth; codegen.lock
keeps which of them the others name. Bodies of errors stay apart, since each gives its name to an error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

from compiler.ir.node import Id, TextKind, texts_of
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.same import identity
from compiler.ir.types import (
    Alias,
    Case,
    Declaration,
    Enum,
    Field,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Type,
    Union,
    Value,
    behind,
)
from passes.context import Context
from passes.support.change import changed

Inline = Model | Enum | Union
WHOLE = "equal"
"""The role under which codegen.lock knows the type that others name."""


def run(sdk: Sdk, context: Context) -> Sdk:
    """Replace equal inline types by names of one of them."""
    found = {at: item for at, item in sdk.types.items() if not isinstance(item, Alias) and _may_be_one(item)}
    for at in (*_errors(sdk.operations), *(f"{at}#write" for at in sdk.contracts), *sdk.contracts):
        found.pop(at, None)
    groups: dict[int, list[Id]] = {}
    for at, group in _classes(sdk.types, found).items():
        groups.setdefault(group, []).append(at)
    several = ([found[at] for at in group] for group in groups.values() if len(group) > 1)
    names = {at: whole for group in several for at, whole in _name_equals(group, context)}
    if not names:
        return sdk
    return changed(
        sdk, types={at: _alias(found[at], names[at]) if at in names else item for at, item in sdk.types.items()}
    )


def _may_be_one(item: Inline) -> bool:
    """Whether a type is inline; members of an enum that have names in the document give them to a class of its own."""
    return item.unnamed and not (isinstance(item, Enum) and item.has_names())


def _errors(operations: Mapping[Id, Operation]) -> Iterator[Id]:
    for operation in operations.values():
        for answer in operation.answers:
            if answer.error:
                yield from (decode.type.target for decode in answer.decodes if isinstance(decode.type, Ref))


def _name_equals(group: list[Inline], context: Context) -> Iterator[tuple[Id, Id]]:
    """Yield the types of a group that become names, each with the one that they name: that of the build before, else
    that of the shortest name."""
    known = [item for item in group if f"{item.id}#{WHOLE}" in context.lock.kept]
    whole = min(known or group, key=_rank).id
    context.lock.choose(f"{whole}#{WHOLE}", WHOLE)
    yield from ((item.id, whole) for item in group if item.id != whole)


def _rank(item: Inline) -> tuple[int, str, Id]:
    """Rank by names before identities, which say in which file a schema stands."""
    name = item.name.text if item.name else ""
    return len(name), name, item.id


def _alias(item: Inline, whole: Id) -> Alias:
    return Alias(
        id=item.id,
        type=Ref(whole),
        name=item.name,
        names_in=item.names_in,
        title=item.title,
        description=item.description,
        deprecated=item.deprecated,
        deprecation_message=item.deprecation_message,
        examples=item.examples,
        unnamed=True,
    )


def _classes(types: Mapping[Id, Declaration], found: Mapping[Id, Inline]) -> dict[Id, int]:
    """Divide inline types into classes of equal ones: those that look alike, parted by the classes of what they refer
    to until none are parted any more. So types that hold themselves are equal, too, where nothing tells them apart."""
    shapes = {at: _Shape(item, types, found) for at, item in found.items()}
    classes = _numbers({at: shape.seen for at, shape in shapes.items()})
    count = 0
    while count != (count := len(set(classes.values()))):
        classes = _numbers({at: (classes[at], *(classes[to] for to in shape.targets)) for at, shape in shapes.items()})
    return classes


def _numbers(keys: Mapping[Id, Hashable]) -> dict[Id, int]:
    numbers: dict[Hashable, int] = {}
    return {at: numbers.setdefault(key, len(numbers)) for at, key in keys.items()}


class _Shape:
    """What an inline type looks like without its texts and names, and the other inline types that it refers to."""

    def __init__(self, item: Inline, types: Mapping[Id, Declaration], found: Mapping[Id, Inline]) -> None:
        self._types, self._found = types, found
        self.targets: list[Id] = []
        self.seen = self._declared(item)

    def _declared(self, item: Inline) -> Hashable:
        match item:
            case Model():
                members = tuple(self._field(field) for field in sorted(item.fields, key=lambda field: field.wire))
                extra = None if item.additional is None else self._type(item.additional)
                return Model, item.view, item.closed, item.checks, extra, members, item.deprecated
            case Enum():
                values = tuple(identity(member.value) for member in item.members)
                return Enum, self._type(item.base), item.open, item.free, values, item.deprecated
            case Union():
                default = None if item.default is None else self._type(item.default)
                cases = tuple(map(self._case, item.cases))
                return Union, item.choice, item.tag, default, item.many, item.open, cases, item.deprecated

    def _field(self, field: Field) -> Hashable:
        said = None if field.said is None else self._type(field.said)
        return self._type(field.type), said, _value(field.default), _FIELD_REST(field)

    def _case(self, case: Case) -> Hashable:
        return self._type(case.type), _value(case.written), _CASE_REST(case)

    def _type(self, type_: Type) -> Hashable:
        found = behind(type_, self._types)
        match found:
            case ListOf(item, checks):
                return ListOf, self._type(item), checks
            case MapOf(value, checks):
                return MapOf, self._type(value), checks
            case Nullable(inner):
                return Nullable, self._type(inner)
            case Ref(target) if target in self._found:
                self.targets.append(target)
                return Ref
            case _:
                return found


def _get_rest(of: type, *but: str) -> Callable[[Any], Hashable]:
    """Return what gets the members of an item that count when items are compared, but for some."""
    return attrgetter(*(member.name for member in fields(of) if member.compare and member.name not in but))


_UNSEEN = texts_of(Field, TextKind.PROSE, TextKind.TITLE, TextKind.EXAMPLE)
_FIELD_REST = _get_rest(Field, "type", "said", "default", "id", *_UNSEEN)
_CASE_REST = _get_rest(Case, "type", "written")


def _value(value: Value | None) -> object:
    return None if value is None else (identity(value.json),)
