"""Problems that prevent an output, noted where the disk is read, which may be in another process."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from compiler.diagnostics import Diagnostics
from compiler.source.location import Loc


class Problem(NamedTuple):
    """A mistake at a path of the output."""

    code: str
    path: Path
    reason: str | None = None


_HELP = {
    "no space left on device": "free some space, or choose a folder on another disk with -o",
    "disk quota exceeded": "free some space, or choose a folder on another disk with -o",
    "read-only file system": "choose another folder with -o",
    "not a directory": "a file stands where a folder is needed: choose another folder with -o",
}
"""The help by the system's error; the catalogue has that for permissions."""
_MET_AGAIN = ("CG1205", "CG1207", "CG1410")
"""Problems that every target meets again."""


def report(problems: Iterable[Problem], diagnostics: Diagnostics) -> None:
    """Report problems; those that the system causes once, since every target meets them again."""
    refused: set[str] = set()
    for code, path, reason in problems:
        params: dict[str, Any] = {} if reason is None else {"reason": reason}
        if code in _MET_AGAIN and reason is not None:
            if reason in refused:
                continue
            refused.add(reason)
        help_ = _HELP.get(reason) if reason is not None else None
        diagnostics.report(code, Loc(str(path)), help=help_, path=path, **params)
