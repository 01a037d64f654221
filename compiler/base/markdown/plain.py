"""Markdown as readable plain text, for docstrings and comments that are not rendered.

A link becomes its text followed by the URL, an image its description; strong and emphasised words and headings lose
their marks, rows of a table become items of a list. Lists, code and paragraphs stay.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from compiler.base.markdown.code import Edit, code_ranges, edited, masked
from compiler.base.markdown.links import links_in
from compiler.base.patterns import lazy_pattern

_NOTABLE = lazy_pattern(r"[*<~]|\]\(|\\[<>&_`*#|]|^ {0,3}(?:#|\|)", re.MULTILINE)
_AUTOLINK = lazy_pattern(r"<((?:https?://|mailto:|tel:)[^\s<>]+)>", re.IGNORECASE)
_ESCAPE = lazy_pattern(r"(?<!\\)\\(?=[<>&_`*#|])")
_STRONG = lazy_pattern(
    r"(?<![\w*\\])(\*{1,3}|~~)(?=[\w\[(<{$\\])((?:[^*~\n]|\n(?![ \t]*\n))*+)(?<=[\w\])>}.,:;!?%])\1(?![\w*])"
)
"""Words between marks that are certainly emphasis: a star beside a blank or a quote is only a character."""
_NESTED = 3
"""How deep marks may be nested."""
_HEADING = lazy_pattern(r"^( {0,3}#{1,6}[ \t]+)[^\n#]*?([ \t]+#+)?[ \t]*$", re.MULTILINE)
_RULE = lazy_pattern(r"^ {0,3}\|[ \t|:]*-[ \t|:-]*(?:\n|\Z)|^ {0,3}\|[ \t|]*(?:\n|\Z)", re.MULTILINE)
"""The line below the head of a table, and a head without words."""
_ROW = lazy_pattern(r"^( {0,3}\|[ \t]*)[^\n]*?([ \t]*(?<!\\)\|[ \t]*)$", re.MULTILINE)


@functools.lru_cache(maxsize=20_000)
def to_plain(text: str) -> str:
    """Return a text without the marks of Markdown."""
    if not _NOTABLE.search(text):
        return text
    shown = masked(text, code_ranges(text))
    edits = [(*found.span(), found[1]) for found in _AUTOLINK.finditer(shown)] if "<" in shown else []
    shown = edited(shown, [(start, end, "x" * (end - start)) for start, end, _ in edits])
    found = [*_links(text, shown)]
    edits += found
    shown = _hidden(shown, found)
    for _ in range(_NESTED if "*" in shown or "~~" in shown else 0):
        found = [*_strong(shown)]
        if not found:
            break
        edits += found
        shown = _hidden(shown, found)
    escapes = [(*found.span(), "") for found in _ESCAPE.finditer(shown)] if "\\" in shown else []
    return edited(text, [*edits, *_headings(shown), *_rows(shown), *escapes])


def _hidden(shown: str, pairs: list[Edit]) -> str:
    """Replace marks that open and close by brackets, so that marks beside them are recognised, too."""
    fills = [(start, end, ")("[index % 2 == 0] * (end - start)) for index, (start, end, _) in enumerate(pairs)]
    return edited(shown, fills)


def _links(text: str, shown: str) -> Iterator[Edit]:
    if "](" not in shown:
        return
    for start, closes, end, target in links_in(shown):
        if not target:
            continue
        opens = 2 if shown[start] == "!" else 1
        said = text[start + opens : closes].strip()
        address = target.removeprefix("mailto:").replace("\\", "")
        yield start, start + opens, ""
        if opens == 2 or said == address:
            yield closes, end, ""
        else:
            yield closes, end, f" ({address})" if said else address


def _strong(shown: str) -> Iterator[Edit]:
    for found in _STRONG.finditer(shown):
        size = len(found[1])
        yield found.start(), found.start() + size, ""
        yield found.end() - size, found.end(), ""


def _headings(shown: str) -> Iterator[Edit]:
    for found in _HEADING.finditer(shown) if "#" in shown else ():
        yield *found.span(1), ""
        if found[2]:
            yield *found.span(2), ""


def _rows(shown: str) -> Iterator[Edit]:
    table = [*_RULE.finditer(shown)] if "|" in shown else []
    gone = {found.start() for found in table}
    yield from ((*found.span(), "") for found in table)
    for found in _ROW.finditer(shown) if table else ():
        if found.start() not in gone:
            yield *found.span(1), "- "
            yield *found.span(2), ""


def rows_as_items(text: str) -> str:
    """Return Markdown with lists in place of tables, for places that allow no table."""
    edits = [*_rows(masked(text, code_ranges(text)))] if _RULE.search(text) else []
    return edited(text, edits) if edits else text
