"""Generated files with merge conflicts, as git marks them."""

from __future__ import annotations

import re

from compiler.base.patterns import lazy_pattern

_MARK = lazy_pattern(r"(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>)(?: |$)")
_SIDES = {"<<<<<<<": (0,), "|||||||": (), "=======": (1,), ">>>>>>>": (0, 1)}
"""The side of the conflict that the lines after a marker belong to."""


def both_sides(text: str) -> tuple[str, str] | None:
    """Return the text of each side; None if there is no conflict."""
    sides: tuple[list[str], list[str]] = ([], [])
    into: tuple[int, ...] = (0, 1)
    for line in text.splitlines(keepends=True):
        mark = _MARK.match(line)
        if mark is not None:
            into = _SIDES[mark[1]]
        else:
            for side in into:
                sides[side].append(line)
    ours, theirs = map("".join, sides)
    return None if ours == theirs == text else (ours, theirs)


def holds_conflict(data: bytes) -> bool:
    """Whether a file holds an unresolved conflict."""
    # the expression takes its time in a large file: few hold the other mark
    return b"\n>>>>>>> " in data and re.search(rb"^<<<<<<< ", data, re.MULTILINE) is not None
