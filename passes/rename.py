"""Apply name overrides, and make equal names of methods differ (spec 2.1, D3).

Before::

    rename "^get.*" to="get"
    operation @"paths/~1trips/get" GET "/trips" operation_id="getTrips" groups=["trips"] ... {
      name "getTrips" origin=inferred
    }
    operation @"paths/~1trips/post" POST "/trips" operation_id="postTrip" groups=["trips"] override="add" ... {
      name "postTrip" origin=inferred
    }

After::

    rename "^get.*" to="get"
    operation @"paths/~1trips/get" GET "/trips" operation_id="getTrips" groups=["trips"] ... {
      name "get" origin=root-override
    }
    operation @"paths/~1trips/post" POST "/trips" operation_id="postTrip" groups=["trips"] override="add" ... {
      name "add" origin=operation-override
    }

An operation's own override comes before the root's, that before the inferred name. Parameters alike; a parameter
without override keeps its wire name and gets no ``name``. Names are words: a target's casing comes later (D3.4). Equal
names in a group are an error if one is an override; inferred names add the words of their method and path (D3.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TypeVar

from compiler.base.frozen import mutable
from compiler.base.naming import solid, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.diagnostics import Note
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Event, Operation, Parameter, RenameRule, Sdk
from compiler.ir.types import Model, Name, NameIn, Origin
from compiler.source import Loc
from passes.context import Context
from passes.support.change import change_each
from passes.support.names.distinct import Wish, distinguish, name_key
from passes.support.names.first_places import wished_places
from passes.support.names.groups import path_key, split
from passes.support.names.methods import inferred_name, longer_names, operation_id
from passes.support.names.overrides import Rules, compile_rules
from passes.support.places import extension, report_same_name

Caller = TypeVar("Caller", Operation, Event)


def run(sdk: Sdk, context: Context) -> Sdk:
    """Set the final ``name`` of every operation, and ``name`` of overridden parameters and events.

    Reports CG0604 to CG0607, CG0609, CG0610, and CG0612 (an override of a property takes another's name).
    """
    methods = compile_rules([rule for rule in sdk.renames if not rule.parameters], context, "operationId")
    of_parameters = [rule for rule in sdk.renames if rule.parameters]
    parameters = _Parameters(compile_rules(of_parameters, context, "parameterName"))
    groups = {at: operation.groups or ("",) for at, operation in sdk.operations.items()}
    context.lock.seen.update(
        (f"{at}#group", _spoken(listed, context.vocabulary)) for at, listed in groups.items() if any(listed)
    )
    namer = _Namer(context, methods, sdk)
    names = namer.names(sdk.operations, groups)
    operations = {
        at: replace(namer.in_languages(parameters.rename(item)), name=names[at]) for at, item in sdk.operations.items()
    }
    events = {at: _event(parameters.rename(event)) for at, event in sdk.events.items()}
    shared = change_each(sdk.global_parameters, parameters.name_parameter)
    for rule in (*methods.unused(), *parameters.rules.unused()):
        context.diagnostics.report("CG0609", context.loc(rule.id), pattern=rule.pattern)
    for declared in sdk.types.values():
        if isinstance(declared, Model):
            _report_equal_fields(declared, context)
    return replace(sdk, operations=operations, events=events, global_parameters=shared)


def _event(event: Event) -> Event:
    """Give a webhook or callback its handler's name; entries of the root do not apply to it (D3.2)."""
    if event.override is None:
        return event
    return replace(event, name=Name(event.override, Origin.OPERATION_OVERRIDE))


def _report_equal_fields(model: Model, context: Context) -> None:
    """Warn of overrides that two properties of a model cannot both have: a number tells them apart (D10.2)."""
    overridden = [item for item in model.fields if item.name is not None]
    if not overridden:
        return
    wires = {name_key(item.wire, context.vocabulary): item.wire for item in reversed(model.fields) if item.name is None}
    for item in overridden:
        assert item.name is not None
        first = wires.setdefault(name_key(item.name.text, context.vocabulary), item.wire)
        if first != item.wire:
            place = extension(context, item.id, "name-override")
            context.diagnostics.report("CG0612", place, wire=item.wire, name=item.name.text, other=first)


# --------------------------------------------------------------------------- parameters


@frozen
class _Parameters:
    rules: Rules[RenameRule]

    def rename(self, caller: Caller) -> Caller:
        name = self.name_parameter if isinstance(caller, Operation) else self._own
        changed = change_each(caller.parameters, name)
        return caller if changed is caller.parameters else replace(caller, parameters=changed)

    def name_parameter(self, parameter: Parameter) -> Parameter:
        """Name a parameter of an operation or of the client: its own override before the root's (D3.3)."""
        if parameter.override is not None:
            return self._own(parameter)
        rule = self.rules.find(parameter.wire)
        if rule is None:
            return parameter
        name = Name(rule.to, Origin.ROOT_OVERRIDE) if rule.to else parameter.name
        return replace(parameter, name=name, names_in=_merged(parameter.names_in, rule))

    def _own(self, parameter: Parameter) -> Parameter:
        override = parameter.override
        return parameter if override is None else replace(parameter, name=Name(override, Origin.OVERRIDE))


def _merged(own: tuple[NameIn, ...], rule: RenameRule) -> tuple[NameIn, ...]:
    """Return names of single languages: a thing's own, then the root's for those that are left out there (D3.9)."""
    told = {item.target for item in own}
    others = (item for item in rule.names_in if item.target not in told)
    return (*own, *(replace(item, origin=Origin.ROOT_OVERRIDE) for item in others))


# --------------------------------------------------------------------------- methods


@mutable
class _Namer:
    context: Context
    rules: Rules[RenameRule]
    sdk: Sdk
    overrides: dict[Id, Loc] = field(default_factory=dict)
    """Where the override stands that named an operation."""
    taken: set[tuple[str, ...]] = field(default_factory=set)
    """The paths of all groups."""

    def names(self, operations: Mapping[Id, Operation], groups: Mapping[Id, tuple[str, ...]]) -> dict[Id, Name]:
        """Return the final name of every operation."""
        first = {at: self.first_name(operation) for at, operation in operations.items()}
        first = self.prefix_verbs(first, operations, groups)
        wishes = {at: self.wish(operation, first[at], groups[at]) for at, operation in operations.items()}
        outcome = distinguish(wishes, self.context.vocabulary)
        for clash in outcome.clashes:
            self.report_clash([operations[at] for at in clash], first)
        levels = outcome.levels
        names = {at: self.final(operations[at], first[at], wish, levels[at]) for at, wish in wishes.items()}
        self.warn_of_equal(operations, groups, first, names)
        return names

    def first_name(self, operation: Operation) -> Name:
        """Return the name by precedence: operation, root, inferred (D3.3)."""
        override = operation.override
        rule = self.rules.find(operation_id(operation))
        if override is not None:
            self.overrides[operation.id] = extension(self.context, operation.id, "name-override")
            return Name(override, Origin.OPERATION_OVERRIDE)
        if rule is not None and rule.to:
            self.overrides[operation.id] = self.context.loc(rule.id)
            return Name(rule.to, Origin.ROOT_OVERRIDE)
        assert operation.name is not None
        return operation.name

    def in_languages(self, operation: Operation) -> Operation:
        """Return an operation with the aliases, and names of single languages, that overrides give it (D3.9)."""
        rule = self.rules.find(operation_id(operation)) if operation.override is None else None
        own = tuple(replace(item, origin=Origin.OPERATION_OVERRIDE) for item in operation.names_in)
        aliases = operation.aliases if rule is None else rule.aliases
        merged = own if rule is None else _merged(own, rule)
        if not aliases and not merged:
            return operation
        merged = tuple(self.prefix_verb(item, operation) for item in merged)
        self.remember(operation, aliases, merged)
        return replace(operation, aliases=aliases, names_in=merged, named_by=rule.id if rule is not None else None)

    def prefix_verb(self, item: NameIn, operation: Operation) -> NameIn:
        """Put its verb before what a language calls like a group beside it (D3.6)."""
        if not self.is_group(item.text, operation.groups or ("",)):
            return item
        text = f"{operation.method.lower()} {item.text}"
        self.report_group(operation, item.text, text)
        return replace(item, text=text, origin=Origin.COLLISION)

    def is_group(self, name: str, groups: Iterable[str]) -> bool:
        """Tell whether a group beside a method is called so."""
        return any(
            (*path_key(split(group), self.context.vocabulary), name_key(name, self.context.vocabulary)) in self.taken
            for group in groups
        )

    def remember(self, operation: Operation, aliases: tuple[str, ...], names_in: Iterable[NameIn]) -> None:
        """Write into codegen.lock what callers may use besides the name, so that what goes is told."""
        seen = self.context.lock.seen
        if aliases:
            seen[f"{operation.id}#aliases"] = ", ".join(aliases)
        for item in names_in:
            seen[f"{_lock_key(operation)}:{item.target}"] = item.text
            if item.aliases:
                seen[f"{operation.id}#aliases:{item.target}"] = ", ".join(item.aliases)

    def prefix_verbs(
        self, names: Mapping[Id, Name], operations: Mapping[Id, Operation], groups: Mapping[Id, tuple[str, ...]]
    ) -> dict[Id, Name]:
        """Put its verb before a method that is called like a group beside it (D3.6)."""
        self.taken = {
            path_key(split(group)[:depth], self.context.vocabulary)
            for listed in groups.values()
            for group in listed
            for depth in range(1, len(split(group)) + 1)
        }
        apart = dict(names)
        for at, name in names.items():
            if self.is_group(name.text, groups[at]):
                operation = operations[at]
                apart[at] = Name(f"{operation.method.lower()} {name.text}", Origin.COLLISION)
                self.report_group(operation, name.text, apart[at].text)
        return apart

    def report_group(self, operation: Operation, before: str, after: str) -> None:
        self.context.diagnostics.report(
            "CG0607", self.context.loc(operation.id), subject=operation.id, at_key=True, name=before, other=solid(after)
        )

    def wish(self, operation: Operation, name: Name, groups: Iterable[str]) -> Wish:
        fixed = operation.id in self.overrides
        return Wish(
            name.text,
            longer=tuple if fixed else lambda: self.longer(operation, name.text),
            scopes=tuple(dict.fromkeys(" ".join(path_key(split(group), self.context.vocabulary)) for group in groups)),
            fixed=fixed,
            kept=self.context.lock.kept.get(_lock_key(operation)),
        )

    def longer(self, operation: Operation, name: str) -> Iterable[str]:
        """Return what else a method may be called: beside others of a group that was written, as its operationId."""
        own = (
            inferred_name(operation, operation.groups or (), self.context.vocabulary)
            if self.sdk.names == "path"
            else name
        )
        return (
            *(
                text
                for text in (own,)
                if name_key(text, self.context.vocabulary) != name_key(name, self.context.vocabulary)
            ),
            *longer_names(operation, name, self.context.vocabulary),
        )

    def final(self, operation: Operation, first: Name, wish: Wish, level: int) -> Name:
        text = wish.at(level)
        self.context.lock.seen[_lock_key(operation)] = text
        if level == 0:
            return first
        return Name(text, Origin.LOCK if wish.kept == text else Origin.COLLISION)

    def report_clash(self, clash: list[Operation], names: Mapping[Id, Name]) -> None:
        """Report each operation but one; first come those that took the name by an override."""
        by_override = [item for item in clash if item.id in self.overrides]
        if not by_override:
            return
        inferred = [item for item in clash if item.id not in self.overrides]
        kept, *others = (*inferred, *by_override)
        for operation in others:
            override = self.overrides.get(operation.id) or self.overrides[by_override[0].id]
            name = names[operation.id].text
            report_same_name(self.context, operation, kept, name, Note("the override", override))

    def is_told(self, at: Id, twins: Sequence[Id], name: Name) -> bool:
        """Say what a method is called where its operationId was told to be another's too (CG0329)."""
        if len(twins) < 2:
            return False
        place = self.context.loc(at if at != twins[0] else twins[1])
        note = Note(f"this method is called `{solid(name.text)}`", self.context.loc(at), at_key=True)
        return any(self.context.diagnostics.remark("CG0329", place.at(key), note) for key in ("operationId", "$ref"))

    def warn_of_equal(
        self,
        operations: Mapping[Id, Operation],
        groups: Mapping[Id, tuple[str, ...]],
        first: Mapping[Id, Name],
        names: Mapping[Id, Name],
    ) -> None:
        """Warn of inferred names that had to become longer."""
        twins = _twins(operations)
        wished = self.wished(names, first)
        for at, before in wished.items():
            name = names[at]
            if self.is_told(at, twins.get(operations[at].operation_id, ()), name):
                continue
            self.context.diagnostics.report(
                "CG0606",
                self.context.loc(at),
                subject=at,
                at_key=True,
                name=before,
                group=groups[at][0] or "the client",
                other=solid(name.text),
            )

    def wished(self, names: Mapping[Id, Name], first: Mapping[Id, Name]) -> dict[Id, str]:
        """Return the names that methods would have without another of that name, where they had to become longer."""
        longer = [at for at, name in names.items() if name.origin is Origin.COLLISION]
        here = {at: first[at].text for at in longer if names[at] is not first[at] and self.sdk.names != "path"}
        before = [at for at in longer if names[at] is self.sdk.operations[at].name]
        wishes = wished_places(self.sdk, self.context) if before else {}
        return here | {at: wishes[at].name for at in before}


def _twins(operations: Mapping[Id, Operation]) -> dict[str | None, list[Id]]:
    """Return the operations of each operationId, in document order."""
    found: dict[str | None, list[Id]] = {}
    for at, operation in operations.items():
        if operation.operation_id is not None:
            found.setdefault(operation.operation_id, []).append(at)
    return found


def _spoken(groups: Iterable[str], vocabulary: Vocabulary) -> str:
    """Return groups for codegen.lock, which only tells of a method that moves (CG1407): however they are spelled."""
    return ", ".join(".".join(" ".join(words(part, vocabulary)).lower() for part in split(group)) for group in groups)


def _lock_key(operation: Operation) -> str:
    return f"{operation.id}#method"
