"""What changed from one text of the IR to the next, in few words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.ir.text import dump

_TOKEN = lazy_pattern(r"""(?:[^\s"\[\]<>]|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|<[^>]*>)+""")
_LONGEST = 110
"""Letters of a line that are shown."""


def changes(before: Any, after: Any) -> list[str]:
    """Return what changed from one form of a node to the next; None: there is none."""
    old, new = ([] if node is None else dump(node).splitlines() for node in (before, after))
    return changed_lines(old, new)


def changed_lines(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return what changed from one text to the next: whole lines, and of lines that stayed their words."""
    found: list[str] = []
    for kind, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        gone, come = list(old[first:last]), list(new[start:end])
        while gone and come and _head(gone[0]) == _head(come[0]):
            found += _words(gone.pop(0), come.pop(0))
        found += [f"- {_short(line)}" for line in gone] + [f"+ {_short(line)}" for line in come]
    return [line for line in found if line.strip("+- {}")]


def _head(line: str) -> str:
    """Return what must be equal in two forms of one line: its depth and its word."""
    return re.match(r"\s*\S*", line)[0]  # type: ignore[index]


def _words(old: str, new: str) -> list[str]:
    """Return the words of a line that changed."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    gone = [word for word in before if word not in after]
    come = [word for word in after if word not in before]
    return [f"{sign} {_short(' '.join(words))}" for sign, words in (("-", gone), ("+", come)) if words]


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."
