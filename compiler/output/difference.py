"""The change of a file as a unified diff, in the form that `patch -p0` and `git apply -p0` read."""

from __future__ import annotations

import difflib
from pathlib import Path

_NOWHERE = "/dev/null"
_NO_END = "\\ No newline at end of file\n"


def difference(path: Path, before: bytes | None, after: bytes | None) -> str:
    """Return the change of a file from `before` to `after`; None: there is no file.

    A file that is made or removed empty has no line to show, and so only its head.
    """
    name = path.as_posix()
    head = f"--- {name if before is not None else _NOWHERE}\n+++ {name if after is not None else _NOWHERE}\n"
    changed = list(difflib.unified_diff(_lines(before), _lines(after), n=3))[2:]
    return head + "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}" for line in changed)


def _lines(data: bytes | None) -> list[str]:
    """Split a text at line feeds alone, as `patch` does: other ends of lines belong to the lines."""
    text = (data or b"").decode("utf-8", "replace")
    return [line + "\n" for line in text.split("\n")[:-1]] + (
        [text.rpartition("\n")[2]] if text.rpartition("\n")[2] else []
    )
