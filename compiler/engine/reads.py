"""Plans that take note of what is read of them, for :mod:`compiler.engine.printed`."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Hashable, ItemsView, Iterator, KeysView, Mapping, Set, ValuesView
from types import FunctionType, MethodType
from typing import Any, NoReturn, Protocol, TypeVar

from compiler.base.memory import identical
from compiler.ir.node import texts_of
from compiler.ir.types import Alias, Enum, Union

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Read = tuple[str, object]
"""A table, and a key of it; or a node, and a member of it."""
WHOLE, KEYS = object(), object()
"""Stand for a key where all entries are read, or where only the keys are."""


class Notes(Protocol):
    """Takes note of what is read; of nothing while ``reads`` is None."""

    reads: set[Read] | None

    def note(self, name: str, key: object) -> None:
        """Take note of something read."""


def shape_of(name: str) -> str:
    """Name the shapes of a table."""
    return f"{name} but texts"


def head_of(name: str) -> str:
    """Name the heads of a table."""
    return f"{name} but what is within"


def only_of(name: str, kinds: tuple[type[Any], ...]) -> str:
    """Name the entries of some classes of a table."""
    return f"{name} only {'|'.join(kind.__name__ for kind in kinds)}"


KINDS: tuple[tuple[type[Any], ...], ...] = ((Union, Alias), (Union, Alias, Enum))
"""The classes of types that something reads alone: most types are models."""

_WITHIN = frozenset({"methods", "groups", "shared", "kin", "members"})
"""Members of groups and of names of types that are, beside texts, no part of their heads."""


def have_one_shape(one: object, other: object) -> bool:
    """Whether two values are identical, but for texts and examples of nodes in them."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(have_one_shape, one, other))
    if dataclasses.is_dataclass(one):
        return all(have_one_shape(getattr(one, name), getattr(other, name)) for name in _names_but_texts(one))
    return identical(one, other)


def have_one_head(one: object, other: object) -> bool:
    """Whether two groups, or two names of types, are identical, but for texts and what is within them."""
    if type(one) is not type(other) or not dataclasses.is_dataclass(one):
        return identical(one, other)
    names = (name for name in _names_but_texts(one) if name not in _WITHIN)
    return all(identical(getattr(one, name), getattr(other, name)) for name in names)


def _names_but_texts(one: Any) -> tuple[str, ...]:
    return _without_texts(one.__class__)


@functools.cache
def _without_texts(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls) if field.name not in texts_of(cls))


class Table(dict[K, V]):
    """A table that takes note of the entries that are read."""

    __slots__ = ("_name", "_notes", "_reads", "_views", "_whole")

    def __init__(self, notes: Notes, name: str, table: Mapping[K, V], whole: str | None = None) -> None:
        """``whole``: the name of the table that this one is a view of."""
        super().__init__(table)
        self._notes, self._name, self._whole = notes, name, whole or name
        self._reads: dict[object, Read] = {}
        """One of each: many parts read the same."""
        self._views: dict[str, Table[K, V]] = {}

    def _view(self, name: str, kinds: tuple[type[Any], ...] = (object,)) -> Table[K, V]:
        found = self._views.get(name)
        if found is None:
            entries = dict.items(self)
            shown = {key: value for key, value in entries if isinstance(value, kinds)}
            found = self._views[name] = Table(self._notes, name, shown, self._whole)
        return found

    @property
    def shapes(self) -> Table[K, V]:
        """The same table for what reads no texts (``Wire.shapes``)."""
        return self._view(shape_of(self._whole))

    @property
    def heads(self) -> Table[K, V]:
        """The same table for what reads nothing within its nodes (``Surface.type_heads``)."""
        return self._view(head_of(self._whole))

    def only(self, kinds: tuple[type[Any], ...]) -> Table[K, V]:
        """Return the entries of some classes, without texts: one of :data:`KINDS`."""
        return self._view(only_of(self._whole, kinds), kinds)

    def _note(self, key: object) -> None:
        if self._notes.reads is not None:
            read = self._reads.get(key)
            if read is None:
                read = self._reads[key] = self._name, key
            self._notes.reads.add(read)

    def __getitem__(self, key: K) -> V:
        if self._notes.reads is not None:
            self._note(key)
        return dict.__getitem__(self, key)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key."""
        self._note(key)
        return dict.get(self, key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return dict.__contains__(self, key)

    def __iter__(self) -> Iterator[K]:
        self._note(KEYS)
        return dict.__iter__(self)

    def __reversed__(self) -> Iterator[K]:
        self._note(KEYS)
        return dict.__reversed__(self)

    def __len__(self) -> int:
        self._note(KEYS)
        return dict.__len__(self)

    def keys(self) -> KeysView[K]:  # type: ignore[override]
        """Return the keys."""
        self._note(KEYS)
        return dict.keys(self)

    def values(self) -> ValuesView[V]:  # type: ignore[override]
        """Return the values: all entries are read."""
        self._note(WHOLE)
        return dict.values(self)

    def items(self) -> ItemsView[K, V]:  # type: ignore[override]
        """Return the entries: all are read."""
        self._note(WHOLE)
        return dict.items(self)

    def copy(self) -> dict[K, V]:
        """Return a table without notes: all entries are read."""
        self._note(WHOLE)
        return dict(dict.items(self))

    def __or__(self, other: Any) -> Any:
        return self.copy() | other

    def __ror__(self, other: Any) -> Any:
        return other | self.copy()

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        return repr(self.copy())

    __hash__ = None

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a table of a plan does not change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class Members(Set[K]):
    """A set that takes note of the members that are asked for."""

    __slots__ = ("_members", "_name", "_notes")

    def __init__(self, notes: Notes, name: str, members: Collection[K]) -> None:
        self._notes, self._name, self._members = notes, name, members

    def __contains__(self, member: object) -> bool:
        self._notes.note(self._name, member)
        return member in self._members

    def __iter__(self) -> Iterator[K]:
        self._notes.note(self._name, WHOLE)
        return iter(self._members)

    def __len__(self) -> int:
        self._notes.note(self._name, WHOLE)
        return len(self._members)

    @classmethod
    def _from_iterable(cls, it: Any) -> Any:
        return set(it)


class Noted:
    """A node that takes note of the members that are read; ``given`` are members that do so themselves.

    What the node's class does with its members, it does with those of this.
    """

    def __init__(self, notes: Any, target: str, name: str, node: Any, given: Mapping[str, object]) -> None:
        members = vars(self)
        members |= given
        members |= {"notes": notes, "target": target, "_name": name, "_node": node}

    def __getattr__(self, name: str) -> Any:
        found = getattr(type(self._node), name)
        if isinstance(found, property):
            return found.__get__(self)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        self.notes.note(self._name, name)
        return getattr(self._node, name)
