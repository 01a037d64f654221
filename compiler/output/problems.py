"""What stands in the way of an output, noted where the disk is looked at, which may be in another process."""

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


def report(problems: Iterable[Problem], diagnostics: Diagnostics) -> None:
    """Report mistakes."""
    for code, path, reason in problems:
        params: dict[str, Any] = {} if reason is None else {"reason": reason}
        diagnostics.report(code, Loc(str(path)), path=path, **params)
