"""Finds things by what people call them: an identity, its last part, a name, an operationId, or `GET /trips`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from compiler.base.similar import Names
from compiler.ir.node import escape

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.ir.nodes import Sdk


class UnknownError(Exception):
    """Nothing is called so, or several things are; the message says so, and which are near."""


class Called:
    """Things by the words for them."""

    def __init__(self, words: Iterable[tuple[Id, Iterable[str]]]) -> None:
        self._known: dict[str, dict[Id, None]] = {}
        for at, listed in words:
            for word in dict.fromkeys((at, at.rpartition("/")[2], *listed)):
                if word:
                    self._known.setdefault(word, {})[at] = None

    def find(self, word: str) -> Id:
        """Return the one that a word means. Raises `UnknownError`."""
        plain = word.removeprefix("@").strip('"')
        found = list(self._known.get(plain) or self._known.get(f"schemas/{escape(plain)}") or ())
        if plain in found:
            return plain
        whole = [at for at in found if "#" not in at] or found  # a variant is called as its operation is
        if len(whole) == 1:
            return whole[0]
        if found:
            raise UnknownError(f"{word!r} may be {', '.join(map(repr, found[:5]))}")
        near = Names(self._known).respelled(plain) or Names(self._known).closest(plain)
        raise UnknownError(f"nothing is called {word!r}" + (f"; did you mean {near!r}?" if near else ""))


def words_of(sdk: Sdk) -> Iterator[tuple[Id, list[str]]]:
    """Yield operations, events, types and schemas with what they may be called."""
    for table in (sdk.operations, sdk.events, sdk.types, sdk.schemas):
        for at, item in table.items():
            words = [_name(item), getattr(item, "operation_id", None) or ""]
            if at in sdk.operations:
                words.append(f"{sdk.operations[at].method} {sdk.operations[at].path}")
            yield at, words


def _name(item: object) -> str:
    return getattr(getattr(item, "name", None), "text", None) or getattr(item, "title", None) or ""
