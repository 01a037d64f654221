"""A document that was rewritten after it was read: its tree, and where every part of the tree was written.

A rewriter never changes its input tree: it copies the containers on the path to each change, and notes
for each copy where its members come from. The rest is shared with the original and keeps its places (D1.1, D1.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from compiler.source.document import Document, Origin
from compiler.source.location import Copied, Json, Loc, child_of, escape_token, split_pointer

_COPIED = "the overlay copies it"
Container: TypeAlias = "dict[str, Json] | list[Json]"


class Origins:
    """For copied and new containers: the places of members that are not below the place of their container."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[Container, dict[str, Loc]]] = {}

    def __contains__(self, container: Json) -> bool:
        return id(container) in self._places

    def of(self, container: Json) -> dict[str, Loc]:
        """Return the places of a container's members, by token; other members' places follow from the container's."""
        found = self._places.get(id(container))
        return found[1] if found is not None else {}

    def keep(self, container: Container, places: dict[str, Loc]) -> None:
        """Note the places of a container's members; the container is kept alive, so that its id stays unique."""
        self._places[id(container)] = (container, places)


class Rewritten(Document):
    """A document after rewriting: ``root`` is the new tree; lines and columns are those of ``base``."""

    def __init__(
        self,
        base: Document,
        root: Json,
        origins: Origins,
        *,
        note: str = "",
        brought: tuple[Document, ...] = (),
        keeps_names: bool = False,
        removed: Mapping[str, Loc] | None = None,
    ) -> None:
        super().__init__(base.file, base.source, root)
        self.base = base
        self.note = note
        """The note of a diagnostic on the place where a part of another file was inserted."""
        self._origins = origins
        self._files = (base, *brought)
        self._keeps_names = keeps_names
        """Whether references still use the places before the rewriting."""
        self._removed = removed or {}
        """By the pointer of each removed part: what removed it."""

    def mentions(self, words: tuple[str, ...]) -> bool:
        """Whether the text, or another text that brought a part, contains a word."""
        return any(file.mentions(words) for file in self._files)

    def refers_elsewhere(self) -> bool:
        """Whether the text, or another text that brought a part, seems to hold a reference to another file."""
        return any(file.refers_elsewhere() for file in self._files)

    def origin(self, pointer: str) -> Origin:
        """Return where the part at a pointer was written; a pointer that leads nowhere follows from its parent."""
        loc = host = Loc(self.file)
        value, by = self.root, None
        for token in split_pointer(pointer):
            before, loc = loc, self._origins.of(value).get(token) or loc.at(token)
            by = loc.by if isinstance(loc, Copied) else by
            if loc.file == self.file:
                host = loc
            elif before.file == self.file and isinstance(value, dict):
                host = before.at(token)  # the part that was replaced, else the parent
            value = child_of(value, token)
        if loc is host:
            found = self.base.origin(loc.pointer)
            return found if by is None else Origin(found.loc, by, _COPIED)
        return Origin(loc, self.base.origin(host.pointer).loc, self.note) if self.note else Origin(loc)

    def removal(self, pointer: str) -> Loc | None:
        """Return what removed the part at a pointer, or something around it."""
        at = pointer if self._removed else ""
        while at and at not in self._removed:
            at = at.rpartition("/")[0]
        return self._removed.get(at) or self.base.removal(pointer)

    def moved(self, pointer: str) -> str:
        """Return the new pointer of the part at an old pointer; the pointer itself if the part did not move."""
        pointer = self.base.moved(pointer)
        old = pointer if self._keeps_names else ""
        while old:
            new = self._moves.get(old)
            if new is not None:
                return new + pointer[len(old) :]
            old = old.rpartition("/")[0]
        return pointer

    @cached_property
    def _moves(self) -> dict[str, str]:
        """New pointers by old ones, for parts that moved; the first of several counts."""
        moves: dict[str, str] = {}
        waiting: list[tuple[Json, str, Loc]] = [(self.root, "", Loc(self.file))]
        while waiting:
            container, pointer, loc = waiting.pop()
            if container not in self._origins or not isinstance(container, dict | list):
                continue
            places = self._origins.of(container)
            tokens = container if isinstance(container, dict) else map(str, range(len(container)))
            below = []
            for token in tokens:
                place = places.get(token) or loc.at(token)
                at = f"{pointer}/{escape_token(token)}"
                if place.file == self.file and place.pointer and place.pointer != at:
                    moves.setdefault(place.pointer, at)
                below.append((child_of(container, token), at, place))
            waiting.extend(reversed(below))
        return moves
