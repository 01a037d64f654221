"""Edits a document's tree without changing the original: containers on the path to a change are copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from compiler.front.mistakes.wording import a_kind
from compiler.source import Copied, Document, Json, Loc, Origins, copied, escape_token

if TYPE_CHECKING:
    from compiler.diagnostics import Note

Path: TypeAlias = "tuple[str | int, ...]"
"""The keys and indices that lead from the root to a node."""


class Clash(NamedTuple):
    """Two values that cannot be merged: the place of the new one, that of the old one."""

    loc: Loc
    old: Loc
    text: str


class GrownError(Exception):
    """The tree has grown beyond its limit."""


class Editor:
    """A tree that is being changed, and where each part of it was written.

    What duplicates or moves more than ``limit`` values raises :class:`GrownError`: a node that is copied into itself
    again and again doubles the document each time (D1.5).
    """

    def __init__(self, document: Document, limit: int) -> None:
        self.origins = Origins()
        self.removed: dict[str, Loc] = {}
        """By the pointer of what was taken away: what took it."""
        self._left = limit
        self._file = document.file
        self._root = self._copy(document.root, Loc(document.file))

    @property
    def root(self) -> Json:
        """The tree as it is now."""
        return self._root

    def value(self, path: Path) -> Json:
        """Return the node at a path that exists."""
        value = self._root
        for token in path:
            value = value[token]  # type: ignore[index]
        return value

    def remove(self, path: Path, by: Loc) -> None:
        """Take a node away; what follows it in an array moves up."""
        self.removed["".join(f"/{escape_token(str(token))}" for token in path)] = by
        parent, _ = self._own(path[:-1])
        places, token = self.origins.of(parent), path[-1]
        if isinstance(parent, dict):
            del parent[cast("str", token)]
            places.pop(cast("str", token), None)
        elif isinstance(parent, list):
            index = cast("int", token)
            del parent[index]
            del places[str(index)]
            moved = [places.pop(str(after + 1)) for after in range(index, len(parent))]
            self._spend(len(moved))
            places.update((str(after), loc) for after, loc in enumerate(moved, index))

    def duplicate(self, path: Path, by: Loc) -> tuple[Json, Loc]:
        """Return a copy of a node, made by ``by``, that later changes of the node leave alone; where it was written."""
        loc = Loc(self._file)
        value = self._root
        for token in path:
            loc = self.origins.of(value).get(str(token)) or loc.at(token)
            value = value[token]  # type: ignore[index]
        return self._duplicate(value), copied(loc, by)

    def _duplicate(self, value: Json) -> Json:
        if value not in self.origins:  # never changed in place, so that it can be shared
            return value
        places = dict(self.origins.of(value))
        self._spend(len(cast("list[Json]", value)))
        copy: Json
        if isinstance(value, dict):
            copy = {key: self._duplicate(item) for key, item in value.items()}
        else:
            copy = [self._duplicate(item) for item in cast("list[Json]", value)]
        self.origins.keep(copy, places)
        return copy

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise GrownError

    # ------------------------------------------------------------------ merging

    def merge(self, path: Path, value: Json, loc: Loc) -> Iterator[Clash]:
        """Merge a value, written at ``loc``, with the node at a path; what cannot be merged is yielded and stays."""
        node = self.value(path)
        if isinstance(node, dict | list):
            node, old = self._own(path)
            if isinstance(node, list):
                self._extend(node, value, loc)
            elif isinstance(value, dict) and isinstance(node, dict):
                yield from self._merge(node, old, value, loc)
            else:
                yield _clash(node, old, value, loc)
            return
        parent, place = self._own(path[:-1])
        yield from self._replace(parent, str(path[-1]), place, value, loc)

    def _merge(self, node: dict[str, Json], old: Loc, value: dict[str, Json], loc: Loc) -> Iterator[Clash]:
        """Merge the properties of an object into a node that may be changed."""
        given = self.origins.of(value)
        for key, item in value.items():
            place = _from(loc, given.get(key), key)
            if key not in node:
                self._put(node, key, item, place)
                continue
            there = node[key]
            before = self.origins.of(node).get(key) or old.at(key)
            if isinstance(there, dict) and isinstance(item, dict):
                yield from self._merge(cast("dict[str, Json]", self._own_child(node, key, before)), before, item, place)
            elif isinstance(there, list) and isinstance(item, list):
                self._extend(cast("list[Json]", self._own_child(node, key, before)), item, place)
            else:
                yield from self._replace(node, key, old, item, place)

    def _replace(self, parent: Json, token: str, old: Loc, value: Json, loc: Loc) -> Iterator[Clash]:
        there = parent[int(token)] if isinstance(parent, list) else cast("dict[str, Json]", parent)[token]
        if isinstance(there, dict | list) or isinstance(value, dict | list):
            yield _clash(there, self.origins.of(parent).get(token) or old.at(token), value, loc)
        else:
            self._put(parent, token, value, loc)

    def _put(self, parent: Json, token: str, value: Json, loc: Loc) -> None:
        self.origins.of(parent)[token] = loc
        value = self._duplicate(value)
        if isinstance(parent, list):
            parent[int(token)] = value
        else:
            cast("dict[str, Json]", parent)[token] = value

    def _extend(self, node: list[Json], value: Json, loc: Loc) -> None:
        """Append a value to an array; if the value is an array, append its items."""
        places = self.origins.of(node)
        given = self.origins.of(value)
        items = value if isinstance(value, list) else [value]
        for index, item in enumerate(items):
            place = loc if items is not value else _from(loc, given.get(str(index)), index)
            places[str(len(node))] = place
            node.append(self._duplicate(item))

    # ------------------------------------------------------------------ copies

    def _own(self, path: Path) -> tuple[Json, Loc]:
        """Return the container at a path, copied so that it may be changed, and where it was written."""
        node, loc = self._root, Loc(self._file)
        for token in path:
            loc = self.origins.of(node).get(str(token)) or loc.at(token)
            node = self._own_child(node, token, loc)
        return node, loc

    def _own_child(self, parent: Json, token: str | int, loc: Loc) -> Json:
        child = parent[token]  # type: ignore[index]
        if child in self.origins:
            return cast("Json", child)
        copy = self._copy(child, loc)
        parent[token] = copy  # type: ignore[index]
        return copy

    def _copy(self, container: Json, loc: Loc) -> Json:
        copy: Json
        if isinstance(container, list):
            copy = list(container)
            self.origins.keep(copy, {str(index): loc.at(index) for index in range(len(copy))})
        else:
            copy = dict(cast("dict[str, Json]", container))
            self.origins.keep(copy, {})
        return copy


def _from(loc: Loc, own: Loc | None, token: str | int) -> Loc:
    """Return the place of a member of what was written at ``loc``: its ``own`` where it has one, copied as that is."""
    if own is not None and isinstance(loc, Copied):
        return copied(own, loc.by)
    return own or loc.at(token)


def _clash(old: Json, at: Loc, new: Json, loc: Loc) -> Clash:
    return Clash(loc, at, f"{a_kind(new)} cannot be merged into {a_kind(old)}")


def cannot_merge(clash: Clash) -> tuple[Note, ...]:
    """Return the note that shows what a value cannot be merged into."""
    from compiler.diagnostics import Note

    return (Note("it would be merged into this", clash.old),)
