"""gofmt's layout: one tab per level, one item per line in a broken literal, columns of keys and of cells.

gofmt breaks no line by itself. In declarations the caller chooses the lines (:func:`block`, :func:`stacked`,
:func:`inline`); examples break by width (:func:`composite`, :func:`call`). Either way each cell of a column has
:data:`CELL` before it, and :func:`lay` aligns the cells by gofmt's rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from backends.writer.document import HARDLINE, Doc, Group, IfBroken, Indent, join
from backends.writer.layout import render
from backends.writer.lists import bracketed, hugging

WIDTH = 100
"""Columns of an example, a tab counted as eight of them."""
CELL = "\v"
"""The mark before a cell of a column. No printed text has this character."""
_GAP = IfBroken(CELL, " ")
_SMALL, _RATIO = 40, 2.5
"""Keys of a few bytes are aligned, and longer ones that are not much longer or shorter than those above."""
_LONG_HEAD = 95
"""From as many bytes on, a function that does nothing takes two lines."""


# --------------------------------------------------------------------------- declarations


def declaration(parts: Sequence[Doc]) -> Doc:
    """Write a comment and the declaration below it: strings, as most are, need no layout."""
    texts = [part for part in parts if isinstance(part, str)]
    return "\n".join(texts) if len(texts) == len(parts) else join(parts, HARDLINE)


def block(opening: str, items: Sequence[str], closing: str = "}") -> str:
    """Write the lines of a declaration within brackets; an empty one stays empty."""
    return "\n\t".join([opening, *items]).replace("\n\t\n", "\n\n") + f"\n{closing}"


def function(head: str, *body: str) -> str:
    """Write a function; one with an empty body is on one line, if that is not long (gofmt counts bytes)."""
    return block(f"{head} {{", body) if body or len(head.encode()) >= _LONG_HEAD else f"{head} {{}}"


def row(*cells: str) -> str:
    """Write a line of a struct, or of a block of constants, whose cells are in columns."""
    return CELL.join(cells)


# --------------------------------------------------------------------------- literals


def inline(type_: str, items: Iterable[str]) -> str:
    """Write a composite literal on one line, however long."""
    return f"{type_}{{{', '.join(items)}}}"


def stacked(type_: str, items: Iterable[Doc]) -> Doc:
    """Write a composite literal with one item per line."""
    body: list[Doc] = []
    for item in items:
        body.append(HARDLINE)
        body += item if isinstance(item, list) else [item]
        body.append(",")
    return [f"{type_}{{", Indent(body), HARDLINE, "}"]


def rows(type_: str, items: Sequence[str]) -> Doc:
    """Write a composite literal with one item per line, or with a single item beside its type."""
    return stacked(type_, items) if len(items) > 1 else inline(type_, items)


def composite(type_: str, items: Sequence[Doc]) -> Doc:
    """Write a composite literal: on one line if it fits, else one item per line."""
    return bracketed(f"{type_}{{", items, "}")


def keyed(key: str, value: Doc) -> Doc:
    """Write an element of a composite literal with its key."""
    return [f"{key}:", _GAP, value]


def elided(type_: str, element: Doc) -> Doc:
    """Write an element of a list or map without its type, which the list already has (``gofmt -s``)."""
    if isinstance(element, list) and element[0] == "&" and type_[:1] == "*":
        return elided(type_[1:], element[1])
    if isinstance(element, str):
        bare = f"&{type_[1:]}{{" if type_[:1] == "*" else f"{type_}{{"
        return f"{{{element[len(bare) :]}" if element.startswith(bare) else element
    if isinstance(element, Group) and isinstance(element.body, list) and element.body[0] == f"{type_}{{":
        return Group(["{", *element.body[1:]])
    return element


def address(value: Doc) -> Doc:
    """Write a pointer to a composite literal."""
    return f"&{value}" if isinstance(value, str) else ["&", value]


# --------------------------------------------------------------------------- calls


def wrapped(function: str, value: Doc) -> Doc:
    """Write a call, or a conversion, of one argument: it breaks only within the argument."""
    return f"{function}({value})" if isinstance(value, str) else [f"{function}(", value, ")"]


def call(function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a call at the beginning of a line.

    If its last argument is a literal that breaks, the others stay beside the name.
    """
    if not arguments or isinstance(arguments[-1], str):
        return listed(f"{function}(", arguments, ")")
    return hugging(f"{function}(", arguments, ")", WIDTH) or bracketed(f"{function}(", arguments, ")")


