"""Builds YAML from libyaml's events: the core schema of YAML 1.2, with the place of every key and value (D1.2).

PyYAML's constructors read YAML 1.1 and are ten times slower than this builder; only its C parser is used. Nothing
here recurses, so only the limit bounds nesting.
"""

from __future__ import annotations

import re
from array import array
from typing import Any, NamedTuple

from yaml import CSafeLoader, _yaml
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

from compiler.source.failure import MOST, Problem, SourceError, repeated_key
from compiler.source.limits import Limits
from compiler.source.location import Json, as_text
from compiler.source.marks import Marks, YamlLocator
from compiler.source.scalars import CONTAINER_TAGS, resolved, tagged
from compiler.source.text import Text

_UNKNOWN = object()
_BLANK = re.compile(rb"[ \t]*(?=#|\r|\n|\Z)")
_MENDED_LINES = 10  # each costs another pass
_AHEAD = 1025
"""How many characters, and so levels, libyaml reads ahead of its events, since a key may be so long."""


def parse_yaml(source: Text, limits: Limits, problems: list[Problem]) -> tuple[Json, YamlLocator]:
    """Parse a text; mistakes that need not end the parse are added to `problems`.

    Raises `SourceError` for text that is not YAML or exceeds a limit.
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
    _leave_depth_to_us(limits)
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
    _check_quotes(source, data, builder.quoted)
    root, character = builder.root
    return root, YamlLocator(source, character, builder.marks, nodes=builder.nodes, anchored=builder.anchored)


def _leave_depth_to_us(limits: Limits) -> None:
    """Raise libyaml's nesting limit (since 0.2.6): exceeding it is a syntax error there, and no flag changes it."""
    move = getattr(_yaml, "_set_max_nest_level", None)
    if move is not None:
        move(limits.max_depth + _AHEAD)


def _check_quotes(source: Text, data: bytes, quoted: list[tuple[int, int]]) -> None:
    """Refuse a `#` directly after a quoted text of several lines, as in a document with a missing quote.

    The text ends at the opening quote of the next one: `"#/components/...`. YAML 1.2 requires a blank before
    a comment (6.6), libyaml does not.
    """
    for begin, end in quoted:
        offset = source.offset_of(end)
        if data[offset : offset + 1] == b"#":
            line, _ = source.line_column(source.offset_of(begin))
            raise SourceError("CG0104", end, problem=f"`#` directly behind the quoted text that begins in line {line}")


