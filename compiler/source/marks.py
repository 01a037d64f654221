"""Finds places in YAML text by the offsets that the builder noted."""

from __future__ import annotations

from array import array
from copy import copy
from typing import TypeAlias

from compiler.source.document import Mark, array_index
from compiler.source.location import Json
from compiler.source.text import Text

Marks: TypeAlias = "dict[int, array[int]]"
"""By the identity of a container: one character for each item of an array, two for each entry of an object.

libyaml counts characters and not bytes; few of the marks are ever used.
"""
_NO_TEXT = Text("")


class YamlLocator:
    """Finds places by the marks that were noted while reading."""

    needs_tree = True

    def __init__(self, source: Text, root: int, marks: Marks, *, nodes: int = 0, anchored: bool = False) -> None:
        """``nodes``: how many values the text has; ``anchored``: some have names, so that aliases may follow."""
        self.nodes, self.anchored = nodes, anchored
        self._source = source
        self.first = root
        """The character at which the root value begins."""
        self._marks = marks
        self._indexes: dict[int, dict[str, int]] = {}

    def root(self) -> int:
        """Return the offset of the root value."""
        return self._source.offset_of(self.first)

    def places(self, container: Json) -> array[int] | None:
        """Return the marks of a container's members; None if it is no container of the text."""
        return self._marks.get(id(container))

    def child(self, container: Json, offset: int, token: str) -> Mark | None:
        """Return the mark of a child, or None when there is none."""
        marks = self.places(container)
        if marks is None:
            return None
        offset_of = self._source.offset_of
        if isinstance(container, dict):
            index = self._index(container).get(token)
            return None if index is None else Mark(offset_of(marks[2 * index]), offset_of(marks[2 * index + 1]))
        position = array_index(token)
        return Mark(-1, offset_of(marks[position])) if position is not None and position < len(marks) else None

    def value(self, container: Json, mark: Mark, token: str) -> Json:
        """Return the child of a container."""
        if isinstance(container, dict):
            return container[token]
        assert isinstance(container, list)
        return container[int(token)]

    def _index(self, container: dict[str, Json]) -> dict[str, int]:
        """Return the index of each key; cached, since large objects are searched for many places."""
        known = self._indexes.get(id(container))
        if known is None:
            known = self._indexes[id(container)] = {key: index for index, key in enumerate(container)}
        return known


class SplicedLocator(YamlLocator):
    """Finds places in a text that is an earlier one but for one part."""

    def __init__(
        self,
        source: Text,
        old: YamlLocator,
        copies: list[tuple[Json, Json]],
        part: tuple[Json, YamlLocator],
        first: int,
        after: int,
        moved: int,
    ) -> None:
        """Join the places of two texts.

        Args:
            source: the new text.
            old: finds places in the earlier text.
            copies: the objects around the part, the innermost last, each with the one it replaces.
            part: an object that holds the part alone, and what finds places in its text.
            first: where the part begins, in characters.
            after: where it ended in the earlier text.
            moved: where it ends now.
        """
        super().__init__(source, old.first, {}, nodes=old.nodes + part[1].nodes)
        old = copy(old)
        old._source = _NO_TEXT  # only its marks are asked for, and each edit would keep a whole text
        self._old, self._part, self._copies = old, part, copies
        self._before = {id(copy): replaced for copy, replaced in copies}
        self._span = first, after, moved - after

    def places(self, container: Json) -> array[int] | None:
        """Return the marks of a container's members."""
        known = self._marks.get(id(container))
        if known is None:
            found = self._places(container)
            if found is None:
                return None
            known = self._marks[id(container)] = found
        return known

    def _places(self, container: Json) -> array[int] | None:
        first, after, shift = self._span
        alone, inside = self._part
        if (own := inside.places(container)) is not None and container is not alone:
            return array("I", [at + first for at in own])
        old = self._old.places(self._before.get(id(container), container))
        if old is None:
            return None
        found = array("I", [at + shift if at >= after else at for at in old])
        if container is self._copies[-1][0]:
            assert isinstance(container, dict) and isinstance(alone, dict)
            index = list(container).index(next(iter(alone)))
            key, value = inside.places(alone) or (0, 0)
            found[2 * index], found[2 * index + 1] = key + first, value + first
        return found
