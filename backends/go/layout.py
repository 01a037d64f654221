"""Lays examples out: a call or a composite literal that a line has no room for takes several, as gofmt leaves them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from backends.writer import Doc, Group, IfBroken, bracketed, hugging, render

WIDTH = 100
"""Columns of an example, a tab counted as eight of them; gofmt breaks no lines by itself."""
_GAP = IfBroken("\v", " ")
"""What follows a key: a column that is aligned where the literal is broken. No printed text has this character."""
_SMALL, _RATIO = 40, 2.5
"""Keys of a few bytes are aligned, and longer ones that are not much longer or shorter than those above."""


def composite(type_: str, items: Sequence[Doc]) -> Doc:
    """Write a composite literal."""
    return bracketed(f"{type_}{{", items, "}")


def keyed(key: str, value: Doc) -> Doc:
    """Write an element of a composite literal with its key."""
    return [f"{key}:", _GAP, value]


def elided(type_: str, element: Doc) -> Doc:
    """Write an element of a list or map without its type, which the list says already (``gofmt -s``)."""
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


def wrapped(function: str, value: Doc) -> Doc:
    """Write a call, or a conversion, of one argument: it breaks within that alone."""
    return f"{function}({value})" if isinstance(value, str) else [f"{function}(", value, ")"]


def call(function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a call that opens a line.

    Where its last argument is a literal that breaks, the others stay beside the name.
    """
    if not arguments or isinstance(arguments[-1], str):
        return listed(f"{function}(", arguments, ")")
    return hugging(f"{function}(", arguments, ")", WIDTH) or bracketed(f"{function}(", arguments, ")")


def listed(opening: str, items: Sequence[Doc], closing: str) -> Doc:
    """Write a list that opens a line: of texts alone, as most are, it is laid out at once."""
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) < len(items):
        return bracketed(opening, items, closing)
    line = f"{opening}{', '.join(texts)}{closing}"
    if len(line) <= WIDTH or not texts:
        return line
    return "\n".join([opening, *(f"\t{text}," for text in texts), closing])


def lay(doc: Doc) -> str:
    """Lay a document out on lines of its own."""
    if isinstance(doc, str):
        return doc
    text = render(doc, WIDTH, "\t")
    return _aligned(text) if "\v" in text else text


class _Column:
    """Lines of a literal whose values are aligned, by gofmt's rule."""

    __slots__ = ("_last", "_logs", "lines")

    def __init__(self) -> None:
        self.lines: list[int] = []
        self._last = 0
        self._logs = 0.0

    def add(self, line: int, size: int) -> None:
        """Add a line whose key has so many bytes."""
        self.lines.append(line)
        self._last = size
        self._logs += math.log(size)

    def takes(self, size: int) -> bool:
        """Tell whether a key is small, as the one above is, or about as long as those above."""
        mean = math.exp(self._logs / len(self.lines))
        return max(size, self._last) <= _SMALL or 1 / _RATIO < size / mean < _RATIO


def _aligned(text: str) -> str:
    """Align the values of elements that follow each other, each on one line."""
    lines = text.split("\n")
    columns: list[_Column] = []
    last: dict[int, _Column] = {}
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip("\t"))
        for ended in [deeper for deeper in last if deeper > depth]:
            del last[ended]
        key, found, value = line.partition("\v")
        if found and value[-1] != ",":  # it goes on below
            last.pop(depth, None)
            lines[at] = f"{key} {value}"
        elif found:
            size = len(key[depth:-1].encode())
            if depth not in last or not last[depth].takes(size):
                last[depth] = _Column()
                columns.append(last[depth])
            last[depth].add(at, size)
    for column in columns:
        cells = [lines[at].partition("\v") for at in column.lines]
        width = max(len(key) for key, _, _ in cells)
        for at, (key, _, value) in zip(column.lines, cells, strict=True):
            lines[at] = f"{key:{width}} {value}"
    return "\n".join(lines)
