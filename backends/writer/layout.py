"""The layout of a document: a group that fits on the rest of the line is printed flat, else its lines become newlines
(Wadler's algorithm, as in prettier)."""

from __future__ import annotations

from collections.abc import Iterator

from backends.writer.document import Doc, Group, IfBroken, Indent, Line

WIDEST = 120
"""No layout has wider lines."""


def render(doc: Doc, width: int, indent: str, level: int = 0, column: int = 0) -> str:
    """Lay a document out.

    Args:
        doc: the document.
        width: columns of a line.
        indent: one level; a tab counts as eight columns.
        level: the level of the document's lines.
        column: the column where the document starts.
    """
    text = flat(doc, width - column, True)
    if text is not None:
        return text.rstrip()
    return Layout(width, indent, column).lay(doc, level)


def flat(doc: Doc, room: int, broken: bool = False) -> str | None:
    """Return a document on one line; None if too long, or if it has a hard line or, if ``broken``, any line."""
    out: list[str] = []
    return "".join(out) if _add_flat(doc, room, broken, out) >= 0 else None


def _line(group: Group) -> str | None:
    """Return a group on one line, made once for all groups around it that are tried; None if no line has the room."""
    if group.line == "":
        group.line = flat(group.body, WIDEST)
    return group.line


def _add_flat(doc: Doc, room: int, broken: bool, out: list[str]) -> int:
    """Add the texts of a document on one line; return the room that is left, negative if it does not fit."""
    if type(doc) is str:
        out.append(doc)
        return room - len(doc)
    if type(doc) is list:
        for item in doc:
            if type(item) is str:
                out.append(item)
                room -= len(item)
            elif type(item) is Line:  # the most frequent kind
                if broken or item.hard:
                    return -1
                out.append(item.flat)
                room -= len(item.flat)
            else:
                room = _add_flat(item, room, broken, out)
            if room < 0:
                return room
        return room
    kind = type(doc)
    if kind is Group:
        line = _line(doc)  # type: ignore[arg-type]
        if line is None:
            return -1
        out.append(line)
        return room - len(line)
    if kind is Indent:
        return _add_flat(doc.body, room, broken, out)  # type: ignore[union-attr]
    if kind is Line and (broken or doc.hard):  # type: ignore[union-attr]
        return -1
    text = _text(doc, broken)
    out.append(text)
    return room - len(text)


def _text(doc: Doc, broken: bool) -> str:
    """Return the text of a node without children."""
    if type(doc) is Line:
        return doc.flat
    return doc.broken if broken else doc.flat  # type: ignore[union-attr]


class Layout:
    """Lays out a document that needs several lines. The stack holds lists with their levels, each with the index of its
    next item and an iterator from there; all are within broken groups: a group that fits becomes text at once."""

    __slots__ = ("column", "indent", "stack", "step", "width")

    def __init__(self, width: int, indent: str, column: int) -> None:
        self.width = width
        self.indent = indent
        self.step = len(indent.expandtabs(8))
        self.column = column
        self.stack: list[tuple[int, list[Doc], int, Iterator[Doc]]] = []

    def lay(self, doc: Doc, level: int) -> str:
        """Lay a document out from a level on."""
        stack, column, width = self.stack, self.column, self.width
        out: list[str] = []
        whole = [doc]
        stack.append((level, whole, 0, iter(whole)))
        while stack:
            depth, items, at, rest = stack.pop()
            newline, start = "\n" + self.indent * depth, self.step * depth
            for item in rest:
                at += 1
                kind = type(item)
                if kind is str:
                    out.append(item)  # type: ignore[arg-type]
                    column += len(item)  # type: ignore[arg-type]
                    continue
                if kind is Line:
                    out.append(newline)
                    column = start
                    continue
                if kind is IfBroken:
                    out.append(item.broken)  # type: ignore[union-attr]
                    column += len(item.broken)  # type: ignore[union-attr]
                    continue
                if kind is Group:
                    line = _line(item)  # type: ignore[arg-type]
                    if line is not None:
                        end = column + len(line)
                        if end <= width and self._fits(items, at, width - end):
                            out.append(line)
                            column = end
                            continue
                inner = item if kind is list else item.body  # type: ignore[union-attr]
                if at < len(items):
                    stack.append((depth, items, at, rest))
                items = inner if type(inner) is list else [inner]
                stack.append((depth + (kind is Indent), items, 0, iter(items)))
                break
        laid = "".join(out)
        return "\n".join([line.rstrip() for line in laid.split("\n")]) if " \n" in laid else laid.rstrip(" ")

    def _fits(self, items: list[Doc], at: int, room: int) -> bool:
        """Whether the text after a group, up to the next line, fits in the room."""
        left, ends = head(items, room, at)
        if not ends:
            for _, outer, first, _ in reversed(self.stack):
                left, ends = head(outer, left, first)
                if ends:
                    break
        return left >= 0


def _from(items: list[Doc], at: int) -> Iterator[Doc]:
    """Iterate over a list from an index on, without iterating over the items before it."""
    return map(items.__getitem__, range(at, len(items)))


def head(doc: Doc, room: int, start: int = 0) -> tuple[int, bool]:
    """Return the room that is left after a document up to its first line outside of groups, and whether it ends there.

    Args:
        doc: the document.
        room: columns that are left; the search also ends when there are none.
        start: where to begin in a list.
    """
    if type(doc) is list:
        for item in _from(doc, start) if start else doc:
            kind = type(item)
            if kind is Line:
                return room, True
            if kind is str:
                room -= len(item)  # type: ignore[arg-type]
            else:
                room, ends = head(item, room)
                if ends:
                    return room, True
            if room < 0:
                return room, True
        return room, room < 0
    if type(doc) is Indent:
        return head(doc.body, room)
    if type(doc) is Line:
        return room, True
    room = _add_flat(doc, room, True, [])
    return room, room < 0
