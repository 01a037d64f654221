"""Makes equal names distinct: each takes a longer name of its own, never a number (D3.6, D10.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping

from compiler.base.frozen import mutable
from compiler.base.naming import fold, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, frozen


def name_key(text: str, vocabulary: Vocabulary) -> str:
    """Return the key by which two names are compared: their words, ignoring case."""
    return fold(" ".join(words(text, vocabulary)))


@mutable
class Wish:
    """The names a thing may take, best first, in each of its scopes.

    ``longer`` makes those after the first, which few need. ``fixed``: it was asked for by that name and takes no
    other. ``kept``: the name an earlier build gave it, which it keeps while it is one of ``texts``.
    """

    text: str
    longer: Callable[[], Iterable[str]] = tuple
    scopes: tuple[str, ...] = ("",)
    fixed: bool = False
    kept: str | None = None
    _texts: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All names."""
        if not self._texts:
            self._texts = (self.text, *self.longer())
        return self._texts

    def at(self, level: int) -> str:
        """Return the name of a level."""
        return self.texts[level] if level else self.text


@frozen
class Outcome:
    """``levels``: which of its texts each thing got. ``clashes``: things that still share a name, per name."""

    levels: Mapping[Id, int]
    clashes: tuple[tuple[Id, ...], ...]


def distinguish(wishes: Mapping[Id, Wish], vocabulary: Vocabulary) -> Outcome:
    """Give each thing the first of its texts that nothing else in its scopes has.

    Where several want one name, all of them move on, so that none depends on the order of the document; only one
    that an earlier build gave the name stays. Where a fixed one is among them nobody moves: that is for the user
    to mend.
    """
    levels = {at: _kept_level(wish) for at, wish in wishes.items()}
    while True:
        crowded = _crowded(wishes, levels, vocabulary)
        moving = {at for group in crowded for at in _movers(group, wishes, levels)}
        if not moving:
            return Outcome(levels, tuple(dict.fromkeys(tuple(group) for group in crowded)))
        for at in moving:
            levels[at] += 1


def _kept_level(wish: Wish) -> int:
    if wish.kept is None or wish.kept == wish.text or wish.fixed:
        return 0
    return wish.texts.index(wish.kept) if wish.kept in wish.texts else 0


def _crowded(wishes: Mapping[Id, Wish], levels: Mapping[Id, int], vocabulary: Vocabulary) -> Iterable[list[Id]]:
    buckets: dict[tuple[str, str], list[Id]] = defaultdict(list)
    for at, wish in wishes.items():
        key = name_key(wish.at(levels[at]), vocabulary)
        for scope in wish.scopes:
            buckets[scope, key].append(at)
    return [group for group in buckets.values() if len(group) > 1]


def _movers(group: Collection[Id], wishes: Mapping[Id, Wish], levels: Mapping[Id, int]) -> list[Id]:
    if any(wishes[at].fixed for at in group):
        return []
    able = [at for at in group if levels[at] + 1 < len(wishes[at].texts)]
    settled = [at for at in group if wishes[at].kept == wishes[at].at(levels[at])]
    if len(settled) == 1:
        able = [at for at in able if at not in settled]
    return able
