"""Finds the name that a misspelled one most likely means, also among thousands of known names (D1.5)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import islice, takewhile

LONGEST = 200
"""The most characters of a word; longer words are not compared."""
FEW = 200
"""How many names are compared one by one; of more, those that share the most groups of three characters."""
_COMPARED = 40
_COMMON = 400
"""The most names that share a group of characters; a group that more share is ignored."""


def close_matches(word: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return the known name most similar to a word, with at least a given similarity (0 to 1), if there is one."""
    from difflib import get_close_matches  # few commands have a mistake to look up

    return get_close_matches(word, list(known), 1, cutoff)


class Names:
    """Known names, to find the one that was meant."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = list(names)

    def closest(self, word: str, cutoff: float = 0.6) -> str | None:
        """Return the name most similar to a word, with at least a given similarity (0 to 1); None if there is none."""
        if len(word) > LONGEST:
            return None
        among = self._names if len(self._names) <= FEW else self._sharing(word)
        return next(iter(close_matches(word, among, cutoff)), None)

    def respelled(self, word: str) -> str | None:
        """Return the name that differs from a word only in case."""
        return self._by_lower.get(word.lower())

    def begun(self, word: str) -> str | None:
        """Return the name that begins with a word, if there is only one."""
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
            if len(name) <= 3 * LONGEST:  # longer words are not compared
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
    """Return the groups of three characters of a word, its ends included: each once, in order."""
    text = f"\0{word.lower()}\0"
    return list(dict.fromkeys(text[at : at + 3] for at in range(len(text) - 2)))


def did_you_mean(word: str, names: Collection[str]) -> str | None:
    """Return the question whether a name like this word was meant, for the command line; None if none is like it."""
    found = Names(names)
    near = found.respelled(word) or found.closest(word)
    return f"did you mean {near}?" if near is not None else None


_kept: list[tuple[Collection[str], int, Names]] = []


def known(names: Collection[str]) -> Names:
    """Return names to be searched; large sets that are searched repeatedly are indexed once."""
    if len(names) <= FEW:
        return Names(names)
    for other, size, found in _kept:
        if other is names and size == len(names):
            return found
    made = Names(names)
    _kept[:] = [(names, len(names), made), *_kept[:1]]
    return made
