"""Parts of the output that a resident process keeps from one build for the next.

What is printed of a plan is made of parts: a file, the facts of a method. While a part is made, a plan takes note of
what is read of it, entry by entry: the plan that backends get is then one whose tables are :class:`Table`. Where all
that a part has read is as it was, the next build takes the part as it is. A plan of a build by itself has no parts
(:func:`kept_parts` is None), and its tables are plain.

Who prints a part must find everything in the plan, or in what is ``given`` to it: what it keeps for itself between
parts hides what is read. What is worked out once for many parts is a :class:`fact`, which is compared, too: a part
depends on those entries of it that it has asked for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Hashable, ItemsView, Iterator, KeysView, Mapping, Set, ValuesView
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from compiler.base.frozen import frozen
from compiler.base.memory import identical
from compiler.ir.node import replace

if TYPE_CHECKING:
    from compiler.ir.plan import Plan

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Read = tuple[str, object]
"""A table, and a key of it; or a node, and a member of it."""

_WHOLE, _KEYS = object(), object()
"""Stand for a key where all entries are read, or where only the keys are."""
_EVERYTHING: Read = ("", _WHOLE)
_MISSING = object()


@frozen
class _Part:
    given: tuple[object, ...]
    reads: frozenset[Read]
    value: Any


@frozen
class _Fact:
    owner: type[object]
    name: str
    reads: frozenset[Read]
    raw: Any
    value: Any


class Printed:
    """The parts of all targets of one command; they are kept while each build needs them."""

    def __init__(self) -> None:
        self.reads: set[Read] | None = None
        """What the part that is being made has read so far."""
        self.alone: dict[object, Any] = {}
        """What is made for that part alone."""
        self._ended = True
        self._changed: set[Read] = set()
        self._stale: set[str] = set()
        """Facts that may have changed, and have not been worked out again."""
        self._tables: dict[str, Mapping[Any, Any]] = {}
        self._parts: dict[Hashable, _Part] = {}
        self._facts: dict[str, _Fact] = {}
        self._nodes: dict[str, object] = {}
        self._former_tables: dict[str, Mapping[Any, Any]] = {}
        self._former_parts: dict[Hashable, _Part] = {}
        self._former_facts: dict[str, _Fact] = {}
        self._former_nodes: dict[str, object] = {}

    # ------------------------------------------------------------------ builds

    def begin(self, plans: Mapping[str, Plan]) -> dict[str, Plan]:
        """Begin to print; return the plans of the targets as those that take note of what is read.

        What was kept by a build that did not come to its end is forgotten.
        """
        if not self._ended:
            self._tables, self._parts, self._facts, self._nodes = {}, {}, {}, {}
        self._former_tables, self._former_parts = self._tables, self._parts
        self._former_facts, self._former_nodes = self._facts, self._nodes
        self._tables, self._parts, self._facts, self._nodes = {}, {}, {}, {}
        self._changed, self._stale, self._ended = set(), set(), False
        self.reads, self.alone = None, {}
        noted = {target: self._plan(target, plan) for target, plan in plans.items()}
        if self._changed:
            self._changed.add(_EVERYTHING)
        for name, fact in self._former_facts.items():
            if self._holds(fact.reads):
                self._facts[name] = fact
            else:
                self._stale.add(name)
        return noted

    def end(self) -> None:
        """End a build that has printed everything: forget what it did not need."""
        self._former_tables, self._former_parts, self._former_facts, self._former_nodes = {}, {}, {}, {}
        self.reads, self.alone = None, {}
        self._ended = True

    def _plan(self, target: str, plan: Plan) -> Plan:
        parts = Parts(self, target)
        wire = self._node(f"{target}.wire", plan.wire, {"parts": parts})
        surface = self._node(f"{target}.surface", plan.surface, {"parts": parts})
        given = {"wire": wire, "surface": surface, "parts": parts, "shown": None, "schemas": None}
        made = self._node(target, plan, given)
        members = vars(made)
        members["schemas"] = plan.schemas.over(wire)
        members["shown"] = plan.shown.over(cast("Plan", made))
        return cast("Plan", made)

    def _node(self, name: str, node: Any, given: Mapping[str, object] | None = None) -> Any:
        """Return a node whose tables take note, as it does for its other members."""
        given = dict(given or {})
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
        tables = {key: value for key, value in given.items() if isinstance(value, Table)}
        return _Noted(self, name, replace(node, **tables) if tables else node, given)

    # ------------------------------------------------------------------ what is read, and has changed

    def note(self, name: str, key: object) -> None:
        """Take note of something read."""
        if self.reads is not None:
            self.reads.add((name, key))

    def note_everything(self) -> None:
        """Take note of something that depends on the whole plan."""
        self.note(*_EVERYTHING)

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
        found = [(name, key) for key, value in table.items() if not identical(former.get(key, _MISSING), value)]
        found += [(name, key) for key in former if key not in table]
        moved = len(former) != len(table) or not all(map(identical, former, table))
        found += [(name, _KEYS)] if moved else []
        self._changed.update(found)
        if found:
            self._changed.add((name, _WHOLE))

    def _holds(self, reads: frozenset[Read]) -> bool:
        if not reads.isdisjoint(self._changed):
            return False
        return not self._stale or not any(name in self._stale for name, _ in reads)

    def _noting(self, make: Callable[[], T]) -> tuple[T, frozenset[Read]]:
        """Make something with a note of its own of what it reads, and with nothing that was made for others."""
        reads, alone = self.reads, self.alone
        self.reads, self.alone = set(), {}
        try:
            return make(), frozenset(self.reads)
        finally:
            self.reads, self.alone = reads, alone

    # ------------------------------------------------------------------ parts and facts

    def part(self, key: Hashable, given: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the part of this name, as it was where all that it read is as it was."""
        known = self._parts.get(key)
        if known is None or not identical(known.given, given):
            known = self._former_parts.get(key)
            if known is None or not identical(known.given, given) or not self._holds(known.reads):
                made, reads = self._noting(make)
                known = _Part(given, reads, made)
            self._parts[key] = known
        if self.reads is not None:
            self.reads |= known.reads
        value: T = known.value
        return value

    def fact(self, target: str, owner: type[object], attribute: str, make: Callable[[], T]) -> T:
        """Return a fact, worked out once for a build, and only if anything that it depends on has changed."""
        name = f"{target}:{owner.__module__}.{owner.__qualname__}.{attribute}"
        known = self._facts.get(name)
        if known is None:
            raw, reads = self._noting(make)
            known = self._facts[name] = _Fact(owner, attribute, reads, raw, self._shown(name, raw))
            former = self._former_facts.get(name)
            if former is not None:
                self._compare_facts(name, former.raw, raw)
            self._stale.discard(name)
        if known.value is known.raw:
            self.note(name, _WHOLE)
        value: T = known.value
        return value

    def _shown(self, name: str, raw: Any) -> Any:
        if isinstance(raw, Mapping):
            return Table(self, name, raw)
        return Members(self, name, raw) if isinstance(raw, set) else raw

    def _compare_facts(self, name: str, former: Any, raw: Any) -> None:
        if isinstance(former, Mapping) and isinstance(raw, Mapping):
            self._compare(name, former, raw)
        elif isinstance(former, set) and isinstance(raw, set):
            found = [(name, key) for key in former ^ raw]
            self._changed.update([*found, (name, _WHOLE)] if found else ())
        elif not identical(former, raw):
            self._changed.add((name, _WHOLE))

    def settle(self, target: str, owners: Mapping[type[object], object]) -> None:
        """Work out again the facts of a target that may have changed, so that parts know which of them have."""
        for name, fact in self._former_facts.items():
            if name in self._stale and name.startswith(f"{target}:") and fact.owner in owners:
                getattr(owners[fact.owner], fact.name)