def _without_tabs(source: Text, data: bytes, problem: Problem) -> bytes | None:
    """Return the data with spaces for the tabs of the offending line, if that line holds only a comment.

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

    __slots__ = ("anchor", "before", "height", "is_object", "marks", "merges", "value")

    def __init__(self, value: Any, anchor: str | None = None) -> None:
        self.value: Any = value  # the dict or list
        self.is_object = type(value) is dict
        self.marks: array[int] = array("I")
        self.anchor = anchor
        self.before = 0  # how many nodes were read before it, for the size of an anchored value
        self.height = 1  # levels of nesting in it
        self.merges: list[tuple[Json, int, int]] = []  # the value, where it is, and where its key is


class _Anchored(NamedTuple):
    """The value of an anchor, with its size and height."""

    value: Json
    size: int
    height: int


class _Builder:
    """Builds the tree from events. The document is the only item of a list, so there is always a container."""

    def __init__(self, limits: Limits, problems: list[Problem]) -> None:
        self.limits = limits
        self.problems = problems
        self.marks: Marks = {}
        self.quoted: list[tuple[int, int]] = []  # where quoted texts of several lines begin and end
        self._top = _Frame([])
        self._stack: list[_Frame] = []  # the containers around the current one
        self._anchors: dict[str, _Anchored | None] = {}  # None: still open
        self._repeats = 0  # repeated keys
        self.nodes = 0  # values of the document, known at the end
        self._repeated = 0  # nodes that aliases and merge keys add

    @property
    def anchored(self) -> bool:
        """Whether any value has a name."""
        return bool(self._anchors)

    @property
    def root(self) -> tuple[Json, int]:
        """The document and the character it begins at."""
        return (self._top.value[0], self._top.marks[0]) if self._top.value else (None, 0)

    def read(self, loader: Any) -> None:
        """Read one document from the events of `loader`.

        This loop takes as much time as libyaml: its state is in local variables, and methods
        handle only rare events.
        """
        next_event, stack, max_nodes = loader.get_event, self._stack, self.limits.max_nodes
        plain: dict[str, Json] = {}  # plain scalars are often repeated: each text is resolved once
        frame, members, marks, is_object = self._top, self._top.value, self._top.marks, False
        key: str | None = None  # the key whose value comes next
        key_at = nodes = documents = 0
        while (event := next_event()) is not None:
            kind = type(event)
            at: int = event.start_mark.index
            below = None
            if kind is ScalarEvent:
                value: Any = event.value
                if is_object and key is None:
                    key, key_at = value, at
                    if value in members or value == "<<":
                        key_at = self._unusual_key(event, frame)
                    continue
                if event.tag is not None:
                    value = tagged(event, self.problems)
                elif event.implicit[0]:
                    text = value
                    value = plain.get(text, _UNKNOWN)
                    if value is _UNKNOWN:
                        value = plain[text] = resolved(text, at, self.problems)
                elif event.style == '"' and event.start_mark.line != event.end_mark.line:
                    self.quoted.append((at, event.end_mark.index))
                if event.anchor is not None:
                    self._anchors[event.anchor] = _Anchored(value, 1, 0)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                value = {} if kind is MappingStartEvent else []
                below = self._opened(event, value)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close(frame, nodes)
                frame, key = stack.pop(), None
                members, marks, is_object = frame.value, frame.marks, frame.is_object
                continue
            elif kind is AliasEvent:
                value = self._alias(event, frame, is_key=is_object and key is None)
                if is_object and key is None:
                    key, key_at = value, at
                    continue
            else:
                documents += kind is DocumentStartEvent
                if documents > 1:
                    raise SourceError("CG0111", at)
                continue
            nodes += 1
            if nodes > max_nodes:
                raise SourceError("CG0108", at, limit=max_nodes)
            if not is_object:
                members.append(value)
                marks.append(at)
            elif key is None:
                raise SourceError("CG0113", at)
            else:
                if key_at < 0:
                    frame.merges.append((value, at, -1 - key_at))
                elif key not in members:  # the first of two equal keys counts; the second was reported
                    members[key] = value
                    marks.append(key_at)
                    marks.append(at)
                key = None
            if below is not None:
                stack.append(frame)
                below.before = nodes + self._repeated
                frame, members, marks, is_object = below, value, below.marks, below.is_object
                if len(stack) > self.limits.max_depth:
                    raise SourceError("CG0107", at, limit=self.limits.max_depth)
        self.nodes = nodes

    # -- events

    def _unusual_key(self, event: Any, frame: _Frame) -> int:
        """Return the place of a repeated key or a merge key; for a merge a negative number, which no key has."""
        at: int = event.start_mark.index
        if event.value == "<<" and event.implicit[0]:
            if frame.merges:
                self._tell_repeated("<<", frame.merges[0][2], at, 2)
            return -1 - at
        self._check_repeated(event.value, frame, at, len(event.value))
        return at

    def _check_repeated(self, key: str, frame: _Frame, at: int, width: int) -> None:
        if key in frame.value:
            few = self._repeats < MOST  # the search is long, and only so many are reported
            self._tell_repeated(key, frame.marks[2 * list(frame.value).index(key)] if few else at, at, width)

    def _tell_repeated(self, key: str, first: int, at: int, width: int) -> None:
        self._repeats += 1
        self.problems.append(repeated_key(key, first, at, width))

    def _opened(self, event: Any, value: Any) -> _Frame:
        if event.tag is not None and event.tag not in CONTAINER_TAGS:
            self.problems.append(Problem("CG0112", event.start_mark.index, {"tag": event.tag}))
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        return _Frame(value, event.anchor)

    def _close(self, frame: _Frame, nodes: int) -> None:
        """Finish a container, which the last container of the stack holds."""
        if frame.merges:
            self._merge(frame)
        self.marks[id(frame.value)] = frame.marks
        parent = self._stack[-1]
        if parent.height <= frame.height:
            parent.height = frame.height + 1
        if frame.anchor is not None:
            size = nodes + self._repeated - frame.before + 1
            self._anchors[frame.anchor] = _Anchored(frame.value, size, frame.height)

    def _alias(self, event: Any, frame: _Frame, *, is_key: bool) -> Json:
        """Return the value of an alias; its text if it is used as a key."""
        at: int = event.start_mark.index
        if event.anchor not in self._anchors:
            raise SourceError("CG0116", at, name=event.anchor)
        target = self._anchors[event.anchor]
        if target is None:
            raise SourceError("CG0110", at, name=event.anchor)
        if is_key:
            if isinstance(target.value, dict | list):
                raise SourceError("CG0113", at)
            key = as_text(target.value)
            self._check_repeated(key, frame, at, 1 + len(event.anchor))
            return key
        self._repeat(target.size, at)
        if len(self._stack) + target.height > self.limits.max_depth:
            raise SourceError("CG0107", at, limit=self.limits.max_depth)
        frame.height = max(frame.height, target.height + 1)
        return target.value

    # -- parts

    def _merge(self, frame: _Frame) -> None:
        """Add the entries of merge keys; own entries win, then the earlier source."""
        for value, at, _ in frame.merges:
            for source in value if isinstance(value, list) else [value]:
                if not isinstance(source, dict):
                    self.problems.append(Problem("CG0114", at, {}))
                    continue
                self._repeat(len(source), at)
                marks = self.marks[id(source)]
                for index, (key, entry) in enumerate(source.items()):
                    if key not in frame.value:
                        frame.value[key] = entry
                        frame.marks.extend(marks[2 * index : 2 * index + 2])

    def _repeat(self, size: int, at: int) -> None:
        self._repeated += size
        if self._repeated > self.limits.max_aliases:
            raise SourceError("CG0109", at, limit=self.limits.max_aliases)
