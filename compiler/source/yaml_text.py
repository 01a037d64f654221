"""YAML on libyaml's events: the core schema of YAML 1.2, with the offset of every key and value (D1.2).

PyYAML's constructors read YAML 1.1 and are ten times slower than this builder; only its C parser is used. Nothing
here recurses, so nesting is bounded by the limit alone.
"""

from __future__ import annotations

from array import array
from typing import Any, NoReturn

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

from compiler.source.document import Mark, array_index
from compiler.source.failure import Problem, SourceError, repeated_key
from compiler.source.limits import Limits
from compiler.source.location import Json
from compiler.source.scalars import resolve

_CORE = "tag:yaml.org,2002:"
_UNKNOWN = object()
_Marks = dict[int, "array[int]"]


def parse_yaml(text: str, limits: Limits, problems: list[Problem]) -> tuple[Json, YamlLocator]:
    """Parse `text`; what need not end the reading is added to `problems`.

    Raises `SourceError` for what is no YAML or passes a limit.
    """
    builder = _Builder(limits, problems)
    try:
        loader = CSafeLoader(text)
        try:
            builder.read(loader)
        finally:
            loader.dispose()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = " ".join(part for part in (error.problem, error.context) if part)
        raise SourceError("CG0104", mark.index if mark else 0, problem=said) from None
    except ReaderError as error:
        offset = len(text.encode()[: error.position].decode(errors="replace"))
        raise SourceError("CG0104", offset, problem=str(error.reason)) from None
    except YAMLError as error:
        raise SourceError("CG0104", 0, problem=str(error)) from None
    return builder.root, YamlLocator(builder.root_offset, builder.marks)


class YamlLocator:
    """Finds places by the offsets that were noted while reading.

    For an array there is one offset for each item, for an object two for each entry, in the order of the entries.
    """

    def __init__(self, root: int, marks: _Marks) -> None:
        self._root = root
        self._marks = marks

    def root(self) -> int:
        """Return the offset of the root value."""
        return self._root

    def child(self, container: Json, offset: int, token: str) -> Mark | None:
        """Return the mark of a child, or None when there is none."""
        marks = self._marks.get(id(container))
        if marks is None:
            return None
        if isinstance(container, dict):
            for index, key in enumerate(container):
                if key == token:
                    return Mark(marks[2 * index], marks[2 * index + 1])
            return None
        position = array_index(token)
        return Mark(-1, marks[position]) if position is not None and position < len(marks) else None


class _Frame:
    """A container that is being read."""

    __slots__ = ("anchor", "before", "height", "key", "key_offset", "marks", "merges", "value")

    def __init__(self, value: Any, anchor: str | None, before: int) -> None:
        self.value: Any = value  # the dict or list
        self.marks: array[int] = array("L")
        self.key: str | None = None  # the key whose value comes next
        self.key_offset = 0
        self.anchor = anchor
        self.before = before  # how many nodes were read before it: gives the size of what an anchor names
        self.height = 1  # levels of nesting in it
        self.merges: list[tuple[Json, int]] = []


class _Anchored:
    """What an anchor names: a value with its size and height."""

    __slots__ = ("height", "size", "value")

    def __init__(self, value: Json, size: int, height: int) -> None:
        self.value = value
        self.size = size
        self.height = height


