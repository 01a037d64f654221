"""Edits of a text by places in it: all else stays byte for byte."""

from __future__ import annotations

from compiler.base.frozen import frozen

Span = tuple[int, int]


@frozen
class Edit:
    """Replaces the bytes from ``start`` to ``end`` by ``parts``: texts, and spans of the old text, which are moved with
    the edits inside of them."""

    start: int
    end: int
    parts: tuple[bytes | Span, ...]


@frozen
class Told:
    """What was not rewritten, and where: the line counts from 1. ``marked``: a comment stands there."""

    file: str
    line: int
    text: str
    marked: bool = True


class Edits:
    """The edits of one text; two that overlap are a bug, unless one lies in a span that the other moves. What is
    inserted at one place stays in the order in which it came."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._edits: dict[Edit, None] = {}

    def __bool__(self) -> bool:
        return bool(self._edits)

    def replace(self, span: Span, *parts: bytes | Span) -> None:
        """Replace a span."""
        if parts != (self._text[span[0] : span[1]],):
            self._edits[Edit(*span, tuple(part for part in parts if part != b""))] = None

    def insert(self, at: int, *parts: bytes | Span) -> None:
        """Insert at a place."""
        self.replace((at, at), *parts)

    def wrap(self, span: Span, before: bytes, after: bytes) -> None:
        """Put texts around a span, whose own edits stay."""
        self._edits[Edit(*span, (before, span, after))] = None

    def result(self) -> bytes:
        """Return the whole text with all edits."""
        return self._apply_edits((0, len(self._text)), None)

    def line(self, at: int, line: int) -> int:
        """Return the line that a place of the old text, which is in ``line``, has in the new one."""
        for item in self._edits:
            if item.start < at or (item.start == item.end == at):
                new = b"".join(part if isinstance(part, bytes) else self._text[slice(*part)] for part in item.parts)
                line += new.count(b"\n") - self._text[item.start : min(item.end, at)].count(b"\n")
        return line

    def _apply_edits(self, span: Span, without: Edit | None) -> bytes:
        inside = sorted(
            (item for item in self._edits if span[0] <= item.start and item.end <= span[1] and item is not without),
            key=lambda item: (item.start, item.end != item.start, -item.end),
        )
        made, at = [], span[0]
        for item in inside:
            if item.start < at:
                continue  # it lies in a span that another one moves
            made.append(self._text[at : item.start])
            made += [part if isinstance(part, bytes) else self._apply_edits(part, item) for part in item.parts]
            at = item.end
        made.append(self._text[at : span[1]])
        return b"".join(made)
