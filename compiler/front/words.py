"""Small helpers for the texts of diagnostics and of what they look at."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.source import Json

TOKEN_SIGNS = r"!#$%&'*+.^_`|~0-9A-Za-z-"
"""The signs of a token in HTTP, such as the name of a header (RFC 9110 5.6.2), to stand in a class of a regex."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that ``word`` most likely is a misspelling of, or None."""
    from difflib import get_close_matches

    names = list(candidates)
    folded = {name.lower(): name for name in names}
    if word.lower() in folded:
        return folded[word.lower()]
    close = get_close_matches(word, names, 1, 0.65)
    if close:
        return close[0]
    longer = [name for name in names if len(word) > 2 and name.startswith(word.lower())]
    return longer[0] if len(longer) == 1 else None


def did_you_mean(word: str, candidates: Iterable[str], otherwise: str | None = None, prefix: str = "") -> str | None:
    """Return the help "did you mean ...?", with a prefix before the name, or something else where nothing is near."""
    found = nearest(word, candidates)
    return f"did you mean `{prefix}{found}`?" if found is not None else otherwise


def a_kind(value: Json) -> str:
    """Return what a JSON value is, in words: ``a string``."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int():
            return "an integer"
        case float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def one_of(names: Iterable[str]) -> str:
    """Return the names as an enumeration: "`a`, `b` or `c`"."""
    *head, last = (f"`{name}`" for name in names)
    return f"{', '.join(head)} or {last}" if head else last