class _Builder:
    """Builds the tree from events."""

    def __init__(self, limits: Limits, problems: list[Problem]) -> None:
        self.limits = limits
        self.problems = problems
        self.root: Json = None
        self.root_offset = 0
        self.marks: _Marks = {}
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}  # None: still open
        self._plain: dict[str, Json] = {}
        self._nodes = 0
        self._repeated = 0  # nodes that aliases and merge keys stand for

    def read(self, loader: Any) -> None:
        """Read one document from the events of `loader`."""
        next_event = loader.get_event
        documents = 0
        while (event := next_event()) is not None:
            kind = type(event)
            if kind is ScalarEvent:
                self._scalar(event)
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
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.key is None and type(frame.value) is dict:
            self._key(frame, text, offset, event)
            return
        if event.implicit[0] and event.tag is None:
            value = self._plain.get(text, _UNKNOWN)
            if value is _UNKNOWN:
                value = self._plain[text] = self._resolve(text, offset)
        elif event.tag is None:
            value = text
        else:
            value = self._tagged(event, offset)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)  # type: ignore[arg-type]
        self._count(offset)
        self._put(value, offset)

    def _open(self, event: Any, value: Any) -> None:
        offset: int = event.start_mark.index
        if event.tag is not None and event.tag not in (_CORE + "map", _CORE + "seq", "!"):
            self.problems.append(Problem("CG0112", offset, {"tag": event.tag}))
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._count(offset)
        self._put(value, offset)
        self._stack.append(_Frame(value, event.anchor, self._nodes + self._repeated))
        if len(self._stack) > self.limits.max_depth:
            raise SourceError("CG0107", offset, limit=self.limits.max_depth)

    def _close(self) -> None:
        frame = self._stack.pop()
        if frame.merges:
            self._merge(frame)
        self.marks[id(frame.value)] = frame.marks
        if self._stack:
            parent = self._stack[-1]
            parent.height = max(parent.height, frame.height + 1)
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
        frame = self._stack[-1]
        if frame.key is None and type(frame.value) is dict:
            if isinstance(target.value, dict | list):
                self._no_key(offset)
            self._key(frame, "" if target.value is None else str(target.value), offset, None)
            return
        self._repeat(target.size, offset)
        if len(self._stack) + target.height > self.limits.max_depth:
            raise SourceError("CG0107", offset, limit=self.limits.max_depth)
        frame.height = max(frame.height, target.height + 1)
        self._put(target.value, offset)

    # -- parts

    def _key(self, frame: _Frame, text: str, offset: int, event: Any) -> None:
        if event is not None and text == "<<" and event.implicit[0]:
            frame.key = "<<"
            frame.key_offset = -1 - offset  # marks a merge: no real offset is negative
            return
        if text in frame.value:
            first = frame.marks[2 * list(frame.value).index(text)]
            self.problems.append(repeated_key(text, first, offset, len(text)))
        frame.key = text
        frame.key_offset = offset

    def _put(self, value: Any, offset: int) -> None:
        if not self._stack:
            self.root, self.root_offset = value, offset
            return
        frame = self._stack[-1]
        if type(frame.value) is list:
            frame.value.append(value)
            frame.marks.append(offset)
            return
        if frame.key is None:
            self._no_key(offset)
        if frame.key_offset < 0:
            frame.merges.append((value, offset))
        elif frame.key not in frame.value:  # the first of two equal keys counts; the second was reported
            frame.value[frame.key] = value
            frame.marks.append(frame.key_offset)
            frame.marks.append(offset)
        frame.key = None

    def _no_key(self, offset: int) -> NoReturn:
        raise SourceError("CG0113", offset)

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

    def _resolve(self, text: str, offset: int) -> Json:
        try:
            return resolve(text)
        except ValueError:  # Python refuses thousands of digits: the conversion is quadratic
            self.problems.append(Problem("CG0120", offset, {"word": text[:40]}))
            return 0

    def _tagged(self, event: Any, offset: int) -> Json:
        """Read a scalar with a tag of the core schema; other tags are ignored with a warning."""
        tag, text = str(event.tag), str(event.value)
        if tag in ("!", _CORE + "str"):
            return text
        if not tag.startswith(_CORE) or tag.removeprefix(_CORE) not in ("int", "float", "bool", "null"):
            self.problems.append(Problem("CG0112", offset, {"tag": tag.replace(_CORE, "!!")}))
            return self._resolve(text, offset) if not event.style else text
        value = self._resolve(text, offset)
        kind = tag.removeprefix(_CORE)
        if kind == "float" and type(value) is int:
            return float(value)
        fits = {"int": int, "float": float, "bool": bool, "null": type(None)}[kind]
        if not isinstance(value, fits) or (kind == "int" and isinstance(value, bool)):
            self.problems.append(Problem("CG0119", offset, {"text": text[:40], "tag": kind}))
        return value

    def _count(self, offset: int) -> None:
        self._nodes += 1
        if self._nodes > self.limits.max_nodes:
            raise SourceError("CG0108", offset, limit=self.limits.max_nodes)

    def _repeat(self, size: int, offset: int) -> None:
        self._repeated += size
        if self._repeated > self.limits.max_aliases:
            raise SourceError("CG0109", offset, limit=self.limits.max_aliases)
