"""Hooks of MkDocs that make the plain pages a site.

On GitHub the pages are read as they are. Here code in several languages, block after block, becomes
tabs; anchors of headings are those that the pages link to; and a list may follow a paragraph directly.

The pages hold no HTML but line breaks, so HTML is switched off: should some stand in a text, it is shown as it is.
"""

from __future__ import annotations

import html
import importlib
import re
from collections.abc import Iterator
from typing import Any

_OPEN = re.compile(r"(`{3,}|~{3,})([\w+.#-]*)(?: title=\"([^\"]+)\")?$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) ")

_HEADER = re.compile(r"<!-- .*? -->\s*", re.DOTALL)
_SCHEME = re.compile(r"[\x00-\x20]*([a-z][a-z0-9+.-]*):")
_SAFE = {"http", "https", "mailto", "tel"}

_seen: dict[str, int] = {}
"""The anchors of the page that is being read."""


def on_config(config: Any) -> Any:
    """Make anchors as GitHub does, and read no HTML."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    config.markdown_extensions.append(_without_html())
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Rewrite a page before it is read; the comment in its head is for those who read the file."""
    _seen.clear()
    found = _HEADER.match(markdown)
    return "\n".join(_rewritten(_blocks(markdown[found.end() if found else 0 :].split("\n"))))


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


# --------------------------------------------------------------------------- no HTML


def _without_html() -> Any:
    """Return an extension of Python-Markdown that lets no HTML and no link that runs through."""
    package: Any = importlib.import_module("markdown")
    return type("WithoutHtml", (package.extensions.Extension,), {"extendMarkdown": _extend})()


def _extend(_: Any, markdown: Any) -> None:
    inline: Any = importlib.import_module("markdown.inlinepatterns")
    tree: Any = importlib.import_module("markdown.treeprocessors")
    markdown.preprocessors.deregister("html_block")
    markdown.inlinePatterns.deregister("html")
    markdown.inlinePatterns.register(inline.SubstituteTagInlineProcessor(r"<br>", "br"), "line_break_tag", 90)
    wall = type("Wall", (tree.Treeprocessor,), {"run": _disarm})(markdown)
    markdown.treeprocessors.register(wall, "wall", -10)  # after all that makes elements and attributes


def _disarm(_: Any, root: Any) -> None:
    """Take handlers and links that are neither of the site nor of the web from all elements."""
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            if name.startswith("on") or (name in ("href", "src") and not _harmless(str(value))):
                del element.attrib[name]


def _harmless(target: str) -> bool:
    """Tell whether a link is relative or of a scheme that opens a page, read as a browser reads it."""
    shown = html.unescape(target.replace("\x02amp\x03", "&"))  # Python-Markdown keeps signs of mail addresses so
    scheme = _SCHEME.match(re.sub(r"[\t\n\r]", "", shown).lower())
    return scheme is None or scheme[1] in _SAFE
