"""What a resident process keeps from one build of a document for the next.

A compilation is a chain of functions from values to values. Where a function has done the same work before, on inputs
that are the same, :meth:`Memory.recall` returns its former result: the same object, so that whoever works on that finds
its own work done, too. A build by itself, as every plain `codegen build` is, has the memory :data:`NONE`, which keeps
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import eq, is_
from typing import Any, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

V = TypeVar("V")
_NOTHING: Any = object()
_TURNS = 8
"""So many builds may pass without asking for a result."""

_Kept = tuple[tuple[object, ...], Any]
"""The inputs of some work, and its result."""
_PLAIN = frozenset({str, int, bool, bytes, type(None)})


class Memory:
    """Results of earlier builds by what they were made of.

    Everything that a remembered function reads must be among its inputs, and it may have no effects: who reports
    diagnostics, or chooses names in codegen.lock, does so outside of it.

    A result is kept while it is used: :meth:`turn` drops those that the last builds did not ask for. Work within other
    work is asked for only where that is done anew, so one build says little. A build that fails does not turn, so that
    a document which is broken for a moment costs nothing later.
    """

    keeps = True
    """Whether anything is kept, so that it is worth while to prepare what makes results last."""

    def __init__(self, around: Memory | None = None) -> None:
        self.finished: dict[int, Mapping[Any, Any]] = {} if around is None else around.finished
        """By their `id`, the tables of this build to which nothing is added any more."""
        self.pairs: dict[tuple[int, int], Any] = {} if around is None else around.pairs
        """What is known of former tables and those of this build (:mod:`compiler.engine.tracing`)."""
        self._entries: dict[Hashable, Any] = {}
        self._asked: dict[Hashable, int] = {}
        """When each was asked for last."""
        self._turn = 0
        self._rooms: dict[Hashable, Memory] = {}

    def within(self, name: Hashable) -> Memory:
        """Return the part of the memory for a part of the work, in which all names are its own."""
        found = self._rooms.get(name)
        if found is None:
            found = self._rooms[name] = Memory(self)
        return found

    def find_entry(self, what: Hashable) -> Any:
        """Return what was kept under a name; None where nothing was."""
        self._asked[what] = self._turn
        return self._entries.get(what)

    def keep_entry(self, what: Hashable, entry: object) -> None:
        """Keep something under a name, for callers that compare what it was made of themselves."""
        self._entries[what] = entry

    def find(self, what: Hashable, inputs: tuple[object, ...]) -> Any:
        """Return what was kept under a name with these inputs, None where nothing was."""
        kept = self.find_entry(what)
        return kept[1] if kept is not None and identical(kept[0], inputs) else None

    def keep(self, what: Hashable, inputs: tuple[object, ...], result: object) -> None:
        """Keep a result under a name, for callers that have more to compare than inputs."""
        self._entries[what] = inputs, result

    def recall(self, what: Hashable, inputs: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what ``make`` makes of these inputs, or the same from an earlier time.

        Args:
            what: names the work and the thing it is done for, as ``("models", identity)``: one result is kept of each.
            inputs: all that ``make`` reads. They are compared by :func:`identical`, which takes no time where they
                are the same objects.
            make: does the work.
        """
        kept = self.find_entry(what)
        if kept is None or not identical(kept[0], inputs):
            kept = inputs, the_same(kept[1] if kept is not None else _NOTHING, make())
        self._entries[what] = kept
        result: T = kept[1]
        return result

    def each(
        self, what: Hashable, table: Mapping[K, V], make: Callable[[V], T], inputs: tuple[object, ...] = ()
    ) -> dict[K, T]:
        """Return what ``make`` makes of each value of a table; where a value is the former object, the former result.

        A result that is identical to the former one is that object, and so is the whole table: what reads but a part
        of the values need not be made anew if another part changes.

        Args:
            what: names the work.
            table: the values, each of which is read alone.
            make: does the work for one of them.
            inputs: all else that ``make`` reads, as for :meth:`recall`.
        """
        kept = self.find_entry(what)
        if kept is None or not identical(kept[0], inputs):
            made = {key: make(value) for key, value in table.items()}
        else:
            before, former = kept[1]
            if table is before:
                made = former
            else:
                found = before.get
                made = {
                    key: former[key] if found(key, _NOTHING) is value else _former(former, key, make(value))
                    for key, value in table.items()
                }
                made = merged(former, made)
        self._entries[what] = inputs, (table, made)
        return made

    def same(self, what: Hashable, value: T) -> T:
        """Return the former value of this name if it is identical to the new one, else the new one."""
        kept = self.find_entry(what)
        if kept is None or not identical(kept[1], value):
            kept = (), value
        self._entries[what] = kept
        result: T = kept[1]
        return result

    def same_table(self, what: Hashable, table: dict[K, T]) -> dict[K, T]:
        """Return a table of the former values where they are identical; the former table itself where all are."""
        kept = self.find_entry(what)
        if kept is not None:
            table = merged(kept[1], table)
        self._entries[what] = (), table
        return table

    def same_members(self, what: Hashable, node: T) -> T:
        """Return a node whose members are the former ones where they are identical; of tables, entry by entry."""
        kept = self.find_entry(what)
        if kept is not None:
            node = _with_former(kept[1], node)
        self._entries[what] = (), node
        return node

    def complete(self, *tables: Mapping[Any, Any]) -> None:
        """Say that nothing is added to some tables any more, so that they need be compared but once."""
        for table in tables:
            self.finished[id(table)] = table

    def end(self) -> None:
        """End a build, whatever came of it."""
        self.finished.clear()
        self.pairs.clear()

    def turn(self) -> None:
        """End a build that went well: from time to time, drop the results that none of the last builds asked for."""
        self._turn += 1
        if self._turn % _TURNS == 0:
            old = [what for what, turn in self._asked.items() if turn < self._turn - _TURNS]
            for what in old:
                del self._asked[what]
                self._entries.pop(what, None)
        for room in self._rooms.values():
            room.turn()


