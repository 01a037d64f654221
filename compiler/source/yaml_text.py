"""YAML on libyaml's events: the core schema of YAML 1.2, with the offset of every key and value (D1.2).

PyYAML's constructors read YAML 1.1 and are ten times slower than this builder; only its C parser is used. Nothing
here recurses, so nesting is bounded by the limit alone.
"""

from __future__ import annotations

import re
from array import array
from typing import Any, NamedTuple

from yaml import CSafeLoader
from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from yaml.reader import ReaderError

from compiler.source.failure import Problem, SourceError, repeated_key
from compiler.source.limits import Limits
from compiler.source.location import Json, as_text
from compiler.source.marks import Marks, YamlLocator
from compiler.source.scalars import CONTAINER_TAGS, resolved, tagged
from compiler.source.text import Text

_UNKNOWN = object()
_BLANK = re.compile(rb"[ \t]*(?=#|\r|\n|\Z)")
_MENDED_LINES = 10  # each costs another reading


def parse_yaml(source: Text, limits: Limits, problems: list[Problem]) -> tuple[Json, YamlLocator]:
    """Parse a text; what need not end the reading is added to `problems`.

    Raises `SourceError` for what is no YAML or passes a limit.
    """
    data = source.data
    source.put_away()
    for _ in range(_MENDED_LINES):
        try:
            return _parse(source, data, limits, problems)
        except SourceError as error:
            mended = _without_tabs(source, data, error.problem)
            if mended is None:
                raise
            data = mended
            problems.clear()
    return _parse(source, data, limits, problems)


def _parse(source: Text, data: bytes, limits: Limits, problems: list[Problem]) -> tuple[Json, YamlLocator]:
    builder = _Builder(limits, problems)
    try:
        loader = CSafeLoader(data)
        try:
            builder.read(loader)
        finally:
            loader.dispose()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = " ".join(part for part in (error.problem, error.context) if part)
        raise SourceError("CG0104", mark.index if mark else 0, problem=said) from None
    except ReaderError as error:
        character = len(data[: error.position].decode(errors="replace"))
        raise SourceError("CG0104", character, problem=str(error.reason)) from None
    except YAMLError as error:
        raise SourceError("CG0104", 0, problem=str(error)) from None
    root, character = builder.root
    return root, YamlLocator(source, character, builder.marks)


def _without_tabs(source: Text, data: bytes, problem: Problem) -> bytes | None:
    """Return the data with spaces for the tabs of the offending line, if that holds no more than a comment.

    YAML 1.2 allows tabs there, libyaml does not, and published documents have them.
    """
    if problem.code != "CG0104":
        return None
    offset = source.offset_of(problem.character)
    start = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    blank = _BLANK.match(data, start)
    if blank is None or b"\t" not in blank.group():
        return None
    return data[:start] + b" " * len(blank.group()) + data[blank.end() :]


class _Frame:
    """A container that is being read."""

    __slots__ = ("anchor", "before", "height", "is_object", "key", "key_offset", "marks", "merges", "value")

    def __init__(self, value: Any, anchor: str | None, before: int) -> None:
        self.value: Any = value  # the dict or list
        self.is_object = type(value) is dict
        self.marks: array[int] = array("I")
        self.key: str | None = None  # the key whose value comes next
        self.key_offset = 0
        self.anchor = anchor
        self.before = before  # how many nodes were read before it: gives the size of what an anchor names
        self.height = 1  # levels of nesting in it
        self.merges: list[tuple[Json, int]] = []


class _Anchored(NamedTuple):
    """What an anchor names: a value with its size and height."""

    value: Json
    size: int
    height: int


