"""Recall what is printed of a plan (:mod:`backends.grains`) from one build for the next.

While a grain is made, a plan takes note of what is read of it, entry by entry: the plan that backends get is then one
whose tables are :class:`Table`. Where all that the grain has read is as it was, the next build takes its result as it
is. What is worked out once of a plan for many grains (:class:`compiler.base.grain.Facts`) is compared, too: a grain
depends on those entries of it that it has asked for. All else that is kept once for a plan
(:mod:`compiler.plan.per_plan`) would hide what is read, so that each grain has its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from compiler.base.frozen import frozen, mutable
from compiler.base.memory import identical
from compiler.engine.reads import (
    KEYS,
    KINDS,
    WHOLE,
    Members,
    Noted,
    Read,
    Table,
    have_one_head,
    have_one_shape,
    head_of,
    only_of,
    shape_of,
)

if TYPE_CHECKING:
    from compiler.plan.plan import Plan

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
_MISSING = object()
_TURNS = 16
"""After so many builds the parts that are not needed any more are forgotten."""


@frozen
class _Reads:
    """What something was made of: entries that it has read, and parts.

    ``inner`` are parts whose reads are among its own: they are as they were where it is.
    """

    entries: frozenset[Read]
    inner: tuple[Hashable, ...]


@mutable
class _Part:
    given: tuple[object, ...]
    reads: _Reads
    value: Any
    valid: int
    """The last build of which it is known that it is as that would make it: an index of ``Printed._builds``."""


@frozen
class _Fact:
    owner: type[object]
    name: str
    reads: _Reads
    raw: Any
    value: Any


@frozen
class _Changes:
    """What one build found changed."""

    entries: set[Read]
    facts: set[str]
    """Those that may have changed, and have not been worked out again."""


class Printed:
    """The parts of all targets of one command; they are kept while builds need them.

    A part within another is not looked at while that is as it was, so some builds may pass before it is asked for: what
    each has changed is kept until then.
    """

    def __init__(self) -> None:
        self.reads: set[Read] | None = None
        """What the part that is being made has read so far."""
        self.alone: dict[object, Any] = {}
        """What is made for that part alone."""
        self._inner: list[Hashable] = []
        self._ended = True
        self._targets: list[str] = []
        self._builds: list[_Changes] = []
        """The last one is this build."""
        self._now = -1
        """The index of this build."""
        self._changed: set[Read] = set()
        self._stale: set[str] = set()
        """The sets of this build."""
        self._tables: dict[str, Mapping[Any, Any]] = {}
        self._parts: dict[Hashable, _Part] = {}
        self._facts: dict[str, _Fact] = {}
        self._nodes: dict[str, object] = {}
        self._former_tables: dict[str, Mapping[Any, Any]] = {}
        self._former_facts: dict[str, _Fact] = {}
        self._former_nodes: dict[str, object] = {}

    # ------------------------------------------------------------------ builds

    def begin(self, plans: Mapping[str, Plan]) -> dict[str, Plan]:
        """Begin to print; return the plans of the targets as those that take note of what is read.

        What was kept by a build that did not come to its end is forgotten, and what was printed beside other targets,
        which pages show.
        """
        if not self._ended or [*plans] != self._targets:
            self._tables, self._parts, self._facts, self._nodes = {}, {}, {}, {}
        self._former_tables, self._former_facts, self._former_nodes = self._tables, self._facts, self._nodes
        self._tables, self._facts, self._nodes, self._targets = {}, {}, {}, [*plans]
        self._changed, self._stale, self._ended = set(), set(), False
        self._builds.append(_Changes(self._changed, self._stale))
        self._now += 1
        self.reads, self.alone = None, {}
        noted = {target: self._plan(target, plan) for target, plan in plans.items()}
        for name, fact in self._former_facts.items():
            if self._holds(fact.reads, self._now - 1):
                self._facts[name] = fact
            else:
                self._stale.add(name)
        return noted

    def end(self) -> None:
        """End a build that has printed everything: forget what it did not need."""
        self._former_tables, self._former_facts, self._former_nodes = {}, {}, {}
        self.reads, self.alone = None, {}
        self._ended = True
        if len(self._builds) > _TURNS:
            self._forget()

    def _forget(self) -> None:
        """Forget the parts that this build did not need, and what changed before it.

        A part is needed by one that has read all that it has read: of the same name, another may have been made since.
        """
        parts = self._parts
        self._parts = {key: item for key, item in parts.items() if item.valid == self._now}
        waiting = [fact.reads for fact in self._facts.values()] + [item.reads for item in self._parts.values()]
        while waiting:
            reads = waiting.pop()
            inner = [key for key in reads.inner if key in parts and parts[key].reads.entries <= reads.entries]
            for key in inner:
                if key not in self._parts:
                    self._parts[key] = parts[key]
                    waiting.append(parts[key].reads)
        for item in self._parts.values():
            item.valid = 0
        del self._builds[:-1]
        self._now = 0

    def _plan(self, target: str, plan: Plan) -> Plan:
        wire = self._node(target, f"{target}.wire", plan.wire, {})
        types, operations = wire.types, wire.operations
        vars(wire).update(
            operation_shapes=operations.shapes,
            shapes=types.shapes,
            unions_and_aliases=types.only(KINDS[0]),
            all_but_models=types.only(KINDS[1]),
        )
        surface = self._node(target, f"{target}.surface", plan.surface, {})
        vars(surface).update(type_heads=surface.types.heads, group_heads=surface.groups.heads)
        made = self._node(target, target, plan, {"wire": wire, "surface": surface, "shown": None, "schemas": None})
        vars(made).update(schemas=plan.schemas.over(wire), shown=plan.shown.over(made))
        return cast("Plan", made)

    def _node(self, target: str, name: str, node: Any, given: dict[str, object]) -> Any:
        """Return a node whose tables take note, as it does for its other members."""
        former = self._former_nodes.get(name)
        self._nodes[name] = node
        for field in dataclasses.fields(node):
            value = getattr(node, field.name)
            if field.name in given:
                pass
            elif isinstance(value, dict):
                given[field.name] = self.table(f"{name}.{field.name}", value)
            elif former is None or not identical(getattr(former, field.name), value):
                self._changed.add((name, field.name))
        return Noted(self, target, name, node, given)

    # ------------------------------------------------------------------ what is read, and has changed

    def note(self, name: str, key: object) -> None:
        """Take note of something read."""
        if self.reads is not None:
            self.reads.add((name, key))

    def table(self, name: str, table: Mapping[K, V]) -> Table[K, V]:
        """Return a table that takes note of what is read of it, and is compared with the former one of its name."""
        former = self._former_tables.get(name)
        self._tables[name] = table
        if former is None:
            self._stale.add(name)
        elif former is not table:
            self._compare(name, former, table)
        return Table(self, name, table)

    def _compare(self, name: str, former: Mapping[Any, Any], table: Mapping[Any, Any]) -> None:
        changed = [
            key
            for key, value in table.items()
            if (old := former.get(key, _MISSING)) is not value and not identical(old, value)
        ]
        moved = [KEYS] if list(former) != list(table) else []
        if moved:
            changed += [key for key in former if key not in table]
        pairs = {key: (former.get(key, _MISSING), table.get(key, _MISSING)) for key in changed}
        reshaped = [key for key, pair in pairs.items() if not have_one_shape(*pair)]
        views = {
            name: changed,
            shape_of(name): reshaped,
            head_of(name): [key for key in reshaped if not have_one_head(*pairs[key])],
        }
        for kinds in KINDS:
            of_them = [key for key in reshaped if _has_one_of(pairs[key], kinds)]
            if of_them or (moved and _keys_of(former, kinds) != _keys_of(table, kinds)):
                views[only_of(name, kinds)] = [*of_them, KEYS]  # what is of another class now has come or gone
        for called, found in views.items():
            if found or moved:
                self._changed.update((called, key) for key in (*found, *moved, WHOLE))

    def _holds(self, reads: _Reads, valid: int) -> bool:
        """Whether all that was read is as it was at the end of a build."""
        for changes in self._builds[valid + 1 :]:
            if not reads.entries.isdisjoint(changes.entries):
                return False
            if changes.facts and any(name in changes.facts for name, _ in reads.entries):
                return False
        return True

    def _noting(self, make: Callable[[], T]) -> tuple[T, _Reads]:
        """Make something with a note of its own of what it reads, and with nothing that was made for others."""
        reads, alone, inner = self.reads, self.alone, self._inner
        self.reads, self.alone, self._inner = set(), {}, []
        try:
            made = make()
            return made, _Reads(frozenset(self.reads), tuple(self._inner))
        finally:
            self.reads, self.alone, self._inner = reads, alone, inner

    # ------------------------------------------------------------------ parts and facts

    def part(self, key: Hashable, given: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the part of this name, as it was where all that it read is as it was."""
        known, now = self._parts.get(key), self._now
        if (
            known is None
            or not identical(known.given, given)
            or (known.valid != now and not self._holds(known.reads, known.valid))
        ):
            made, reads = self._noting(make)
            known = self._parts[key] = _Part(given, reads, made, now)
        else:
            known.valid = now
        if self.reads is not None:
            self.reads |= known.reads.entries
            self._inner.append(key)
        value: T = known.value
        return value

    def fact(self, target: str, owner: type[object], attribute: str, make: Callable[[], T]) -> T:
        """Return a fact, worked out once for a build, and only if anything that it depends on has changed."""
        name = f"{target}:{owner.__module__}.{owner.__qualname__}.{attribute}"
        known = self._facts.get(name)
        if known is None:
            raw, reads = self._noting(make)
            known = self._facts[name] = _Fact(owner, attribute, reads, raw, self._view_of(name, raw))
            former = self._former_facts.get(name)
            if former is not None:
                self._compare_facts(name, former.raw, raw)
            self._stale.discard(name)
        if known.value is known.raw:
            self.note(name, WHOLE)
        value: T = known.value
        return value

    def _view_of(self, name: str, raw: Any) -> Any:
        if isinstance(raw, Mapping):
            return Table(self, name, raw)
        return Members(self, name, raw) if isinstance(raw, set) else raw

    def _compare_facts(self, name: str, former: Any, raw: Any) -> None:
        if isinstance(former, Mapping) and isinstance(raw, Mapping):
            self._compare(name, former, raw)
        elif isinstance(former, set) and isinstance(raw, set):
            found = [(name, key) for key in former ^ raw]
            self._changed.update([*found, (name, WHOLE)] if found else ())
        elif not identical(former, raw):
            self._changed.add((name, WHOLE))

    def settle_facts(self, target: str, owners: Mapping[type[object], object]) -> None:
        """Work out again the facts of a target that may have changed, so that parts know which of them have.

        A fact that has read others is as it was where these are; they stand before it.
        """
        for name, fact in self._former_facts.items():
            if name not in self._stale or not name.startswith(f"{target}:") or fact.owner not in owners:
                continue
            self._stale.remove(name)
            if self._holds(fact.reads, self._now - 1):
                self._facts[name] = fact
            else:
                self._stale.add(name)
                getattr(owners[fact.owner], fact.name)

    # ------------------------------------------------------------------ the grains

    def of_part(self, make: Callable[[Any], T], plan: object) -> T:
        """Return what is made of a plan for the part that is being made, and for no other."""
        key = make, id(plan)
        if key not in self.alone:
            self.alone[key] = make(plan)
        value: T = self.alone[key]
        return value


def _has_one_of(pair: tuple[object, object], kinds: tuple[type[Any], ...]) -> bool:
    return any(isinstance(one, kinds) for one in pair)


def _keys_of(table: Mapping[Any, Any], kinds: tuple[type[Any], ...]) -> list[Any]:
    return [key for key, value in table.items() if isinstance(value, kinds)]