class _Forgetful(Memory):
    """The memory of a build by itself."""

    keeps = False

    def within(self, name: Hashable) -> Memory:
        """Return this memory."""
        return self

    def each(
        self, what: Hashable, table: Mapping[K, V], make: Callable[[V], T], inputs: tuple[object, ...] = ()
    ) -> dict[K, T]:
        """Do the work."""
        return {key: make(value) for key, value in table.items()}

    def recall(self, what: Hashable, inputs: tuple[object, ...], make: Callable[[], T]) -> T:
        """Do the work."""
        return make()

    def complete(self, *tables: Mapping[Any, Any]) -> None:
        """Do nothing."""

    def same(self, what: Hashable, value: T) -> T:
        """Return the value."""
        return value

    def same_table(self, what: Hashable, table: dict[K, T]) -> dict[K, T]:
        """Return the table."""
        return table

    def same_members(self, what: Hashable, node: T) -> T:
        """Return the node."""
        return node


NONE: Memory = _Forgetful()
"""Keeps nothing."""


def merged(former: dict[K, T], table: dict[K, T]) -> dict[K, T]:
    """Return a table with the values of a former one where they are identical; the former one where all are."""
    if former is table:
        return table
    if len(former) == len(table) and all(map(is_, former.values(), table.values())) and all(map(eq, former, table)):
        return former
    made = {key: old if identical(old := former.get(key), value) else value for key, value in table.items()}
    unchanged = len(former) == len(made) and all(map(is_, former.values(), made.values()))
    return former if unchanged and all(map(identical, former, made)) else made  # type: ignore[return-value]


def _with_former(former: T, node: T) -> T:
    """Return a node of the same class with the former members where they are identical; the former one if all are."""
    new: dict[str, Any] = {}
    same = True
    for name in node.__match_args__:  # type: ignore[attr-defined]
        before, now = getattr(former, name), getattr(node, name)
        if isinstance(now, dict) and isinstance(before, dict):
            found = merged(before, now)
        else:
            found = before if identical(before, now) else now
        same = same and found is before
        if found is not now:
            new[name] = found
    if same:
        return former
    return node._with(new) if new else node  # type: ignore[attr-defined]


def the_same(old: Any, made: T) -> T:
    """Return a former result in the place of a new one that is identical."""
    return old if old is not _NOTHING and identical(old, made) else made


def _former(former: Mapping[K, T], key: K, made: T) -> T:
    return the_same(former.get(key, _NOTHING), made)


def identical(one: object, other: object) -> bool:
    """Whether nothing can tell two values apart but their being two objects.

    That is more than equality, by which 1, 1.0 and true are one, and objects whose keys are in another order. Of types
    that it does not know, only the same object is identical.
    """
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _PLAIN:
        return one == other
    if kind is tuple or kind is list:
        if len(one) != len(other):  # type: ignore[arg-type]
            return False
        return all(map(is_, one, other)) or all(map(identical, one, other))  # type: ignore[call-overload]
    if kind is dict:
        return (
            len(one) == len(other)  # type: ignore[arg-type]
            and all(map(identical, one, other))  # type: ignore[call-overload]
            and all(map(identical, one.values(), other.values()))  # type: ignore[attr-defined]
        )
    if kind is frozenset or kind is set:
        return one == other
    same = getattr(kind, "_same", None)
    if same is not None:
        return bool(same(one, other))
    if kind is float:
        return repr(one) == repr(other)
    source = getattr(one, "source", None)  # of numbers that are not spelled as Python spells them
    return isinstance(one, int | float) and source is not None and source == other.source  # type: ignore[attr-defined]
