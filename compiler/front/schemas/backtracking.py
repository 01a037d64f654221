"""Finds patterns whose match may take exponential time in the length of a text: a repetition of a repetition.

`(a+)+$` splits `aaa` in as many ways as there are sums of 3, and a backtracking engine tries them all if the
text ends in `!`. There are no false positives: the inner repetition fills a round of the outer one alone, so that one
round or two match the same text, and a later part can fail. Other forms, such as `(a|a)*`, are not searched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from compiler.base.frozen import mutable
from compiler.base.patterns import lazy_pattern

_TOKEN = lazy_pattern(
    r"(?P<none>\\[bB]|[$^])"
    r"|(?P<open>\((?P<around>\?(?:[=!]|<[=!]))?(?:\?(?::|<\w+>))?)"
    r"|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<atom>\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|.)",
    re.DOTALL,
)
_TIMES = lazy_pattern(r"(?:(?P<sign>[*+?])|\{(?P<least>\d+)(?P<more>,(?P<most>\d*))?\})\??")


@mutable
class _Item:
    """An atom, a group (with alternatives) or a place between characters, and how often it may come."""

    text: str = ""
    alternatives: list[list[_Item]] | None = None
    is_place: bool = False
    least: int = 1
    endless: bool = False

    def may_be_empty(self) -> bool:
        if self.least == 0 or self.is_place:
            return True
        return any(all(item.may_be_empty() for item in part) for part in self.alternatives or ())


@lru_cache(maxsize=4096)
def endless_repetition(pattern: str) -> str | None:
    """Return the part of a pattern whose match may take exponential time; None if none is known."""
    if pattern.count("(") > 50 or not re.search(r"[*+}]\??[^()]*\)(?:[*+]|\{\d+,\})", pattern):
        return None
    root, at = _parse(pattern, 0)
    return next(_found(root, False), None) if at == len(pattern) else None


def _found(parts: Sequence[Sequence[_Item]], fails: bool) -> Iterator[str]:
    for part in parts:
        for index, item in enumerate(part):
            behind = fails or any(later.is_place or not later.may_be_empty() for later in part[index + 1 :])
            if item.alternatives is not None:
                if behind and item.endless and any(map(_is_endless, item.alternatives)):
                    yield item.text
                yield from _found(item.alternatives, behind)


def _is_endless(part: Sequence[_Item]) -> bool:
    """Whether one repetition fills the part alone: nothing else in it needs to be there."""
    needed = [item for item in part if item.is_place or not item.may_be_empty()]
    endless = [item for item in part if item.endless and not item.is_place]
    return bool(endless) and (not needed or (len(needed) == 1 and needed[0].endless and not needed[0].is_place))


def _parse(pattern: str, at: int) -> tuple[list[list[_Item]], int]:
    """Return the alternatives from a place on, and where they end: at the end, or at a bracket that closes them."""
    parts: list[list[_Item]] = [[]]
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None or token["close"]:
            break
        begin, at = at, token.end()
        if token["bar"]:
            parts.append([])
            continue
        item = _Item(is_place=bool(token["none"] or token["around"]))
        if token["open"]:
            item.alternatives, at = _parse(pattern, at)
            at += 1
        times = _TIMES.match(pattern, at)
        if times is not None:
            at = times.end()
            item.least = int(times["least"] or 0) if times["sign"] is None else int(times["sign"] == "+")
            item.endless = times["sign"] in ("*", "+") or (times["more"] is not None and not times["most"])
        item.text = pattern[begin:at]
        parts[-1].append(item)
    return parts, at
