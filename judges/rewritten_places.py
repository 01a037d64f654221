"""Which places of a file a rewriting changed, and which errors of a type checker lie in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from difflib import SequenceMatcher

Range = tuple[int, int]
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_MARK = re.compile(r"^([ \t]*)(?:#|//) codegen: ")


def rewritten_ranges(before: str, after: str) -> list[Range]:
    """Return the places of ``after`` that are not as they stood in ``before``, token by token, without the marks."""
    sides = [text.splitlines(keepends=True) for text in (before, after)]
    starts = [0]
    for line in sides[1]:
        starts.append(starts[-1] + len(line))
    found: list[Range] = []
    for kind, low, high, start, end in SequenceMatcher(None, sides[0], sides[1], autojunk=False).get_opcodes():
        if kind not in ("replace", "insert"):
            continue
        old, new = _TOKEN.findall("".join(sides[0][low:high])), _TOKEN.findall("".join(sides[1][start:end]))
        places = [starts[start]]
        for token in new:
            places.append(places[-1] + len(token))
        for what, _, _, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if what in ("replace", "insert"):
                found += [(places[at], places[at + 1]) for at in range(first, last) if not new[at].isspace()]
    marks = [(starts[at], starts[at + 1]) for at, line in enumerate(sides[1]) if _MARK.match(line)]
    return [(low, high) for low, high in found if not any(start <= low < end for start, end in marks)]


def offset(text: str, line: int, column: int) -> int:
    """Return a place in a text by its line and its column, both from 0."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[:line])) + column


def touches(ranges: list[Range], start: int, end: int) -> bool:
    """Tell whether a place overlaps one of some sorted ranges that do not overlap each other."""
    at = bisect_right(ranges, (start, start))
    return any(low < max(end, start + 1) and start < high for low, high in ranges[max(at - 1, 0) : at + 1])


def marked_lines(text: str) -> Iterator[int]:
    """Yield the lines, from 1, of the statements that marks stand above."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        mark = _MARK.match(line)
        if mark is None:
            continue
        at = index + 1
        while at < len(lines) and _MARK.match(lines[at]):
            at += 1
        yield at + 1
        for number in range(at + 1, len(lines)):
            inside = lines[number]
            closes = re.match(r"[ \t]*[)\]}]", inside)
            if inside.strip() and len(inside) - len(inside.lstrip()) <= len(mark[1]) and not closes:
                break
            yield number + 1
