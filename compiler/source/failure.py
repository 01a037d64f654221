"""Problems that the loaders find in a text, before they become diagnostics."""

from __future__ import annotations

from typing import Any

from compiler.base.frozen import frozen

MOST = 100
"""How many mistakes of one kind are reported for one text: a broken file may have a million."""


@frozen
class Problem:
    """A mistake at a character of the text; `related` points at another character, with the message for it.

    Parsers count characters; `Text` knows their offsets.
    """

    code: str
    character: int
    params: dict[str, Any]
    width: int = 1
    related: tuple[str, int] | None = None


class SourceError(Exception):
    """The text cannot be parsed further. The error never leaves the package: `load_text` reports its problem."""

    def __init__(self, code: str, character: int, **params: Any) -> None:
        super().__init__(code)
        self.problem = Problem(code, character, params)


def repeated_key(key: str, first: int, second: int, width: int) -> Problem:
    """Return the problem of a key that occurs twice in one object (D1.2)."""
    return Problem("CG0106", second, {"key": key}, width, ("it appears here first", first))
