"""Finds the code in a Markdown text, which no other conversion may change."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator

from compiler.base.patterns import lazy_pattern

Range = tuple[int, int]

_FENCE = lazy_pattern(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*\n?\Z)|~{3,})")
_ITEM = lazy_pattern(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\n|\Z)")
_TICKS = lazy_pattern("`+")
_BLOCK = lazy_pattern(r"</?(?:p|ul|ol|li|table|tr|td|div|br|h[1-6])\b", re.IGNORECASE)
_CODE = lazy_pattern("[^\n]")


def code_ranges(text: str) -> list[Range]:
    """Return the ranges of code, in order: fenced blocks, indented blocks, and spans between backticks."""
    if "`" not in text and "~~~" not in text and "\n    " not in text and "\t" not in text and text[:4] != "    ":
        return []
    return list(_ranges(text))


def _ranges(text: str) -> Iterator[Range]:
    at = opened = begun = 0
    fence = ""
    blank, coded, listed, marked = True, False, False, False
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        bare = line.strip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                yield opened, at
                fence, begun, blank, coded = "", at, False, False
            continue
        if not bare:
            yield from _spans(text, begun, start)
            begun, blank = at, True
            continue
        indented = line.startswith(("    ", "\t"))
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if found:
            yield from _spans(text, begun, start)
            fence, opened = found[1], start
        elif indented and (blank or coded) and not listed and not (marked and _BLOCK.match(bare)):
            yield start, at
            begun, coded = at, True
            continue  # the line after a line of code and a blank line may be code, too
        elif _ITEM.match(line):
            listed = True
        elif blank and not indented:
            listed = False
        marked = marked or _BLOCK.search(line) is not None
        blank, coded = False, False
    if fence:
        yield opened, at
    else:
        yield from _spans(text, begun, at)


def _spans(text: str, start: int, end: int) -> Iterator[Range]:
    """Yield the code spans of a paragraph: the next run of backticks of equal length closes a run."""
    runs = [found.span() for found in _TICKS.finditer(text, start, end)]
    later: defaultdict[int, deque[int]] = defaultdict(deque)
    for index, (opens, closes) in enumerate(runs):
        later[closes - opens].append(index)
    index = 0
    while index < len(runs):
        opens, closes = runs[index]
        opens += _is_escaped(text, opens, start)
        waiting = later[closes - opens]
        while waiting and waiting[0] <= index:
            waiting.popleft()
        if closes > opens and waiting:
            index = waiting.popleft()
            yield opens, runs[index][1]
        index += 1


def _is_escaped(text: str, at: int, start: int) -> bool:
    before = at
    while before > start and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def masked(text: str, ranges: list[Range]) -> str:
    """Return the text with letters in place of code, so that searches find only matches outside of code."""
    if not ranges:
        return text
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        parts += [text[at:start], _CODE.sub("x", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


Edit = tuple[int, int, str]


def edited(text: str, edits: list[Edit]) -> str:
    """Return the text with replacements at some ranges, which do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        if start >= at:
            parts += [text[at:start], new]
            at = end
    return "".join([*parts, text[at:]])
