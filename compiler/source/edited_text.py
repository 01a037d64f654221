"""Reads a text that differs from one that was read before within one part, such as a path item or a schema.

Only the part is parsed. The new tree has the objects of the old one everywhere else, so that whoever worked on them
finds them again. It is what parsing the whole text gives: a part begins at its key and ends with its value, in the old
text and in the new one, and both are one member of an object by themselves. Where anything is unusual (anchors, tabs,
mistakes, limits that are near) the whole text is parsed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import TypeAlias, cast

from compiler.base.frozen import mutable
from compiler.source.failure import Problem, SourceError
from compiler.source.json_places import JsonLocator
from compiler.source.json_text import parse_json
from compiler.source.limits import Limits
from compiler.source.location import Json
from compiler.source.marks import SplicedLocator, YamlLocator
from compiler.source.text import Text

Locator: TypeAlias = JsonLocator | YamlLocator
_Parse = Callable[[Text, Limits, list[Problem]], tuple[Json, Locator]]

_TABLES = ("paths", "webhooks", "x-webhooks")
_BLOCK = 1 << 16
_MOST = 50
"""After so many edits the whole text is parsed: places in YAML are found through each of them."""
_UNUSUAL = re.compile(rb"^(?:---|\.\.\.|%)|\t|\r|<<", re.MULTILINE)
_SURROGATE = re.compile(rb"\\u[dD]")


@mutable
class _Part:
    """A member of an object: where its text, its key and its value begin and end, and what leads to it."""

    start: int
    key: int
    end: int
    path: tuple[str, ...]


@mutable
class Known:
    """A text that was read without a problem."""

    data: bytes
    root: Json
    locator: Locator
    searched: dict[bytes, bool]
    """See :attr:`compiler.source.document.Document.searched`."""
    edits: int = 0
    nodes: int = 0
    """The most values that a text of JSON may have."""
    parts: list[_Part] | None = field(default=None)
    """In the order of the text; found when they are first needed."""

    def read(self, source: Text, limits: Limits) -> Known | None:
        """Return a text that differs from this one within one part; None if it must be parsed."""
        if source.data == self.data:
            return self
        if self.edits >= _MOST or not isinstance(self.root, dict):
            return None
        if self.parts is None:
            if not _is_usual(self.locator, self.data):
                return None
            self.nodes = _nodes(self.data)
            self.parts = sorted(_parts(self), key=lambda part: part.start)
        start, old_end, new_end = _difference(self.data, source.data)
        index = bisect_right(self.parts, start, key=lambda part: part.start) - 1
        part = self.parts[index] if index >= 0 else None
        if part is None or start <= part.key or old_end > part.end:  # what moves a key may make it another's
            return None
        grown = new_end - old_end
        chunk = source.data[part.start : part.end + grown]
        made = _read_json if isinstance(self.locator, JsonLocator) else _read_yaml
        limits = replace(limits, max_depth=limits.max_depth - len(part.path))
        found = made(self, source, chunk, part, limits)
        if found is None:
            return None
        root, locator = found
        later = [
            _Part(one.start + grown, one.key + grown, one.end + grown, one.path) for one in self.parts[index + 1 :]
        ]
        parts = [*self.parts[:index], _Part(part.start, part.key, part.end + grown, part.path), *later]
        searched = {what: False for what, had in self.searched.items() if not had and not re.search(what, chunk)}
        nodes = self.nodes + _nodes(chunk)
        return Known(source.data, root, locator, searched, self.edits + 1, nodes, parts)


def _is_usual(locator: Locator, data: bytes) -> bool:
    if isinstance(locator, JsonLocator):
        return _SURROGATE.search(data) is None
    return not locator.anchored


def _nodes(data: bytes) -> int:
    """Return what bounds the number of values in JSON."""
    return sum(map(data.count, (b",", b"[", b"{")))


def _difference(old: bytes, new: bytes) -> tuple[int, int, int]:
    """Return where two texts begin to differ, and where they end to, in each of them."""
    shorter, old_end, new_end = min(len(old), len(new)), len(old), len(new)
    start = _alike(shorter, lambda low, high: old[low:high] == new[low:high])

    def are(low: int, high: int) -> bool:
        return old[old_end - high : old_end - low] == new[new_end - high : new_end - low]

    same = _alike(shorter - start, are)
    return start, old_end - same, new_end - same


def _alike(most: int, are: Callable[[int, int], bool]) -> int:
    """Return how far two texts are alike, at most ``most``; ``are`` compares them between two numbers."""
    low = 0
    while low < most and are(low, min(low + _BLOCK, most)):
        low = min(low + _BLOCK, most)
    high = min(low + _BLOCK, most)
    while low < high:
        middle = (low + high + 1) // 2
        if are(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


# --------------------------------------------------------------------------- parts


def _parts(known: Known) -> Iterator[_Part]:
    """Yield the parts of a text: members of the root, of its tables of paths, and of tables of components."""
    root = known.root
    assert isinstance(root, dict)
    for part, value, at in _members(known, root, known.locator.root(), (), len(known.data)):
        key = part.path[0]
        if key in _TABLES and isinstance(value, dict):
            yield from (inner for inner, _, _ in _members(known, value, at, part.path, part.end))
        elif key == "components" and isinstance(value, dict):
            for table, entries, below in _members(known, value, at, part.path, part.end):
                if isinstance(entries, dict):
                    yield from (inner for inner, _, _ in _members(known, entries, below, table.path, table.end))
        else:
            yield part


def _members(
    known: Known, container: dict[str, Json], at: int, path: tuple[str, ...], end: int
) -> Iterator[tuple[_Part, Json, int]]:
    """Yield the members of an object that ends somewhere, with their values and where these begin."""
    locator, data = known.locator, known.data
    marks = [(key, mark) for key in container if (mark := locator.child(container, at, key)) is not None]
    if isinstance(locator, JsonLocator):
        for key, mark in marks:
            yield _Part(mark.key, mark.key, locator.end(mark.value), (*path, key)), container[key], mark.value
        return
    lines = [data.rfind(b"\n", 0, mark.key) + 1 for _, mark in marks]
    for index, (key, mark) in enumerate(marks):
        begin, stop = lines[index], lines[index + 1] if index + 1 < len(lines) else end
        if not data[begin : mark.key].strip(b" ") and stop > mark.value:  # else it is in braces
            yield _Part(begin, mark.key, stop, (*path, key)), container[key], mark.value


# --------------------------------------------------------------------------- reading a part


def _read_json(
    known: Known, source: Text, chunk: bytes, part: _Part, limits: Limits
) -> tuple[Json, JsonLocator] | None:
    if known.nodes + _nodes(chunk) > limits.max_nodes or _SURROGATE.search(chunk):
        return None
    member = _one_member(Text(f"{{{chunk.decode()}}}"), part, limits, parse_json)
    if member is None:
        return None
    root, _ = _with_member(known.root, part.path, member[0][part.path[-1]])
    return root, JsonLocator(source)


def _read_yaml(
    known: Known, source: Text, chunk: bytes, part: _Part, limits: Limits
) -> tuple[Json, YamlLocator] | None:
    from compiler.source.yaml_text import parse_yaml

    old = known.locator
    assert isinstance(old, YamlLocator)
    whole_lines = chunk.endswith(b"\n") or part.end == len(known.data)
    if not whole_lines or _UNUSUAL.search(chunk) or b"\r" in known.data:
        return None
    member = _one_member(Text(chunk.decode()), part, limits, parse_yaml)
    if member is None:
        return None
    value, locator = member
    assert isinstance(locator, YamlLocator)
    if locator.anchored or old.nodes + locator.nodes > limits.max_nodes:
        return None
    root, copies = _with_member(known.root, part.path, value[part.path[-1]])
    first = len(known.data[: part.start].decode())
    after = first + len(known.data[part.start : part.end].decode())
    return root, SplicedLocator(source, old, copies, (value, locator), first, after, first + len(chunk.decode()))


def _one_member(text: Text, part: _Part, limits: Limits, parse: _Parse) -> tuple[dict[str, Json], Locator] | None:
    """Parse a part by itself; None unless it is one member with the same key, and there is nothing to say of it."""
    problems: list[Problem] = []
    try:
        root, locator = parse(text, limits, problems)
    except SourceError:
        return None
    return (root, locator) if not problems and isinstance(root, dict) and list(root) == [part.path[-1]] else None


def _with_member(root: Json, path: tuple[str, ...], value: Json) -> tuple[Json, list[tuple[Json, Json]]]:
    """Return a tree with another value at a path, and the objects on the way, each with the one it replaces."""
    made = holder = dict(cast("dict[str, Json]", root))
    copies: list[tuple[Json, Json]] = [(made, root)]
    for key in path[:-1]:
        before = holder[key]
        below = dict(cast("dict[str, Json]", before))
        holder[key] = below
        holder = below
        copies.append((below, before))
    holder[path[-1]] = value
    return made, copies
