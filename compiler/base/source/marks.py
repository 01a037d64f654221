"""Finds places in YAML text by the offsets that the builder noted."""

from __future__ import annotations

from array import array
from typing import TypeAlias

from compiler.base.source.document import Mark, array_index
from compiler.base.source.location import Json
from compiler.base.source.text import Text

Marks: TypeAlias = "dict[int, array[int]]"
"""By the identity of a container: one character for each item of an array, two for each entry of an object.

libyaml counts characters and not bytes; few of the marks are ever used.
"""


class YamlLocator:
    """Finds places by the marks that were noted while reading."""

    needs_tree = True

    def __init__(self, source: Text, root: int, marks: Marks) -> None:
        self._source = source
        self._root = root
        self._marks = marks
        self._indexes: dict[int, dict[str, int]] = {}

    def root(self) -> int:
        """Return the offset of the root value."""
        return self._source.offset_of(self._root)

    def child(self, container: Json, offset: int, token: str) -> Mark | None:
        """Return the mark of a child, or None when there is none."""
        marks = self._marks.get(id(container))
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
