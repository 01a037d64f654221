"""Report aliases, and names in single languages, that clash with another name there (D3.9).

The IR does not change. Of these, the second is reported::

    operation @"paths/~1files/get" ... groups=["files"] aliases=["all"] { name "list" }
    operation @"paths/~1files~1all/get" ... groups=["files"] { name "all" }

It runs after the passes that add variants of operations, since an alias cannot have their names either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from compiler.base.frozen import mutable
from compiler.base.naming import solid
from compiler.diagnostics import Note
from compiler.ir.node import Id, frozen
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import Model, NameIn, name_of
from compiler.ir.wire import SecurityScheme
from compiler.source import Loc
from passes.context import Context
from passes.support.names.distinct import name_key
from passes.support.names.english import text_key
from passes.support.names.groups import path_key, split
from passes.support.places import base_id, extension, report_same_name, title_of


def run(sdk: Sdk, context: Context) -> Sdk:
    """Report what meets another name.

    Methods: CG0605, CG0614; types: CG0511; properties: CG0612; events: CG1005; security schemes: CG0615.
    """
    checker = _Checker(sdk, context)
    for target in _targets(sdk, context):
        checker.methods(target)
    for target in sorted({item.target for names in _names_of_types(sdk) for item in names}):
        checker.types(target)
    for target in sorted({item.target for event in sdk.events.values() for item in event.names_in}):
        checker.events(target)
    checker.schemes()
    return sdk


def _targets(sdk: Sdk, context: Context) -> list[str]:
    """Return the targets in which methods may be called otherwise than by their names."""
    told = {item.target for operation in sdk.operations.values() for item in operation.names_in}
    plain = any(operation.aliases for operation in sdk.operations.values())
    return sorted(told | context.targets if plain else told) or ([""] if plain else [])


def _names_of_types(sdk: Sdk) -> Iterator[Iterable[NameIn]]:
    for item in sdk.types.values():
        yield item.names_in
        if isinstance(item, Model):
            yield from (each.names_in for each in item.fields if each.names_in)


@frozen
class _Claim:
    """What a name of a group stands for: an operation by its name, or by an alias, or the group below of that name."""

    operation: Operation | None
    text: str
    alias: bool = False
    own: bool = False
    """Only this language calls it so."""


@mutable
class _Checker:
    sdk: Sdk
    context: Context
    told: set[tuple[Id, str]] = field(default_factory=set)
    """Operations with the names that were told of, by a target before."""

    # ------------------------------------------------------------------ methods

    def methods(self, target: str) -> None:
        """Hold the names and aliases of each group against each other, and against the groups below it."""
        for claims in self.claims(target).values():
            if len(claims) < 2:
                continue
            first = min(claims, key=lambda item: (item.alias, item.own))
            for claim in claims:
                if claim is first or claim.operation is None:
                    continue
                if claim.alias:
                    self.tell_of_alias(claim, first, target)
                elif claim.own or first.own:
                    self.tell_of_name(claim, first, target)

    def claims(self, target: str) -> dict[tuple[tuple[str, ...], str], list[_Claim]]:
        """Return what claims each name, by group and name."""
        found: dict[tuple[tuple[str, ...], str], list[_Claim]] = {}
        below: dict[tuple[tuple[str, ...], str], _Claim] = {}
        for operation in self.sdk.operations.values():
            if target in operation.ignore:
                continue
            listed = list(_claims(operation, target))
            for group in operation.groups or ("",):
                path = split(group)
                keys = path_key(path, self.context.vocabulary)
                for depth in range(len(keys)):
                    below.setdefault((keys[:depth], keys[depth]), _Claim(None, path[depth]))
                for claim in listed:
                    found.setdefault((keys, name_key(claim.text, self.context.vocabulary)), []).append(claim)
        for key, group_claim in below.items():
            if any(claim.alias for claim in found.get(key, ())):
                found[key].insert(0, group_claim)
        return found

    def tell_of_alias(self, claim: _Claim, other: _Claim, target: str) -> None:
        assert claim.operation is not None
        at = base_id(claim.operation)
        if (at, claim.text) in self.told:
            return
        self.told.add((at, claim.text))
        what = f"the group `{other.text}`"
        if other.operation is not None:
            what = f"{'an alias' if other.alias else 'the name'} of {title_of(other.operation)}"
        place = self.place(claim.operation, target).at(_aliases(claim.operation, target).index(claim.text) + 1)
        self.context.diagnostics.report("CG0614", place, subject=at, name=solid(claim.text), other=what)

    def tell_of_name(self, claim: _Claim, other: _Claim, target: str) -> None:
        operation, first = claim.operation, other.operation
        assert operation is not None and first is not None
        overridden = operation if claim.own else first
        override = Note(f"the override, for {target}", self.place(overridden, target))
        report_same_name(self.context, operation, first, claim.text, override)

    def place(self, operation: Operation, target: str) -> Loc:
        """Return where an operation's aliases, or its name in a target, were written."""
        by_target = any(item.target == target for item in operation.names_in)
        if operation.named_by is not None and not self.is_own(operation, target):
            place = self.context.loc(operation.named_by).at("methodNameOverride")
        else:
            place = extension(self.context, base_id(operation), "name-override")
        return place.at(target) if by_target else place

    @staticmethod
    def is_own(operation: Operation, target: str) -> bool:
        """Tell whether the operation itself says what it is called in a target."""
        return any(item.target == target and item.origin == "operation-override" for item in operation.names_in)

    # ------------------------------------------------------------------ types, properties, events

    def types(self, target: str) -> None:
        """Hold the names of types against each other, and those of the properties of each."""
        taken: dict[str, Id] = {}
        for at, item in self.sdk.types.items():
            if item.name is not None and not any(one.target == target for one in item.names_in):
                taken.setdefault(text_key(item.name.text, self.context.vocabulary), at)
            if isinstance(item, Model):
                self.fields(item, target)
        for at, item in self.sdk.types.items():
            for one in item.names_in:
                if one.target == target and taken.setdefault(text_key(one.text, self.context.vocabulary), at) != at:
                    place = extension(self.context, at, "name-override").at(target)
                    other = f"`{taken[text_key(one.text, self.context.vocabulary)]}`"
                    self.context.diagnostics.report("CG0511", place, subject=at, name=one.text, second=other)

    def fields(self, model: Model, target: str) -> None:
        """Warn of properties that one language calls alike: a number tells them apart (D10.2)."""
        if not any(item.names_in for item in model.fields):
            return
        names = {item.wire: name_of(item.name, item.names_in, target) for item in model.fields}
        own = {item.wire for item in model.fields if any(one.target == target for one in item.names_in)}
        taken = {
            name_key(name.text if name else wire, self.context.vocabulary): wire
            for wire, name in names.items()
            if wire not in own
        }
        for item in model.fields:
            name = names[item.wire]
            if item.wire not in own or name is None:
                continue
            other = taken.setdefault(name_key(name.text, self.context.vocabulary), item.wire)
            if other != item.wire:
                place = extension(self.context, item.id, "name-override").at(target)
                self.context.diagnostics.report("CG0612", place, wire=item.wire, name=name.text, other=other)

    def events(self, target: str) -> None:
        """Hold the names of webhooks and callbacks against each other."""
        taken: dict[str, Id] = {}
        names = {at: name_of(event.name, event.names_in, target) for at, event in self.sdk.events.items()}
        own = {at for at, event in self.sdk.events.items() if any(one.target == target for one in event.names_in)}
        for at in sorted(names, key=lambda at: at in own):
            name = names[at]
            text = name.text if name else self.sdk.events[at].wire
            other = taken.setdefault(name_key(text, self.context.vocabulary), at)
            if other != at and at in own:
                note = Note("the other one", self.context.loc(other), at_key=True)
                self.context.diagnostics.report(
                    "CG1005", self.context.loc(at), subject=at, at_key=True, notes=[note], name=text
                )

    # ------------------------------------------------------------------ security schemes

    def schemes(self) -> None:
        """Hold the names of the client's options for credentials against each other."""
        told: set[Id] = set()
        listed = self.sdk.schemes.values()
        for target in (None, *sorted({item.target for scheme in listed for item in scheme.names_in})):
            taken: dict[str, SecurityScheme] = {}
            for scheme in sorted(listed, key=lambda item: item.name is not None or bool(item.names_in)):
                name = _option(scheme, target)
                other = taken.setdefault(name_key(name, self.context.vocabulary), scheme)
                if other is scheme or scheme.id in told or not (scheme.name or scheme.names_in):
                    continue
                told.add(scheme.id)
                place = extension(self.context, scheme.id, "name-override")
                by_target = any(item.target == target for item in scheme.names_in)
                self.context.diagnostics.report(
                    "CG0615",
                    place.at(target) if by_target and target is not None else place,
                    notes=[Note("the other one", self.context.loc(other.id), at_key=True)],
                    scheme=scheme.scheme,
                    name=name,
                )


def _option(scheme: SecurityScheme, target: str | None) -> str:
    name = name_of(None, scheme.names_in, target)
    return name.text if name is not None else scheme.name or scheme.scheme


def _claims(operation: Operation, target: str) -> Iterator[_Claim]:
    """Yield what an operation is called in a target; twins have no aliases."""
    own = next((item for item in operation.names_in if item.target == target), None)
    name = name_of(operation.name, operation.names_in, target)
    if name is not None:
        text = f"{name.text} {operation.variant}" if operation.variant else name.text
        yield _Claim(operation, text, own=own is not None)
    if not operation.variant:
        yield from (_Claim(operation, text, alias=True) for text in _aliases(operation, target))


def _aliases(operation: Operation, target: str) -> Sequence[str]:
    return next((item.aliases for item in operation.names_in if item.target == target), operation.aliases)
