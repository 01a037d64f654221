"""The characters that an expression may match at a place."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_ODD = (
    "\u00b5\u017f\u0345\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f4\u03f5"
    "\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1c86\u1c87\u1c88\u1e9b\u1e9e\u1fbe\u2126\u212a\u212b"
)
"""Letters that `upper`, `lower` and `title` lead from, and not to: the long s is an s."""
_CATEGORY = re.compile("L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|C[cfos]")
"""Unicode's general categories; all other names are of scripts."""
_SCRIPT = re.compile("[A-Z][A-Za-z]*(?:_[A-Za-z]+)*")


@dataclass(frozen=True, slots=True)
class Chars:
    """A class of characters: those of ranges, of other classes and of a Unicode property, or all but these."""

    ranges: Sequence[tuple[str, str]] = ()
    others: Sequence[Chars] = ()
    named: Any = None
    """A compiled expression of the library regex for one character."""
    negated: bool = False
    folded: bool = False
    """Upper and lower case are the same."""

    def has(self, char: str) -> bool:
        """Whether the character is one of these."""
        return any(map(self._has, spellings(char) if self.folded else (char,))) is not self.negated

    def _has(self, char: str) -> bool:
        if self.named is not None and self.named.match(char):
            return True
        return any(first <= char <= last for first, last in self.ranges) or any(one.has(char) for one in self.others)


def category_expression(name: str) -> Any:
    """Return the expression for one character of a category or script of Unicode; None if there is no such name."""
    import regex  # type: ignore[import-untyped]

    if name == "Any":
        return regex.compile("(?s:.)")
    if name == "C":  # what is not assigned belongs to no category of RE2
        return regex.compile(r"[\p{Cc}\p{Cf}\p{Co}\p{Cs}]")
    kind = "gc" if _CATEGORY.fullmatch(name) else "script" if _SCRIPT.fullmatch(name) else None
    try:
        return kind and regex.compile(rf"\p{{{kind}={name}}}")
    except regex.error:
        return None


@functools.lru_cache(maxsize=4096)
def spellings(char: str) -> tuple[str, ...]:
    """Return a character in upper and lower case and in all other forms that Unicode's simple folding joins."""
    return tuple(dict.fromkeys((char, *_cases(char), *(odd for odd in _ODD if _key(odd) == _key(char)))))


def _cases(char: str) -> Iterator[str]:
    key = _key(char)
    if key != char or char.upper() != char:
        yield from (one for one in (key, key.upper(), key.lower(), key.title()) if len(one) == 1 and _key(one) == key)


def _key(char: str) -> str:
    if char == "\u0131":  # upper case makes it, an i without a dot, an I, but folding does not
        return char
    upper = char.upper() if len(char.upper()) == 1 else char
    return upper.lower() if len(upper.lower()) == 1 else upper
