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

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.same import identity
from compiler.ir.types import (
    Alias,
    Case,
    Const,
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
    for at, group in _Classes(sdk.types, found).groups().items():
        groups.setdefault(group, []).append(at)
    several = ([found[at] for at in group] for group in groups.values() if len(group) > 1)
    names = {at: whole for group in several for at, whole in _named(group, context)}
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


def _named(group: list[Inline], context: Context) -> Iterator[tuple[Id, Id]]:
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


class _Classes:
    """Divides inline types into classes of equal ones: first all are one, then those that differ part, until none do.

    So types that hold themselves are equal, too, where nothing tells them apart.
    """

    def __init__(self, types: Mapping[Id, Declaration], found: Mapping[Id, Inline]) -> None:
        self.types, self.found = types, found
        self.classes = dict.fromkeys(found, 0)

    def groups(self) -> dict[Id, int]:
        """Return the class of each type."""
        count = 0
        while True:
            numbers: dict[Any, int] = {}
            keys = {at: (self.classes[at], self._declared(item)) for at, item in self.found.items()}
            self.classes = {at: numbers.setdefault(key, len(numbers)) for at, key in keys.items()}
            if len(numbers) == count:
                return self.classes
            count = len(numbers)

    def _declared(self, item: Inline) -> object:
        match item:
            case Model():
                fields = tuple(sorted((self._field(field) for field in item.fields), key=lambda key: str(key[0])))
                extra = None if item.additional is None else self._type(item.additional)
                return Model, item.view, item.closed, item.checks, extra, fields, item.deprecated
            case Enum():
                values = tuple(identity(member.value) for member in item.members)
                return Enum, self._type(item.base), item.open, item.free, values, item.deprecated
            case Union():
                default = None if item.default is None else self._type(item.default)
                cases = tuple(map(self._case, item.cases))
                return Union, item.choice, item.tag, default, item.many, item.open, cases, item.deprecated

    def _field(self, field: Field) -> tuple[object, ...]:
        plain = replace(
            field, type=Const(None), said=None, title=None, description=None, example=None, default=None, id=""
        )
        said = None if field.said is None else self._type(field.said)
        return field.wire, self._type(field.type), said, _value(field.default), plain

    def _case(self, case: Case) -> object:
        return self._type(case.type), _value(case.written), replace(case, type=Const(None), written=None)

    def _type(self, type_: Type) -> object:
        found = behind(type_, self.types)
        match found:
            case ListOf(item, checks):
                return ListOf, self._type(item), checks
            case MapOf(value, checks):
                return MapOf, self._type(value), checks
            case Nullable(inner):
                return Nullable, self._type(inner)
            case Ref(target):
                return (Ref, self.classes[target]) if target in self.classes else (Ref, target)
            case _:
                return found


def _value(value: Value | None) -> object:
    return None if value is None else (identity(value.json),)