class Parts:
    """The parts of one target (:func:`kept_parts`)."""

    def __init__(self, printed: Printed, target: str) -> None:
        self.printed, self.target = printed, target

    def part(self, key: Hashable, given: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return a part of the output.

        Args:
            key: the name of the part, unique in the target.
            given: what ``make`` has from elsewhere than the plan.
            make: makes the part, where what it reads has changed.
        """
        return self.printed.part((self.target, key), given, make)

    def table(self, name: str, table: Mapping[K, V]) -> Table[K, V]:
        """Return a table made for this build, of which parts depend on the entries that they read."""
        return self.printed.table(f"{self.target}:{name}", table)

    def alone(self, make: Callable[[Any], T], plan: object) -> T:
        """Return what is made of the plan for the part that is being made, and for no other."""
        key = make, id(plan)
        if key not in self.printed.alone:
            self.printed.alone[key] = make(plan)
        value: T = self.printed.alone[key]
        return value

    def settle(self, *owners: object) -> None:
        """Work out again those facts of these objects that may have changed."""
        self.printed.settle(self.target, {type(item): item for item in owners})


def kept_parts(node: object) -> Parts | None:
    """Return the parts of a plan, or of one of its halves; None for those of a build by itself."""
    found: Parts | None = vars(node)["parts"] if isinstance(node, _Noted) else None
    return found


def part(plan: Plan, key: Hashable, given: tuple[object, ...], make: Callable[[], T]) -> T:
    """Return a part of the output of a plan: kept where a resident process prints it (:meth:`Parts.part`)."""
    parts = kept_parts(plan)
    return make() if parts is None else parts.part(key, given, make)


def table(plan: Plan, name: str, made: Mapping[K, V]) -> Mapping[K, V]:
    """Return a table made for this build, of which parts depend on the entries that they read."""
    parts = kept_parts(plan)
    return made if parts is None else parts.table(name, made)


class _Property(cached_property[V]):
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        """Return the value."""
        parts: Parts | None = None if instance is None else instance.parts
        if parts is None:
            return super().__get__(instance, owner)
        name = str(self.attrname)
        value = parts.printed.fact(parts.target, type(instance), name, lambda: self.func(instance))
        instance.__dict__[name] = value
        return value


if TYPE_CHECKING:
    fact = cached_property
else:
    fact = _Property
"""A property that is worked out once, of an object that has ``parts``: those of the plan that it is made of.

Of a table or a ``set``, parts depend on the entries that they read; another value, as a ``frozenset``, is read as a
whole.
"""


class Table(dict[K, V]):
    """A table that takes note of the entries that are read."""

    __slots__ = ("_name", "_printed")

    def __init__(self, printed: Printed, name: str, table: Mapping[K, V]) -> None:
        super().__init__(table)
        self._printed, self._name = printed, name

    def _note(self, key: object) -> None:
        if self._printed.reads is not None:
            self._printed.reads.add((self._name, key))

    def __getitem__(self, key: K) -> V:
        if self._printed.reads is not None:
            self._printed.reads.add((self._name, key))
        return dict.__getitem__(self, key)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key."""
        self._note(key)
        return dict.get(self, key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return dict.__contains__(self, key)

    def __iter__(self) -> Iterator[K]:
        self._note(_KEYS)
        return dict.__iter__(self)

    def __reversed__(self) -> Iterator[K]:
        self._note(_KEYS)
        return dict.__reversed__(self)

    def __len__(self) -> int:
        self._note(_KEYS)
        return dict.__len__(self)

    def keys(self) -> KeysView[K]:  # type: ignore[override]
        """Return the keys."""
        self._note(_KEYS)
        return dict.keys(self)

    def values(self) -> ValuesView[V]:  # type: ignore[override]
        """Return the values: all entries are read."""
        self._note(_WHOLE)
        return dict.values(self)

    def items(self) -> ItemsView[K, V]:  # type: ignore[override]
        """Return the entries: all are read."""
        self._note(_WHOLE)
        return dict.items(self)

    def copy(self) -> dict[K, V]:
        """Return a table without notes: all entries are read."""
        self._note(_WHOLE)
        return dict(dict.items(self))

    def __or__(self, other: Any) -> Any:
        return self.copy() | other

    def __ror__(self, other: Any) -> Any:
        return other | self.copy()

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a table of a plan does not change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class Members(Set[K]):
    """A set that takes note of the members that are asked for."""

    __slots__ = ("_members", "_name", "_printed")

    def __init__(self, printed: Printed, name: str, members: Collection[K]) -> None:
        self._printed, self._name, self._members = printed, name, members

    def __contains__(self, member: object) -> bool:
        self._printed.note(self._name, member)
        return member in self._members

    def __iter__(self) -> Iterator[K]:
        self._printed.note(self._name, _WHOLE)
        return iter(self._members)

    def __len__(self) -> int:
        self._printed.note(self._name, _WHOLE)
        return len(self._members)

    @classmethod
    def _from_iterable(cls, it: Any) -> Any:
        return set(it)


class _Noted:
    """A node that takes note of the members that are read; ``given`` are members that do so themselves."""

    def __init__(self, printed: Printed, name: str, node: Any, given: Mapping[str, object]) -> None:
        members = vars(self)
        members |= given
        members |= {"_printed": printed, "_name": name, "_node": node}
        members["_members"] = {field.name for field in dataclasses.fields(node)}

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._node, name)
        if name in self._members:
            self._printed.note(self._name, name)
        return value