def listed(opening: str, items: Sequence[Doc], closing: str) -> Doc:
    """Write a list at the beginning of a line; one of strings only, as most are, is laid out at once."""
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) < len(items):
        return bracketed(opening, items, closing)
    line = f"{opening}{', '.join(texts)}{closing}"
    return line if len(line) <= WIDTH or not texts else bracketed(opening, items, closing)


# --------------------------------------------------------------------------- columns


def lay(doc: Doc) -> str:
    """Lay a document out on lines of its own."""
    if isinstance(doc, str):
        return doc
    text = render(doc, WIDTH, "\t")
    return _aligned(text) if CELL in text else text


def _aligned(text: str) -> str:
    """Align the cells of adjacent lines."""
    out: list[str] = []
    done, at = 0, text.find(CELL)
    while at >= 0:
        start = text.rfind("\n", done, at) + 1 or done
        end = at
        while at >= 0 and text.find("\n", end + 1, at) < 0:  # the next line has cells, too
            end = text.find("\n", at)
            at = text.find(CELL, end) if end >= 0 else -1
        end = len(text) if end < 0 else end
        out += [text[done:start], _columns(text[start:end])]
        done = end
    return "".join([*out, text[done:]])


def _columns(text: str) -> str:
    """Align lines, all of which have cells; lines that begin with keys form sections."""
    found = text.split("\n")
    if len(found) == 1:
        return text.replace(CELL, " ")
    sections = _sections(found) if f":{CELL}" in text else [found]
    return "\n".join([line for section in sections for line in _padded([line.split(CELL) for line in section])])


def _sections(found: Iterable[str]) -> Iterator[list[str]]:
    """Divide lines into sections whose values share a column. A line that continues below is alone in its section."""
    section: list[str] = []
    depth, keys = 0, _Keys()
    for line in found:
        first = line[: line.index(CELL)]
        key = first.lstrip("\t")
        level, goes_on = len(first) - len(key), line[-1] in "{(["
        if not section or level != depth or goes_on or not keys.take(key):
            if section:
                yield section
            section, depth, keys = [], level, _Keys()
            keys.take(key)
        section.append(line)
        if goes_on:
            yield section
            section = []
    if section:
        yield section


class _Keys:
    """The keys of a section: their values are aligned while the keys have about the same length."""

    __slots__ = ("_count", "_last", "_logs")

    def __init__(self) -> None:
        self._count = self._last = 0
        self._logs = 0.0

    def take(self, cell: str) -> bool:
        """Accept the first cell of a line, unless it is a long key whose length differs much from those above."""
        if cell[-1] != ":":
            return True
        size = len(cell.encode()) - 1
        if self._count and max(size, self._last) > _SMALL:
            mean = math.exp(self._logs / self._count)
            if not 1 / _RATIO < size / mean < _RATIO:
                return False
        self._last = size
        self._count += 1
        self._logs += math.log(size)
        return True


def _padded(rows: list[list[str]]) -> list[str]:
    """Pad every cell that is not the last; a column spans adjacent lines that have it."""
    if len(set(map(len, rows))) == 1:
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
        widths[-1] = 0
        return [" ".join(map(str.ljust, cells, widths)) for cells in rows]
    for column in range(max(map(len, rows)) - 1):
        start = 0
        while start < len(rows):
            end = start
            while end < len(rows) and len(rows[end]) > column + 1:
                end += 1
            width = max((len(cells[column]) for cells in rows[start:end]), default=0)
            for cells in rows[start:end]:
                cells[column] = cells[column].ljust(width)
            start = end + 1
    return [" ".join(cells) for cells in rows]
