"""The name that a misspelled one most likely means, also where thousands of names are known (D1.5)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import islice, takewhile

LONGEST = 200
"""Characters of a word; nothing is like a longer one."""
FEW = 200
"""So many names are compared one by one; of more, those that share the most groups of three characters."""
_COMPARED = 40
_COMMON = 400
"""Names that share a group of characters; one that more share tells nothing."""


class Names:
    """Names that are known, to look for what one was meant to be."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = list(names)

    def closest(self, word: str, cutoff: float = 0.6) -> str | None:
        """Return the name that is most like a word, to a degree from 0 to 1; None where none is."""
        from difflib import get_close_matches

        if len(word) > LONGEST:
            return None
        among = self._names if len(self._names) <= FEW else self._sharing(word)
        return next(iter(get_close_matches(word, among, 1, cutoff)), None)

    def respelled(self, word: str) -> str | None:
        """Return the name that differs from a word in its case alone."""
        return self._by_lower.get(word.lower())

    def begun(self, word: str) -> str | None:
        """Return the only name that begins with a word."""
        start = bisect_left(self._sorted, word)
        found = list(islice(takewhile(lambda name: name.startswith(word), islice(self._sorted, start, None)), 2))
        return found[0] if len(found) == 1 else None

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._names)

    @cached_property
    def _by_lower(self) -> dict[str, str]:
        return {name.lower(): name for name in self._names}

    @cached_property
    def _by_part(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self._sorted:
            if len(name) <= 3 * LONGEST:  # what is longer is like no word
                for part in _parts(name):
                    found.setdefault(part, []).append(name)
        return found

    def _sharing(self, word: str) -> list[str]:
        shared = Counter[str]()
        for part in _parts(word):
            found = self._by_part.get(part, ())
            if len(found) <= _COMMON:
                shared.update(found)
        return [name for name, _ in shared.most_common(_COMPARED)]


def _parts(word: str) -> Sequence[str]:
    """Return the groups of a word, whose ends count, too: each once, in their order."""
    text = f"\0{word.lower()}\0"
    return list(dict.fromkeys(text[at : at + 3] for at in range(len(text) - 2)))


_kept: list[tuple[Collection[str], int, Names]] = []


def known(names: Collection[str]) -> Names:
    """Return names to be looked through; many that are asked for again and again are sorted once."""
    if len(names) <= FEW:
        return Names(names)
    for other, size, found in _kept:
        if other is names and size == len(names):
            return found
    made = Names(names)
    _kept[:] = [(names, len(names), made), *_kept[:1]]
    return made
