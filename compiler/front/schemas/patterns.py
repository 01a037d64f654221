"""Reports regular expressions that not every validator can check.

JSON Schema uses those of ECMAScript. Languages with linear-time expressions have no lookaround, others no Unicode
properties; an expression that a language does not support is not checked there, and never raises an exception.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

from compiler.base.patterns import lazy_pattern
from compiler.front.schemas.backtracking import endless_repetition
from compiler.front.session.session import Session
from compiler.ir.node import Id

LONGEST = 10_000
"""The greatest length of a pattern that is checked: real ones have some hundreds of characters."""
_ODD = lazy_pattern(
    r"(?P<around>\(\?(?:[=!]|<[=!]))|(?P<back>\\[1-9]|\\k<)|(?P<property>\\[pP]\{)|(?P<skip>\\.)", re.DOTALL
)
_BETWEEN_SLASHES = lazy_pattern(r"/(\^.*|.*\$)/[a-z]*", re.DOTALL)
"""A literal of ECMAScript: no text has a slash before its beginning, or behind its end."""
_WORDS = {
    "around": "lookahead or lookbehind",
    "back": "a reference to a group",
    "property": "a property of characters",
}
_SPELLED = lazy_pattern(r"\\u\{[0-9A-Fa-f]+\}|\\c[A-Za-z]|\(\?<(?![=!])|\[\^?\]|\\.", re.DOTALL)
_AS_PYTHON = {"(?<": "(?P<", "[]": "(?!)", "[^]": "."}


def check_pattern(session: Session, pattern: str, at: Id) -> None:
    """Report CG0343 where not every validator checks a pattern, CG0344 where none does, CG0345 where one may hang, and
    CG0347 where nothing matches."""
    word, reason = _fault(pattern)
    if word is not None:
        session.reports.tally("CG0343", at, what=word)
    elif reason is not None:
        session.reports.add("CG0344", at, pattern=pattern, reason=reason)
        return
    if len(pattern) <= LONGEST and (found := _BETWEEN_SLASHES.fullmatch(pattern)):
        session.reports.add("CG0347", at, help=f"write `{found[1]}`", pattern=pattern)
    part = endless_repetition(pattern)
    if part is not None:
        session.reports.add("CG0345", at, part=part)


@lru_cache(maxsize=4096)
def _fault(pattern: str) -> tuple[str | None, str | None]:
    """Return what not every language has in a pattern, else why it is none."""
    if len(pattern) > LONGEST:
        return None, f"it is longer than {LONGEST:,} characters"
    for found in _ODD.finditer(pattern):
        if found.lastgroup in _WORDS:
            return _WORDS[found.lastgroup], None
    reason = _reason(pattern)
    return None, reason and _reason(_SPELLED.sub(_spelled, pattern))


def _reason(pattern: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return None


def _spelled(found: re.Match[str]) -> str:
    text = found[0]
    if text in _AS_PYTHON:
        return _AS_PYTHON[text]
    if text.startswith(("\\u{", "\\c")):
        return "x"
    return "x" if text[1].isalpha() and text[1] not in "dDwWsSbBnrtfvux" else text
