"""Links of a text: relative links are valid only on the vendor's own pages (D11.6).

They are resolved against the URL of these pages by the rules of RFC 3986: a ``..`` that leads out of the root
stays at the root, so no link leaves the host of the pages. Without such a URL, or if a scheme is not
a web scheme, only the text of the link is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote, urljoin

from compiler.base.markdown.code import Edit, code_ranges, edited, masked
from compiler.base.markdown.elements import unescaped
from compiler.base.patterns import lazy_pattern

SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel"})

_SCHEME = lazy_pattern(r"([a-z][a-z0-9+.-]*):")
_BLANKS = lazy_pattern("[\x00- ]+")
_UNFIT = lazy_pattern(r"[^\w!#$%&'*+,./:;=?@~-]", re.ASCII)
_MARKS = lazy_pattern(r"\\.|!?\[|\]\(|\]", re.DOTALL)
_TARGET = lazy_pattern(
    r"\(\s*+(?:<([^<>\n]*+)>|([^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+))"
    r"""(?:\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?+\s*+\)"""
)
_DEFINITION = lazy_pattern(
    r"^ {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*+(?:<([^<>\n]*+)>|(\S++))"
    r"""(?:[ \t]++(?:"[^"\n]*+"|'[^'\n]*+'))?+[ \t]*+$\n?""",
    re.MULTILINE,
)


_LABEL = lazy_pattern(r"\[([^\[\]\n]{1,200})\]")
_USE = lazy_pattern(r"\[([^\[\]]{0,500})\]\[([^\[\]\n]{1,200})\]")


def decoded(target: str) -> str:
    """Return the target of a link as a browser reads it: with entities, escapes, blanks and case resolved."""
    return _BLANKS.sub("", unescaped(target.replace("\\", ""))).lower()


def has_scheme(target: str) -> bool:
    """Tell whether the target of a link begins with a scheme."""
    return _SCHEME.match(decoded(target)) is not None


def absolute(target: str) -> bool:
    """Tell whether the target of a link is a web, mail or telephone address."""
    scheme = _SCHEME.match(decoded(target))
    return scheme is not None and scheme[1] in SAFE_SCHEMES


def resolved(target: str, base: str | None) -> str | None:
    """Return the absolute target of a link; None if it has none, or none that a page may link to."""
    if has_scheme(target):
        return target if absolute(target) else None
    if base is None or not target:
        return None
    try:
        found = urljoin(base, fit(unescaped(target)))
    except ValueError:  # a text that looks like an IPv6 address but is not one
        return None
    return found if found.startswith(("http://", "https://")) else None


def fit(target: str) -> str:
    """Encode characters that would end the target of a link in Markdown."""
    return _UNFIT.sub(lambda found: quote(found[0], errors="replace"), target.strip())


def with_absolute_links(text: str, base: str | None) -> str:
    """Return Markdown with absolute links; a link that cannot be absolute becomes its text."""
    shown = masked(text, code_ranges(text))
    edits = [*_inline(text, shown, base), *_defined(shown, base)]
    return edited(text, edits) if edits else text


def links_in(shown: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield the links of a masked text: where it begins, its text ends, it ends; and its target."""
    opened: list[int] = []
    for found in _MARKS.finditer(shown):
        mark = found[0]
        if mark.endswith("["):
            opened.append(found.start())
        elif mark[0] == "]" and opened:
            start = opened.pop()
            target = _TARGET.match(shown, found.start() + 1) if mark == "](" else None
            if target is not None:
                yield start, found.start(), target.end(), target[1] if target[1] is not None else target[2]


def _inline(text: str, shown: str, base: str | None) -> Iterator[Edit]:
    for start, closes, end, target in links_in(shown):
        new = resolved(target, base)
        if new is None:
            opens = 2 if shown[start] == "!" else 1
            yield from ((start, start + opens, ""), (closes, end, ""))
        elif new != target:
            at = text.index(target, closes + 2)
            yield at, at + len(target), new


def _defined(shown: str, base: str | None) -> Iterator[Edit]:
    """Resolve the link definitions that the text uses; uses of definitions without a target become text."""
    found = [*_DEFINITION.finditer(shown)] if "]:" in shown else []
    if not found:
        return
    uses, gone = Counter(_LABEL.findall(shown)), set()
    for one in found:
        group = 2 if one[2] is not None else 3
        label, new = one[1], resolved(one[group], base)
        if uses[label] > 1 and new is None:
            gone.add(label)
            yield *one.span(), ""
        elif uses[label] > 1 and new is not None and new != one[group]:
            yield *one.span(group), new
    for use in _USE.finditer(shown) if gone else ():
        if use[2] in gone:
            yield from ((use.start(), use.start() + 1, ""), (use.end(1), use.end(), ""))
