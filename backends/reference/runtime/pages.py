"""An extension of Python-Markdown that makes a site of the plain pages.

On GitHub the pages are read as they are. Here code in several languages, block after block, becomes
tabs, folds become details, anchors of headings are those that the pages link to, and a list may
follow a paragraph directly. Methods of HTTP have colours, the examples of a method stand beside its
text, and cells of tables know their columns, for narrow screens.

The pages hold no HTML but line breaks and folds, so HTML is switched off: should some stand in a
text, it is shown as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import SubstituteTagInlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

_OPEN = re.compile(r"(`{3,}|~{3,})([\w+.#-]*)(?: title=\"([^\"]+)\")?$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) ")
_FOLD = re.compile(r"<summary>([^<>\"]*)</summary>$")
_HEADER = re.compile(r"<!-- .*? -->\s*", re.DOTALL)
_SCHEME = re.compile(r"[\x00-\x20]*([a-z][a-z0-9+.-]*):")
_SAFE = {"http", "https", "mailto", "tel"}
_VERB = re.compile(r"(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE) /")
_EXAMPLE = "Example"
"""The bold title of what stands beside the text of a method, down to the next heading."""


def makeExtension(**_: Any) -> Extension:  # noqa: N802 - the name that Python-Markdown looks for
    """Return the extension."""
    return Pages()


class Pages(Extension):
    """Reads reference pages; it goes after the extension that makes the table of contents."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Add what reads a page, and take away what reads HTML."""
        anchors = Anchors()
        if "toc" in md.treeprocessors:
            setattr(md.treeprocessors["toc"], "slugify", anchors.of)  # noqa: B010 - no stub tells of it
        md.preprocessors.deregister("html_block")
        md.inlinePatterns.deregister("html")
        md.inlinePatterns.register(SubstituteTagInlineProcessor(r"<br>", "br"), "line_break", 90)
        md.preprocessors.register(_Source(md), "pages", 40)
        md.treeprocessors.register(_Short(md), "short", 10)  # before the table of contents is made
        md.treeprocessors.register(_Layout(md), "layout", 3)
        md.treeprocessors.register(_Wall(md), "wall", -10)  # after all that makes elements and attributes


class Anchors:
    """Makes the anchors of one page as GitHub does: lower case, signs dropped, blanks as hyphens, numbered if taken."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, text: str, _separator: str = "-") -> str:
        """Return the anchor of a heading."""
        first = found = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
        while found in self._seen:
            self._seen[first] += 1
            found = f"{first}-{self._seen[first]}"
        self._seen[found] = 0
        return found


# --------------------------------------------------------------------------- the text of a page


class _Source(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return rewritten("\n".join(lines))


def rewritten(page: str) -> list[str]:
    """Rewrite a page before it is read; the comment in its head is for those who read the file."""
    found = _HEADER.match(page)
    return list(_rewritten(_blocks(page[found.end() if found else 0 :].split("\n"))))


Block = tuple[str | None, list[str]]
"""The title of a block of code, or None, and its lines; text comes line by line."""


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
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
    before = margin = ""
    for title, lines in blocks:
        text = lines[0]
        if title is not None:
            yield f'{margin}=== "{title}"'
            yield ""
            yield from (f"{margin}    {line}" if line else "" for line in lines)
            yield ""
        elif text in ("<details>", "</details>"):
            margin = ""
        elif found := _FOLD.match(text):
            yield f'??? fold "{found[1]}"'
            margin = "    "
        else:
            if _ITEM.match(text) and before.strip() and not _ITEM.match(before) and before[0] not in " |>":
                yield ""
            yield from (f"{margin}{line}" if line else "" for line in lines)
        before = lines[-1]


# --------------------------------------------------------------------------- the tree of a page


class _Short(Treeprocessor):
    """Names of types within another are long; the table of contents leaves out what it says above them."""

    def run(self, root: Element) -> None:
        """Label the headings."""
        heads = [element for element in root if element.tag in ("h1", "h2")]
        whole = "".join(heads[0].itertext()) if heads else ""
        for element in heads[1:]:
            name = "".join(element.itertext())
            rest = name[len(whole) :]
            if whole and name.startswith(whole) and not rest[:1].islower() and rest:
                element.set("data-toc-label", rest)


class _Layout(Treeprocessor):
    """Gives tables, methods of HTTP and examples what the style sheet needs."""

    def run(self, root: Element) -> None:
        """Change the elements of a page."""
        for parent in list(root.iter()):
            for at, child in enumerate(parent):
                if child.tag == "table" and _label(child) > _MOST_COLUMNS:
                    parent[at] = _within("wide", [child])
        for code in root.iter("code"):
            _colour(code)
        for section in _sections(list(root)):
            _place(root, section)


_MOST_COLUMNS = 6
"""Columns of a table that stand side by side; rows of wider ones are paragraphs on every screen."""


def _label(table: Element) -> int:
    """Tell the cells of a table what their columns are called; return how many there are."""
    titles = ["".join(cell.itertext()).strip() for cell in table.iter("th")]
    for row in table.iter("tr"):
        for title, cell in zip(titles, row.findall("td"), strict=False):
            cell.set("data-label", title)
    return len(titles)


def _within(name: str, elements: Sequence[Element]) -> Element:
    found = Element("div", {"class": name})
    found.extend(elements)
    return found


def _colour(code: Element) -> None:
    found = _VERB.match(code.text or "") if not len(code) else None
    if found is not None:
        verb = Element("span", {"class": f"verb verb-{found[1].lower()}"})
        verb.text, verb.tail = found[1], (code.text or "")[len(found[1]) :]
        code.text = None
        code.append(verb)


def _sections(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """Divide a page by its headings; yield what stands below each."""
    held: list[Element] = []
    for element in elements:
        if element.tag in ("h1", "h2"):
            yield held
            held = []
        else:
            held.append(element)
    yield held


def _place(root: Element, section: list[Element]) -> None:
    """Put the examples of a method beside its text."""
    verbs = any(element.tag == "p" and len(element) == 1 and _is_verb(element[0]) for element in section[:1])
    titles = [at for at, element in enumerate(section) if _is_title(element, _EXAMPLE)]
    if not verbs or not titles:
        return
    place = list(root).index(section[0])
    for element in section:
        root.remove(element)
    text, samples = section[: titles[-1]], section[titles[-1] :]
    root.insert(place, _within("method", [_within("method-text", text), _within("method-samples", samples)]))


def _is_verb(code: Element) -> bool:
    return code.tag == "code" and len(code) == 1 and code[0].get("class", "").startswith("verb ")


def _is_title(element: Element, title: str) -> bool:
    return element.tag == "p" and len(element) == 1 and element[0].tag == "strong" and element[0].text == title


class _Wall(Treeprocessor):
    """Takes handlers and links that are neither of the site nor of the web from all elements."""

    def run(self, root: Element) -> None:
        """Look at every attribute."""
        for element in root.iter():
            for name, value in list(element.attrib.items()):
                if name.startswith("on") or (name in ("href", "src") and not _harmless(str(value))):
                    del element.attrib[name]


def _harmless(target: str) -> bool:
    """Tell whether a link is relative or of a scheme that opens a page, read as a browser reads it."""
    shown = html.unescape(target.replace("\x02amp\x03", "&"))  # signs of mail addresses are kept so
    scheme = _SCHEME.match(re.sub(r"[\t\n\r]", "", shown).lower())
    return scheme is None or scheme[1] in _SAFE
