"""The HTML tags, comments and entities in a text, and which of them are meant as HTML.

The rule: an element of :data:`FORMATTING` is markup, closed or not. Any other name is markup if it is opened and
closed again, or has an attribute with a value; else it is a text: `<id>` stands for an id. What :data:`HIDDEN` names
is removed with its content.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from compiler.base.patterns import lazy_pattern

FORMATTING = frozenset(
    "a abbr b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font "  # noqa: SIM905
    "h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td "
    "tfoot th thead tr tt u ul wbr".split()
)
HIDDEN = frozenset("applet canvas embed head iframe math noembed noframes object script style svg template".split())  # noqa: SIM905
_TAG = r"""
    <(?P<ends>/?)(?P<name>[A-Za-z][\w:.-]*+)
    (?P<given>(?:\s++[A-Za-z_:@.][\w:.@-]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+)*+)
    \s*+/?>
"""
_TOKEN = lazy_pattern(
    rf"""
    \\[\\<&] | (?:(?<=\]\()|(?<=\]:[ ]))<[^<>\n]*+>                   # an escape of Markdown, the target of a link
    | <(?:https?://|mailto:|tel:)[^\s<>]*+> | <[\w.+-]++@[\w.-]++>     # an address
    | (?P<comment><!--) | <![A-Za-z][^<>]*+>
    | {_TAG}
    | &(?P<entity>\#[0-9]{{1,7}}|\#[xX][0-9A-Fa-f]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}});
    """,
    re.VERBOSE,
)
_ATTRIBUTE = lazy_pattern(r"""([A-Za-z_:@.][\w:.@-]*+)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'=<>`]++))""")


class Token(NamedTuple):
    """A tag (``name``, in lower case), an entity (``sign``), or text that is left out (neither)."""

    start: int
    end: int
    name: str = ""
    ends: bool = False
    given: str = ""
    sign: str = ""

    def attribute(self, name: str) -> str:
        """Return the value of an attribute; "" if it is not given."""
        for found in _ATTRIBUTE.finditer(self.given):
            if found[1].lower() == name:
                return unescaped(found[2] or found[3] or found[4] or "")
        return ""


def unescaped(text: str) -> str:
    """Return a text with the characters that its entities stand for."""
    if "&" not in text:
        return text
    import html  # its table of entities takes a millisecond

    return html.unescape(text)


def tokens_of(shown: str) -> list[Token]:
    """Return the HTML in a masked text, in order, without tags that are meant as text."""
    return _meant([*_read_tokens(shown)])


def _read_tokens(shown: str) -> Iterator[Token]:
    at = closes = 0
    while found := _TOKEN.search(shown, at):
        start, at = found.span()
        if found["comment"]:
            if 0 <= closes < at:
                closes = shown.find("-->", at)
            if closes >= 0:  # a tag without an end is text
                at = closes + 3
                yield Token(start, at)
        elif found["name"]:
            yield Token(start, at, found["name"].lower(), bool(found["ends"]), found["given"])
        elif found["entity"]:
            sign = unescaped(found[0])
            if sign != found[0]:
                yield Token(start, at, sign=sign)
        elif shown.startswith("<!", start):
            yield Token(start, at)


def _meant(found: list[Token]) -> list[Token]:
    """Leave out tags that are meant as text, and join hidden elements with their content."""
    paired = _paired(found)
    kept: list[Token] = []
    hidden, opened = "", 0
    for index, token in enumerate(found):
        if hidden:
            if token.name == hidden and token.ends:
                kept.append(Token(opened, token.end))
                hidden = ""
        elif not token.name or token.name in FORMATTING:
            kept.append(token)
        elif index in paired:
            if token.name in HIDDEN and not token.ends:
                hidden, opened = token.name, token.start
            else:
                kept.append(token)
        elif "=" in token.given:
            kept.append(Token(token.start, token.end))
    return kept


def _paired(found: list[Token]) -> set[int]:
    """Return which tags open and close an element."""
    waiting: Counter[str] = Counter()
    paired: set[int] = set()
    for index in range(len(found) - 1, -1, -1):
        name = found[index].name
        if name and found[index].ends:
            waiting[name] += 1
        elif name and waiting[name]:
            waiting[name] -= 1
            paired.add(index)
    opened: Counter[str] = Counter()
    for index, token in enumerate(found):
        if index in paired and not token.ends:
            opened[token.name] += 1
        elif token.ends and opened[token.name]:
            opened[token.name] -= 1
            paired.add(index)
    return paired