class _Builder:
    """Builds the tree from events. The document is the only item of a list, so there is always a container."""

    def __init__(self, limits: Limits, problems: list[Problem]) -> None:
        self.limits = limits
        self.problems = problems
        self.marks: Marks = {}
        self._top = self._frame = _Frame([], None, 0)
        self._stack: list[_Frame] = []  # the containers around the current one
        self._anchors: dict[str, _Anchored | None] = {}  # None: still open
        self._plain: dict[str, Json] = {}  # plain scalars repeat a lot: each text is resolved once
        self._max_nodes = limits.max_nodes
        self._nodes = 0
        self._repeated = 0  # nodes that aliases and merge keys stand for

    @property
    def root(self) -> tuple[Json, int]:
        """The document and its offset."""
        return (self._top.value[0], self._top.marks[0]) if self._top.value else (None, 0)

    def read(self, loader: Any) -> None:
        """Read one document from the events of `loader`."""
        next_event, scalar = loader.get_event, self._scalar
        documents = 0
        while (event := next_event()) is not None:
            kind = type(event)
            if kind is ScalarEvent:
                scalar(event)
            elif kind is MappingStartEvent:
                self._open(event, {})
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close()
            elif kind is SequenceStartEvent:
                self._open(event, [])
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise SourceError("CG0111", event.start_mark.index)

    # -- events

    def _scalar(self, event: Any) -> None:
        offset: int = event.start_mark.index
        text: str = event.value
        frame = self._frame
        if frame.is_object and frame.key is None:
            if text == "<<" and event.implicit[0]:
                offset = -1 - offset  # marks a merge: no real offset is negative
            elif text in frame.value:
                first = frame.marks[2 * list(frame.value).index(text)]
                self.problems.append(repeated_key(text, first, offset, len(text)))
            frame.key, frame.key_offset = text, offset
            return
        value: Any = text
        if event.tag is not None:
            value = tagged(event, self.problems)
        elif event.implicit[0]:
            value = self._plain.get(text, _UNKNOWN)
            if value is _UNKNOWN:
                value = self._plain[text] = resolved(text, offset, self.problems)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)
        self._put(value, offset)

    def _open(self, event: Any, value: Any) -> None:
        offset: int = event.start_mark.index
        if event.tag is not None and event.tag not in CONTAINER_TAGS:
            self.problems.append(Problem("CG0112", offset, {"tag": event.tag}))
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._put(value, offset)
        self._stack.append(self._frame)
        self._frame = _Frame(value, event.anchor, self._nodes + self._repeated)
        if len(self._stack) > self.limits.max_depth:
            raise SourceError("CG0107", offset, limit=self.limits.max_depth)

    def _close(self) -> None:
        frame = self._frame
        if frame.merges:
            self._merge(frame)
        self.marks[id(frame.value)] = frame.marks
        self._frame = parent = self._stack.pop()
        if parent.height <= frame.height:
            parent.height = frame.height + 1
        if frame.anchor is not None:
            size = self._nodes + self._repeated - frame.before + 1
            self._anchors[frame.anchor] = _Anchored(frame.value, size, frame.height)

    def _alias(self, event: Any) -> None:
        offset: int = event.start_mark.index
        if event.anchor not in self._anchors:
            raise SourceError("CG0116", offset, name=event.anchor)
        target = self._anchors[event.anchor]
        if target is None:
            raise SourceError("CG0110", offset, name=event.anchor)
        frame = self._frame
        if frame.is_object and frame.key is None:
            if isinstance(target.value, dict | list):
                raise SourceError("CG0113", offset)
            frame.key, frame.key_offset = as_text(target.value), offset
            return
        self._repeat(target.size, offset)
        if len(self._stack) + target.height > self.limits.max_depth:
            raise SourceError("CG0107", offset, limit=self.limits.max_depth)
        frame.height = max(frame.height, target.height + 1)
        self._put(target.value, offset)

    # -- parts

    def _put(self, value: Any, offset: int) -> None:
        """Add a value to the current container."""
        self._nodes += 1
        if self._nodes > self._max_nodes:
            raise SourceError("CG0108", offset, limit=self._max_nodes)
        frame = self._frame
        if not frame.is_object:
            frame.value.append(value)
            frame.marks.append(offset)
            return
        key, key_offset = frame.key, frame.key_offset
        if key is None:
            raise SourceError("CG0113", offset)
        frame.key = None
        if key_offset < 0:
            frame.merges.append((value, offset))
        elif key not in frame.value:  # the first of two equal keys counts; the second was reported
            frame.value[key] = value
            frame.marks.append(key_offset)
            frame.marks.append(offset)

    def _merge(self, frame: _Frame) -> None:
        """Add the entries that merge keys bring; own entries win, then the earlier source."""
        for value, offset in frame.merges:
            for source in value if isinstance(value, list) else [value]:
                if not isinstance(source, dict):
                    self.problems.append(Problem("CG0114", offset, {}))
                    continue
                self._repeat(len(source), offset)
                marks = self.marks[id(source)]
                for index, (key, entry) in enumerate(source.items()):
                    if key not in frame.value:
                        frame.value[key] = entry
                        frame.marks.extend(marks[2 * index : 2 * index + 2])

    def _repeat(self, size: int, offset: int) -> None:
        self._repeated += size
        if self._repeated > self.limits.max_aliases:
            raise SourceError("CG0109", offset, limit=self.limits.max_aliases)
