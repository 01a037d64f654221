"""The English grammar that inferred names need."""

from __future__ import annotations

import functools
from pathlib import Path

from compiler.base.naming import Case, fold, join, words
from compiler.base.naming.vocabulary import Vocabulary

STATUS, IRREGULAR = (
    dict(line.split(": ") for line in part.splitlines()[1:] if line)
    for part in Path(__file__).with_suffix(".txt").read_text("utf-8").split("# ")[1:]
)
"""The words for a status in the name of a response, and plurals that no rule makes."""
INVARIANT = frozenset({"series", "species", "news", "status", "analysis", "basis", "address", "access", "process"})
WITH_ES = ("sses", "shes", "ches", "xes", "zzes")
SINGULAR = ("ss", "us", "is", "os", "as")
"""Endings of words in the singular that look like plurals."""


def status_words(status: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the words for a response's status."""
    return words(STATUS.get(status.upper(), status), vocabulary)


@functools.lru_cache(maxsize=50_000)
def singular(word: str) -> str | None:
    """Return the singular of a plural; None if the word's ending is not that of a plural."""
    low = word.lower()
    if low in IRREGULAR:
        return IRREGULAR[low].capitalize() if word[0].isupper() else IRREGULAR[low]
    if low in INVARIANT or not low.endswith("s") or len(low) < 4 or low.endswith(SINGULAR):
        return None
    if low.endswith("ies") and len(low) > 4:
        return word[:-3] + ("y" if word[-3:].islower() else "Y")
    if low.endswith(WITH_ES):
        return word[:-2]
    return word[:-1]


def pascal(parts: tuple[str, ...]) -> str:
    """Return words as one name."""
    return join(parts, Case.PASCAL)


def folded(parts: tuple[str, ...]) -> str:
    """Return words as names are compared: on every target and file system they must differ beyond case."""
    return fold("".join(parts))


def text_key(text: str, vocabulary: Vocabulary) -> str:
    """Return the key by which a name is compared."""
    return text.lower() if text.isascii() and text.isalnum() else folded(words(text, vocabulary))


def chained(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return two names as one, without repeating the words in which they meet: booking event + event type.

    A name that says nothing else is repeated: a kind of kinds.
    """
    if len(second) < 2 or not first:
        return first + second
    last, other = first[-1].lower(), [word.lower() for word in second]
    if last not in other[:-1]:
        return first + second
    lower = [word.lower() for word in first]
    for length in range(min(len(lower), len(other) - 1), 0, -1):
        if lower[-length:] == other[:length]:
            return first + second[length:]
    return first + second
