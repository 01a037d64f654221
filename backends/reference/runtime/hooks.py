"""Hooks of MkDocs that make the plain pages a site.

On GitHub the pages are read as they are. Here code in several languages, block after block, becomes
tabs; anchors of headings are those that the pages link to; and a list may follow a paragraph directly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_OPEN = re.compile(r"(`{3,}|~{3,})([\w+.#-]*)(?: title=\"([^\"]+)\")?$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) ")

_seen: dict[str, int] = {}
"""The anchors of the page that is being read."""


def on_config(config: Any) -> Any:
    """Make anchors as GitHub does."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Rewrite a page before it is read."""
    _seen.clear()
    return "\n".join(_rewritten(_blocks(markdown.split("\n"))))


def anchor(text: str, _separator: str = "-") -> str:
    """Make the anchor of a heading: lower case, signs dropped, blanks as hyphens, numbered if taken."""
    first = found = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
    while found in _seen:
        _seen[first] += 1
        found = f"{first}-{_seen[first]}"
    _seen[found] = 0
    return found


Block = tuple[str | None, list[str]]
"""The title of a block of code, or None, and its lines; text comes line by line."""


def _blocks(lines: list[str]) -> Iterator[Block]:
    """Divide a page into blocks of code and single lines of text."""
    fence, title, held = "", None, []
    for line in lines:
        if fence:
            held.append(line)
            if line.startswith(fence) and not line.strip(fence[0]):
                yield title, held
                fence, held = "", []
        elif found := _OPEN.match(line):
            fence, title = found[1], found[3]
            held = [line.partition(" title=")[0]]
        else:
            yield None, [line]
    if held:
        yield title, held


def _rewritten(blocks: Iterator[Block]) -> Iterator[str]:
    before = ""
    for title, lines in blocks:
        if title is not None:
            yield f'=== "{title}"'
            yield ""
            yield from (f"    {line}" if line else "" for line in lines)
            yield ""
        else:
            text = lines[0]
            if _ITEM.match(text) and before.strip() and not _ITEM.match(before) and before[0] not in " |>":
                yield ""
            yield from lines
        before = lines[-1]
