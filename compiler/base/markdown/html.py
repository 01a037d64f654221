"""Converts HTML in Markdown to Markdown: elements are read in order, each into a frame that becomes a text."""

from __future__ import annotations

import re
from collections import Counter

from compiler.base.markdown.code import code_ranges, masked
from compiler.base.markdown.elements import Token, tokens_of
from compiler.base.markdown.frames import BLOCKS, INLINE, ROOT, Frame, rendered
from compiler.base.markdown.links import fit, resolved, with_absolute_links
from compiler.base.patterns import lazy_pattern

_DEEPEST = 24
"""The deepest nesting: tags of deeper elements are ignored, so that a text takes linear time."""
_TAG_LIKE = lazy_pattern(
    r"(?<!\\)(?<!\]\()(?<!\]: )<(?=[A-Za-z/!?])(?!(?:https?://|mailto:|tel:)[^\s<>]*>|[\w.+-]+@[\w.-]+>)"
)
_ENTITY_LIKE = lazy_pattern(r"#?\w{1,32};")
_BROKEN = lazy_pattern(r"[ \t]*\n[ \t]*")
_BLANKS = lazy_pattern(r"\s+")
_ACTIVE = frozenset("*_`[]#|~\\<>&")
"""Characters that documents write as entities, since they would otherwise be markup."""
_LISTS = {"ul", "ol"}
_WITHIN = {"li": _LISTS, "td": {"tr"}, "th": {"tr"}, "tr": {"table"}}
"""The parents of an element: an open element of its kind in the same parent ends."""
_SAME = {"th": "td", "samp": "code", "kbd": "code", "tt": "code", "strong": "b", "em": "i", "dt": "b"}
_SAME |= {"s": "del", "strike": "del"} | dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "h")


def to_markdown(text: str, base: str | None = None) -> str:
    """Return a text as Markdown without HTML, with absolute links; ``base``: what relative links resolve against."""
    if "<" in text or "&" in text:
        text = _Reader(text, base).read()
    if "](" in text or "]:" in text:
        text = with_absolute_links(text, base)
    return text


