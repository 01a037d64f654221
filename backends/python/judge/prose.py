"""Checks that a docstring consists of texts of the plan and of the printers: it is a sequence of whole texts of theirs.

A text is compared by its words, since docstrings wrap and indent it. One that ends before its last word is not whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from backends.python.calls import shown_call
from backends.python.judge.words import environment, numbers, printed_words
from backends.python.method_docs import brief, first_sentence
from compiler.base.markdown import to_plain
from compiler.plan.plan import Plan

_WORD = re.compile(r"[^\W_]+")
_KEY = 3
"""Texts are found by so many of their first words."""
_SHOWN = 6
_SINGLE = ("character", "item")
"""What printers make of words of theirs."""


def words_of(text: str) -> list[str]:
    """Split a text into words; printers begin sentences with capitals."""
    return _WORD.findall(text.casefold())


def line_of(text: str) -> str:
    """Join the words of a text such that the joined words of a text within it are a substring."""
    words = words_of(text)
    return f" {' '.join(words)} " if words else ""


class Prose:
    """The texts of which docstrings of a plan consist."""

    def __init__(self, plan: Plan, texts: Iterable[str], names: Iterable[str]) -> None:
        self.known: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        for text in _said(plan, texts):
            self._add(text)
        for name in (*names, *_SINGLE):
            self._add(name)
        for text in printed_words():
            for part in (text, *text.split("\n\n")):
                self._add(part)

    def _add(self, text: str) -> None:
        words = tuple(words_of(text))
        if words:
            self.known.setdefault(words[:_KEY], set()).add(words)

    def stranger(self, text: str) -> str | None:
        """Return the first words of a docstring that are not a whole text; None if there are none."""
        words = words_of(text)
        reached = [True] + [False] * len(words)
        for at in range(len(words)):
            if reached[at]:
                for size in self._sizes(words, at):
                    reached[at + size] = True
        if reached[-1]:
            return None
        last = max(at for at, there in enumerate(reached) if there)
        return " ".join(words[last : last + _SHOWN])

    def _sizes(self, words: Sequence[str], at: int) -> Iterator[int]:
        """Yield the lengths of the known texts that begin at a word."""
        for size in range(1, _KEY + 1):
            for known in self.known.get(tuple(words[at : at + size]), ()):
                if size == min(_KEY, len(known)) and words[at : at + len(known)] == list(known):
                    yield len(known)


def _said(plan: Plan, texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield text
        plain = to_plain(text)
        if plain != text:
            yield plain
        if "\n" in plain or "." in plain:
            yield from (first_sentence(plain), brief(plain))
        if not text.isalnum():
            yield json.dumps(text, ensure_ascii=False)
    for group in plan.surface.groups.values():
        main = plan.shown.main(group)
        if main is not None:
            yield shown_call(plan.shown.call(main))
            yield shown_call(plan.shown.call(main), "await ")
    yield from numbers(plan)
    yield from environment(plan)
