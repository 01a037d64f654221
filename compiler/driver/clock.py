"""Reports files whose times are in the future: the clock of a file server, or of this machine, is wrong."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from compiler.source import Loc

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.source import Document

_TOLERATED = 10
"""Seconds."""


def report_skew(documents: Iterable[Document], diagnostics: Diagnostics) -> None:
    """Report the file that was changed furthest in the future (CG1217).

    Nothing built depends on a clock, but no build knows whether such a file has changed since it was read.
    """
    times = {document.file: document.stamp[1] for document in documents if document.stamp is not None}
    name = max(times, key=lambda name: times[name], default="")
    ahead = (times[name] - time.time_ns()) // 1_000_000_000 if name else 0
    if ahead > _TOLERATED:
        diagnostics.report("CG1217", Loc(name), path=name, seconds=f"{ahead:,}")
