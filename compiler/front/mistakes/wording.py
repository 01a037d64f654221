"""Small helpers for the texts of diagnostics."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from compiler.source import Json

TOKEN_SIGNS = r"!#$%&'*+.^_`|~0-9A-Za-z-"
"""The signs of a token in HTTP, such as the name of a header (RFC 9110 5.6.2), to stand in a class of a regex."""


def nearest(word: str, candidates: Collection[str]) -> str | None:
    """Return the candidate that ``word`` most likely is a misspelling of, or None."""
    from compiler.base.similar import known

    names = known(candidates)
    found = names.respelled(word) or names.closest(word, 0.65)
    return found if found is not None or len(word) <= 2 else names.begun(word.lower())


def did_you_mean(word: str, candidates: Collection[str], otherwise: str | None = None, prefix: str = "") -> str | None:
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
    return _join_names(names, "or")


def and_of(names: Iterable[str]) -> str:
    """Return the names as an enumeration: "`a`, `b` and `c`"."""
    return _join_names(names, "and")


def _join_names(names: Iterable[str], word: str) -> str:
    *head, last = (f"`{name}`" for name in names)
    return f"{', '.join(head)} {word} {last}" if head else last


KINDS = {
    "schemas": "a schema",
    "parameters": "a parameter",
    "responses": "a response",
    "requestBodies": "a request body",
    "headers": "a header",
    "examples": "an example",
    "securitySchemes": "a security scheme",
    "links": "a link",
    "callbacks": "a callback",
    "pathItems": "a path item",
}
"""What the things in each table of `components` are called."""


def show_sign(sign: str) -> str:
    """Return a character as a message shows it."""
    if sign == " ":
        return "a blank"
    return f"`{sign}`" if sign.isprintable() and not sign.isspace() else f"U+{ord(sign):04X}"
