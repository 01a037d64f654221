"""Builds again and again in one process, for `compiler/commands/worker.py`: `watch`, `worker` and the daemon.

Each build is the same as one in a process of its own: the same files, messages and exit code. The process only keeps
what it knows from the last build of the same command (:class:`~compiler.base.memory.Memory`), so that the next one
does less.
"""

from __future__ import annotations

import gc
import os
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.base.memory import Memory
from compiler.driver.entry import build

if TYPE_CHECKING:
    from collections.abc import Hashable

    from compiler.driver.options import BuildOptions

_MOST = 8
"""Commands whose builds are remembered; the one not used for longest is forgotten first."""
_GROWTH = 1.5
"""A process that has grown by so much since all garbage was collected collects all of it again."""
_SHORT, _LONG = 8, 400
"""After so many builds the garbage among what is new is collected, and all of it."""


@frozen
class Built:
    """How a build ended: its exit code, and the files that the result depends on, those that do not exist included."""

    code: int
    inputs: frozenset[str]


class Resident:
    """Builds in this process, and remembers."""

    def __init__(self) -> None:
        self._memories: OrderedDict[Hashable, Memory] = OrderedDict()
        self._size = 0
        self._builds = 0
        gc.disable()
        gc.collect()
        gc.freeze()  # modules stay

    def build(self, options: BuildOptions, stdout: TextIO, stderr: TextIO) -> Built:
        """Run one build. Any exception of it is the caller's, and nothing is remembered of such a build."""
        key = (Path.cwd(), replace(options, record=None))
        memory = self._memories.pop(key, None) or Memory()
        seen: set[str] = set()
        code = build(options, stdout, stderr, memory, seen)
        self._memories[key] = memory
        while len(self._memories) > _MOST:
            self._memories.popitem(last=False)
        return Built(code, frozenset(str(Path.cwd() / name) for name in seen))

    def collect(self) -> None:
        """Free what builds leave in cycles; call it when nobody waits.

        Builds run without the collector, as every build does. What one leaves in cycles is a hundredth of what the
        process has, so several share a look at what has come since the last one. What was remembered for long, and is
        no more, is looked for when the process has grown all the same.
        """
        self._builds += 1
        if self._size and self._builds % _LONG:
            if self._builds % _SHORT and not self._has_grown():
                return
            gc.collect()  # without what is frozen
            if not self._has_grown():
                gc.freeze()
                return
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._size = resident_bytes()

    def _has_grown(self) -> bool:
        return resident_bytes() > self._size * _GROWTH


def resident_bytes() -> int:
    """Return the memory that the process takes now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
