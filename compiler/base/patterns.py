"""Regular expressions that are compiled when they are first used: a run needs few of those of all modules."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")


class _Later:
    """Becomes a pattern at its first use; from then on its methods are those of the pattern."""

    def __init__(self, text: str, flags: int) -> None:
        self._given = text, flags

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(*self._given)
        for method in _METHODS:
            setattr(self, method, getattr(pattern, method))
        return getattr(pattern, name)


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what has the methods of a compiled pattern, for a constant of a module.

    It is no pattern to functions of `re`, which compile texts.
    """
    return cast("re.Pattern[str]", _Later(text, flags))
