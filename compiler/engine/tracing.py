"""What a grain has read of tables, and whether that is the same in others."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterator, Mapping, ValuesView
from operator import eq
from typing import Any, TypeVar

from compiler.base.memory import Memory, identical

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
_NOTHING: Any = object()


class Note:
    """What was read of a table: all of it, its keys, or some entries with their values.

    ``complete``: nothing is added to the table any more.
    """

    __slots__ = ("complete", "keys", "read", "table", "whole")

    def __init__(self, view: Traced[Any, Any], table: Mapping[Any, Any], complete: bool) -> None:
        self.table, self.complete = table, complete
        self.read, self.keys, self.whole = view.read, view.all_keys, view.whole


class Traced(Mapping[K, V]):
    """A view of a table that notes which of its entries were read."""

    __slots__ = ("all_keys", "read", "table", "whole")

    def __init__(self, table: Mapping[K, V]) -> None:
        self.table = table
        self.read: dict[K, object] = {}
        self.all_keys = self.whole = False

    def note(self, note: Note) -> None:
        """Take what was read of the table at another time as read now."""
        self.read |= note.read
        self.all_keys |= note.keys
        self.whole |= note.whole
        if isinstance(self.table, Traced):
            self.table.note(note)

    def __getitem__(self, key: K) -> V:
        found = self.read[key] = self.table.get(key, _NOTHING)
        if found is _NOTHING:
            raise KeyError(key)
        return found  # type: ignore[no-any-return]

    def get(self, key: K, default: Any = None) -> Any:
        """Return an entry, or a default."""
        found = self.read[key] = self.table.get(key, _NOTHING)
        return default if found is _NOTHING else found

    def __contains__(self, key: Any) -> bool:
        found = self.read[key] = self.table.get(key, _NOTHING)
        return found is not _NOTHING

    def __iter__(self) -> Iterator[K]:
        self.all_keys = True
        return iter(self.table)

    def __len__(self) -> int:
        self.all_keys = True
        return len(self.table)

    def values(self) -> ValuesView[V]:
        """Return the values: all entries are read."""
        self.whole = True
        return self.table.values()

    def items(self) -> ItemsView[K, V]:
        """Return the entries: all are read."""
        self.whole = True
        return self.table.items()


def note_reads(memory: Memory, view: Traced[Any, Any]) -> Note:
    """Return what was read of a table."""
    table = _table_of(view)
    return Note(view, table, id(table) in memory.finished)


def holds(memory: Memory, note: Note, table: Mapping[Any, Any]) -> bool:
    """Whether what was read of a table is the same in another.

    Two tables to which nothing is added any more are compared but once, since much that is kept has read them. Of
    others, which may yet grow, what was read is compared entry by entry.
    """
    known = note.table
    pair = memory.pairs.get((id(known), id(table)))  # as nearly always, from the second time on
    if pair is None:
        table = _table_of(table)
        if known is table:
            return True
        if note.complete and id(table) in memory.finished:
            pair = memory.pairs[id(known), id(table)] = known, _differing(known, table)
    if not _holds(note, table, pair[1] if pair is not None else None):
        return False
    note.complete = pair is not None or id(table) in memory.finished
    note.table = table  # the next build has it more likely than the one before
    return True


def _table_of(table: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return the table itself, behind what takes note of reads."""
    while type(table) is Traced:
        table = table.table
    return table


def _holds(note: Note, table: Mapping[Any, Any], differing: set[Any] | None) -> bool:
    """Whether what was read of a table is the same in another; ``differing``: what differs in that, if it is known."""
    read = note.read
    if differing is not None:
        return not differing or not (
            note.whole or (note.keys and _NOTHING in differing) or not differing.isdisjoint(read)
        )
    if note.whole:
        return identical(dict(note.table), dict(table))
    if note.keys and list(note.table) != list(table):
        return False
    get = table.get
    for key, found in read.items():
        now = get(key, _NOTHING)
        if now is not found and not identical(found, now):
            return False
    return True


def _differing(known: Mapping[Any, Any], table: Mapping[Any, Any]) -> set[Any]:
    """Return the keys of which the values differ, and something else where only the order of the keys does."""
    get = known.get
    found = {
        key
        for key, value in table.items()
        if (old := get(key, _NOTHING)) is not value and (old is _NOTHING or not identical(old, value))
    }
    if len(known) != len(table) or not all(map(eq, known, table)):
        found |= known.keys() - table.keys()
        found.add(_NOTHING)
    return found
