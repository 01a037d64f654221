"""Objects around arguments of calls: taken away, made around what stands there, with the lines as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import libcst as cst

from compiler.base.frozen import frozen
from migrate.upgrade.edits import Edits, Span
from migrate.upgrade.python.given_arguments import Given, Opened
from migrate.upgrade.python.source import Source

_STEP = b"    "


@frozen
class Enclosed:
    """Values that go into an object, what stands before each of them, and around all of them."""

    items: list[Given]
    prefixes: list[bytes]
    opening: bytes
    closing: bytes
    more: tuple[bytes, ...] = ()
    """Members behind the values."""

    def ending(self, gap: bytes, last: bytes) -> bytes:
        """Return what stands behind the values: ``gap`` before each member, ``last`` before the end."""
        return b"".join(b"," + gap + item for item in self.more) + last + self.closing


class Objects:
    """Writes and takes away objects. ``dropped`` is told of names of classes that are not used any more."""

    def __init__(self, source: Source, edits: Edits, dropped: Callable[[cst.BaseExpression], None]) -> None:
        self._source, self._edits, self._dropped = source, edits, dropped

    def remove(self, arg: cst.Arg) -> None:
        """Take an argument away that stands by its name, with its line if it stands alone in it."""
        start, end = self._source.span(arg.keyword or arg.value)[0], self._source.outer(arg.value)[1]
        line = re.compile(rb"[ \t]*,[ \t]*\n").match(self._source.text, end)
        if line is not None and self._own_line(start):
            self._edits.replace((self._source.line_start(start), line.end()))
        else:
            self._take((start, end))

    def remove_given(self, item: Given) -> None:
        """Take an argument away, with the comma behind or before it."""
        self._take(item.whole)

    def _take(self, span: Span) -> None:
        text, (start, end) = self._source.text, span
        behind = re.compile(rb"\s*,[ \t]*").match(text, end)
        if behind is not None:
            end = behind.end()
        else:
            before = re.compile(rb",\s*\Z").search(text, 0, start)
            start = before.start() if before is not None else start
        self._edits.replace((start, end))

    def flatten(self, read: Sequence[Given | Opened], outer: list[Given], around: int | None = None) -> None:
        """Take away the objects around members; members that go into another object are edited there. ``around``: the
        column of an object around, which is taken away, too."""
        for part in read:
            if not isinstance(part, Opened):
                continue
            column = self._column(part.whole[0]) if around is None else around
            self.flatten(part.inside, outer, column)
            if part.name is not None:
                self._dropped(part.name)
            if not part.inside:
                self._edits.replace(part.whole)
                continue
            first = part.inside[0].whole[0]
            tail = self._source.text[part.ends : part.whole[1]]
            if self._own_line(part.whole[0]):
                comment = re.search(rb"#[^\n]*\n\s*", tail)
                self._edits.replace((part.whole[0], first))
                self._edits.replace((part.ends, part.whole[1]), comment.group() if comment else b"")
                if not outer:
                    self._shift((first, part.ends), self._column(first) - column)
                continue
            space = re.compile(rb"\s*\Z").search(self._source.text, part.whole[0], first)
            self._edits.replace((part.whole[0], space.start() if space is not None else first))
            follows = re.compile(rb"\s*,").match(self._source.text, part.whole[1])
            left = tail[:-1] if follows is None else tail[:-1].replace(b",", b"", 1)
            self._edits.replace((part.ends, part.whole[1]), left)

    def _shift(self, span: tuple[int, int], by: int) -> None:
        """Move lines to the left, as far as they are indented so, unless a text of several lines is in them."""
        text = self._source.text[slice(*span)]
        if by <= 0 or b'"""' in text or b"'''" in text or not self._own_line(span[0]):
            return
        for match in re.finditer(rb"\n([ ]*)(?=[^\s])", text):
            if len(match[1]) >= by:
                at = span[0] + match.start(1)
                self._edits.replace((at, at + by))

    def enclose(self, made: Enclosed | None, within: Enclosed | None = None) -> None:
        """Put arguments into an object at the place of the first, and some of them into an object in it."""
        if made is None:
            return
        text, inside = self._source.text, made.items
        nested = within.items if within is not None else []
        apart = [index for index, item in enumerate(inside) if item in nested]
        between = [text[left.whole[1] : right.whole[0]] for left, right in pairwise(inside)]
        together = all(re.fullmatch(rb"\s*,(\s|#[^\n]*\n)*", part) for part in between)
        if not together or apart != list(range(apart[0], apart[0] + len(apart)) if apart else []):
            self._move(made, within)
            return
        first, last = inside[0].whole[0], inside[-1].whole[1]
        lines = self._own_line(first) and b"\n" in text[first:last] + b"".join(between)
        indent = text[self._source.line_start(first) : first] if lines else b""

        def opened(by: Enclosed, depth: int) -> bytes:
            return by.opening + (b"\n" + indent + _STEP * depth if lines else b"")

        for index, (item, prefix) in enumerate(zip(inside, made.prefixes, strict=True)):
            before = opened(made, 1) if index == 0 else b""
            if within is not None and item in nested:
                at = nested.index(item)
                before += (opened(within, 2) if at == 0 else b"") + within.prefixes[at]
            self._edits.replace((item.whole[0], item.value[0]), before + prefix)
        deep = (nested[0].whole[0], nested[-1].whole[1]) if nested else (last, last)
        if lines:
            self._indent((first, last), deep)
        if within is not None:
            gap, end = (b"\n" + indent + _STEP * 2, b",\n" + indent + _STEP) if lines else (b" ", b"")
            self._edits.insert(deep[1], within.ending(gap, end))
        gap, end = (b"\n" + indent + _STEP, b",\n" + indent) if lines else (b" ", b"")
        self._edits.insert(last, made.ending(gap, end))

    def _move(self, made: Enclosed, within: Enclosed | None) -> None:
        """Put arguments into an object that do not stand together: their values are moved to the first."""
        parts: list[bytes | tuple[int, int]] = [made.opening]
        nested = within.items if within is not None else []
        for index, (item, prefix) in enumerate(zip(made.items, made.prefixes, strict=True)):
            if within is None or item not in nested:
                parts += [b", " if index else b"", prefix, item.value]
            elif item is nested[0]:
                parts += [b", " if index else b"", within.opening]
                for at, (field, key) in enumerate(zip(nested, within.prefixes, strict=True)):
                    parts += [b", " if at else b"", key, field.value]
                parts.append(within.ending(b" ", b""))
        self._edits.replace(made.items[0].whole, *parts, made.ending(b" ", b""))
        for item in made.items[1:]:
            self.remove_given(item)

    def _indent(self, span: tuple[int, int], deep: tuple[int, int]) -> None:
        """Move lines to the right, those of the object within twice."""
        text = self._source.text[slice(*span)]
        if b'"""' in text or b"'''" in text:
            return
        for match in re.finditer(rb"\n(?=[ \t]*[^\s])", text):
            at = span[0] + match.end()
            self._edits.insert(at, _STEP * (2 if deep[0] < at < deep[1] else 1))

    def _own_line(self, at: int) -> bool:
        return not self._source.text[self._source.line_start(at) : at].strip()

    def _column(self, at: int) -> int:
        line = self._source.text[self._source.line_start(at) : at]
        return len(line) - len(line.lstrip())