class _Reader:
    """Reads one text. The root frame has its Markdown as it is, the others have words whose blanks count once."""

    def __init__(self, text: str, base: str | None) -> None:
        self.text, self.base = text, base
        self.code = code_ranges(text)
        self.coming = 0
        """The index of the first range of code that is not read yet."""
        self.shown = masked(text, self.code)
        self.stack = [Frame(ROOT)]
        self.passed: Counter[str] = Counter()
        self.paragraph = False

    def read(self) -> str:
        tokens = tokens_of(self.shown)
        if not tokens:
            return _escaped(self.text, self.shown) if _TAG_LIKE.search(self.shown) else self.text
        at = 0
        for token in tokens:
            self._between(at, token.start)
            at = token.end
            if token.sign:
                self._sign(token)
            elif token.name and token.ends:
                self._end(token)
            elif token.name:
                self._begin(token)
        self._between(at, len(self.text))
        while len(self.stack) > 1:
            self._close(len(self.text))
        return self.stack[0].joined().rstrip()

    # ------------------------------------------------------------------ text between tags

    def _between(self, start: int, end: int) -> None:
        """Take what is no HTML: words, and code in one piece."""
        while self.coming < len(self.code) and self.code[self.coming][0] < end:
            opens, closes = self.code[self.coming]
            self.coming += 1
            if opens >= start:  # else it is part of a hidden element
                self._words(self.text[start:opens])
                self._take_code(self.text[opens:closes])
                start = closes
        self._words(self.text[start:end], last=end < len(self.text))

    def _words(self, words: str, *, last: bool = False) -> None:
        if not words:
            return
        top = self.stack[-1]
        if top.kind in ("code", "pre"):
            top.put(words)
            return
        words = _TAG_LIKE.sub(r"\\<", words)
        if last and words.endswith("<"):
            words = f"{words[:-1]}\\<"  # what a tag stood behind may be the rest of one
        if top.kind == ROOT:
            top.put(_BROKEN.sub("\n", words) if self.paragraph else words)
        elif not words.isspace() or top.kind not in BLOCKS:
            self._room().put(_BLANKS.sub(" ", words))

    def _take_code(self, code: str) -> None:
        """Take code as it stands; a block of it stands by itself."""
        room = self._room()
        if room.kind == ROOT or "\n" not in code:
            room.put(code, as_it_is=True)
        elif room.kind in INLINE or room.kind in ("td", "h"):
            room.put(" ".join(code.split()))
        else:
            room.gap()
            room.put(code.rstrip("\n"), as_it_is=True)
            room.gap()

    def _sign(self, token: Token) -> None:
        """Take the sign of an entity, escaped where it would mean something else (CommonMark 2.5)."""
        top, sign, behind = self._room(), token.sign, self.shown[token.end : token.end + 34]
        if top.kind in ("code", "pre"):
            top.put(sign.replace("\xa0", " "))
        elif sign.isspace():
            top.put(" ")
        elif sign == "<":
            top.put("\\<" if not behind or behind[0].isalpha() or behind[0] in "/!?<&" else "<")
        elif sign == "&":
            top.put("\\&" if _ENTITY_LIKE.match(behind) else "&")
        elif sign == ">":
            top.put("\\>" if top.last() in ("", "\n") else ">")
        else:
            top.put("".join(f"\\{char}" if char in _ACTIVE else char for char in sign))

    def _room(self) -> Frame:
        """Return the frame that takes words: a list has items, a table cells."""
        top = self.stack[-1]
        if top.kind in _LISTS:
            self._open("li")
        elif top.kind == "table":
            self._open("tr")
            self._open("td")
        elif top.kind == "tr":
            self._open("td")
        return self.stack[-1]

    # ------------------------------------------------------------------ tags

    def _begin(self, token: Token) -> None:
        name = token.name
        kind = _SAME.get(name, name)
        if self.stack[-1].kind in ("code", "pre"):
            self._in_code(token)
        elif name in _VOID:
            self._void(token)
        elif kind in BLOCKS or kind in INLINE or kind in ("li", "td", "h", "blockquote", "pre"):
            if kind == "a":
                self._end_of("a", token.start)
            self._implied(kind, token.start)
            if kind not in ("li", "tr", "td"):
                self._room()
            if len(self.stack) > _DEEPEST:
                self.passed[kind] += 1
            else:
                self._open(kind, token)
        elif name in _DIVIDING:
            self._gap(opens=name == "p")

    def _end(self, token: Token) -> None:
        kind = _SAME.get(token.name, token.name)
        if self.passed[kind]:
            self.passed[kind] -= 1
        elif kind in _DIVIDING and self.stack[-1].kind not in ("code", "pre"):
            self._gap()
        elif token.name == "br":
            self._void(token)
        else:
            self._end_of(kind, token.end)
        if token.name in ("dt", "summary"):
            self._gap()

    def _in_code(self, token: Token) -> None:
        top = self.stack[-1]
        kind = _SAME.get(token.name, token.name)
        if token.name == "br":
            top.put("\n")
        elif kind == top.kind or (kind == "code" and top.kind == "pre"):
            self.passed[kind] += 1
            top.language = top.language or _language(token)

    def _void(self, token: Token) -> None:
        top = self._room() if token.name == "img" else self.stack[-1]
        match token.name:
            case "img":
                said = " ".join(token.attribute("alt").replace("[", "(").replace("]", ")").replace("<", "").split())
                source = resolved(token.attribute("src"), self.base) if top.kind != "a" else None
                web = source is not None and source.lower().startswith("http")
                top.put(f"![{said}]({fit(source)})" if web and source else said)
            case "hr" if top.kind == ROOT:
                self._gap()
                top.put("---")
                self._gap()
            case "br" | "hr":
                if top.kind == ROOT:
                    self._gap()
                elif top.kind not in BLOCKS:
                    top.put("\n" if top.kind in ("li", "blockquote") else " ")

    def _gap(self, *, opens: bool = False) -> None:
        """Begin a new paragraph."""
        top = self.stack[-1]
        if top.kind in (ROOT, "li", "blockquote"):
            top.gap()
            self.paragraph = opens
        elif top.kind not in BLOCKS and top.kind not in ("code", "pre"):
            top.put(" ")

    # ------------------------------------------------------------------ frames

    def _implied(self, kind: str, at: int) -> None:
        """End what the element ends by beginning, and begin what it has to stand in."""
        within = _WITHIN.get(kind)
        if within is None:
            return
        depth = len(self.stack) - 1
        while depth and self.stack[depth].kind not in within:
            depth -= 1
        if depth:
            while len(self.stack) - 1 > depth:
                self._close(at)
        elif kind == "li":
            self._open("ul")
        elif kind in ("td", "tr"):
            self._open("table")
            if kind == "td":
                self._open("tr")

    def _open(self, kind: str, token: Token | None = None) -> None:
        frame = Frame(kind)
        if token is not None:
            frame.begins = token.start
            frame.level = int(token.name[1]) if kind == "h" else 0
            frame.heads = token.name == "th"
            frame.language = _language(token) if kind in ("pre", "code") else ""
            if kind == "a":
                frame.target = resolved(token.attribute("href"), self.base)
            if token.name == "dt":
                self._gap()
        self.stack.append(frame)

    def _end_of(self, kind: str, at: int) -> None:
        """Close an element and those in it; nothing where none is open."""
        for depth in range(len(self.stack) - 1, 0, -1):
            found = self.stack[depth].kind
            if found == kind:
                while len(self.stack) > depth:
                    self._close(at)
                return
            if found in ("td", "li", "table") and kind in INLINE:
                return

    def _close(self, at: int) -> None:
        frame = self.stack.pop()
        room = self.stack[-1]
        before = room.last()
        after = self.shown[at : at + 1]
        rendered(frame, room, beside=(before, after))


_VOID = frozenset({"br", "hr", "img", "wbr", "col"})
_DIVIDING = frozenset(
    "article aside caption center dd details div dl fieldset figcaption figure footer form header main nav p section "  # noqa: SIM905
    "summary".split()
)


def _language(token: Token) -> str:
    found = re.search(r"\blang(?:uage)?-([\w+.#-]{1,20})", token.attribute("class"))
    return found[1] if found else ""


def _escaped(text: str, shown: str) -> str:
    """Escape what looks like a tag and is a text."""
    parts: list[str] = []
    at = 0
    for found in _TAG_LIKE.finditer(shown):
        parts += [text[at : found.start()], "\\"]
        at = found.start()
    return "".join([*parts, text[at:]])
