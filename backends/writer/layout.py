"""The layout of a document: a group that fits on the rest of the line is printed flat, else its lines become newlines
(Wadler's algorithm, as prettier has it)."""

from __future__ import annotations

from itertools import islice

from backends.writer.document import Doc, Group, IfBroken, Indent, Line


def render(doc: Doc, width: int, indent: str, level: int = 0, column: int = 0) -> str:
    """Lay a document out.

    Args:
        doc: the document.
        width: columns of a line.
        indent: one level; a tab counts as eight columns.
        level: the level that lines start at.
        column: where on the line it starts.
    """
    text = flat(doc, width - column, True)
    if text is not None:
        return text.rstrip()
    return _Layout(width, indent, column).lay(doc, level)


def flat(doc: Doc, room: int, broken: bool = False) -> str | None:
    """Return a document on one line; None where it cannot be: too long, a hard line, a line that is ``broken``."""
    out: list[str] = []
    return "".join(out) if _add_flat(doc, room, broken, out) >= 0 else None


def _add_flat(doc: Doc, room: int, broken: bool, out: list[str]) -> int:
    """Add the texts of a document on one line; returns the room that is left, negative where it cannot be."""
    if type(doc) is str:
        out.append(doc)
        return room - len(doc)
    if type(doc) is list:
        for item in doc:
            if type(item) is str:
                out.append(item)
                room -= len(item)
            elif type(item) is Line:  # the most there are
                if broken or item.hard:
                    return -1
                out.append(item.flat)
                room -= len(item.flat)
            elif type(item) is Group:
                room = _add_flat(item.body, room, False, out)
            else:
                room = _add_flat(item, room, broken, out)
            if room < 0:
                return room
        return room
    kind = type(doc)
    if kind is Group:
        return _add_flat(doc.body, room, False, out)  # type: ignore[union-attr]
    if kind is Indent:
        return _add_flat(doc.body, room, broken, out)  # type: ignore[union-attr]
    if kind is Line and (broken or doc.hard):  # type: ignore[union-attr]
        return -1
    text = doc.broken if kind is IfBroken and broken else doc.flat  # type: ignore[union-attr]
    out.append(text)
    return room - len(text)


class _Layout:
    """Lays one document out that needs several lines. On the stack are lists with their levels, each from the place on
    that is next; they stand in groups which are broken: a group that fits is a text at once."""

    __slots__ = ("column", "indent", "stack", "step", "width")

    def __init__(self, width: int, indent: str, column: int) -> None:
        self.width = width
        self.indent = indent
        self.step = len(indent.expandtabs(8))
        self.column = column
        self.stack: list[tuple[int, list[Doc], int]] = []

    def lay(self, doc: Doc, level: int) -> str:
        stack, column, width = self.stack, self.column, self.width
        out: list[str] = []
        stack.append((level, [doc], 0))
        while stack:
            depth, items, at = stack.pop()
            newline, start = "\n" + self.indent * depth, self.step * depth
            for item in islice(items, at, None) if at else items:
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
                    text = flat(item.body, width - column)  # type: ignore[union-attr]
                    if text is not None and self._fits(items, at, width - column - len(text)):
                        out.append(text)
                        column += len(text)
                        continue
                if at < len(items):
                    stack.append((depth, items, at))
                inner = item if kind is list else item.body  # type: ignore[union-attr]
                stack.append((depth + (kind is Indent), inner if type(inner) is list else [inner], 0))
                break
        laid = "".join(out)
        return "\n".join([line.rstrip() for line in laid.split("\n")]) if " \n" in laid else laid.rstrip(" ")

    def _fits(self, items: list[Doc], at: int, room: int) -> bool:
        """Whether what follows a group, up to the next line, fits in the room."""
        for _, rest, first in ((0, items, at), *reversed(self.stack)):
            for item in islice(rest, first, None):
                room, ends = _head(item, room)
                if ends or room < 0:
                    return room >= 0
        return room >= 0


def _head(doc: Doc, room: int) -> tuple[int, bool]:
    """Return the room that is left after a document up to its first line outside of groups, and whether it has one."""
    if type(doc) is list:
        for item in doc:
            room, ends = _head(item, room)
            if ends or room < 0:
                return room, True
        return room, False
    if type(doc) is Indent:
        return _head(doc.body, room)
    if type(doc) is Line:
        return room, True
    return _add_flat(doc, room, True, []), False
