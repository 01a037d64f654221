"""The English grammar that inferred names need."""

from __future__ import annotations

import functools

from compiler.base.naming import Case, fold, join, words
from compiler.base.naming.vocabulary import Vocabulary

STATUS = {
    "200": "ok",
    "201": "created",
    "202": "accepted",
    "204": "no content",
    "206": "partial content",
    "207": "multi status",
    "301": "moved permanently",
    "302": "found",
    "303": "see other",
    "304": "not modified",
    "307": "temporary redirect",
    "308": "permanent redirect",
    "400": "bad request",
    "401": "unauthorized",
    "402": "payment required",
    "403": "forbidden",
    "404": "not found",
    "405": "method not allowed",
    "406": "not acceptable",
    "408": "timeout",
    "409": "conflict",
    "410": "gone",
    "411": "length required",
    "412": "precondition failed",
    "413": "content too large",
    "415": "unsupported media type",
    "416": "range not satisfiable",
    "422": "unprocessable",
    "423": "locked",
    "424": "failed dependency",
    "425": "too early",
    "428": "precondition required",
    "429": "too many requests",
    "451": "unavailable for legal reasons",
    "500": "server error",
    "501": "not implemented",
    "502": "bad gateway",
    "503": "unavailable",
    "504": "gateway timeout",
    "DEFAULT": "default",
    "1XX": "informational",
    "2XX": "success",
    "3XX": "redirect",
    "4XX": "client error",
    "5XX": "failure",
}
"""The words for a status in the name of a response; the reason phrases of RFC 9110, shortened."""

IRREGULAR = {
    "aliases": "alias",
    "analyses": "analysis",
    "buses": "bus",
    "caches": "cache",
    "children": "child",
    "cookies": "cookie",
    "criteria": "criterion",
    "indices": "index",
    "matrices": "matrix",
    "movies": "movie",
    "people": "person",
    "statuses": "status",
    "vertices": "vertex",
    "viruses": "virus",
}
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
