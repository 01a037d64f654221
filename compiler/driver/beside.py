"""A second process for what large plans take long for: all targets but the first, while this one sees to that.

It is forked with the plans in memory, and hands back what became of each target (speed.md 10). What is printed depends
on the plan and on nothing else, so the output is the same bytes. Whatever goes wrong there, this process does it again.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Generic, TypeVar

LARGE = 3_000
"""Operations and types, over all plans, from which a fork costs less than it saves."""
_WORD = 8

T = TypeVar("T")


def can_fork() -> bool:
    """Whether a second process is at hand: elsewhere than on Linux, libraries of the system do not outlive a fork."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


class Helper(Generic[T]):
    """A process that works on targets, which are asked for in the same order; as a context manager it is ended."""

    def __init__(self, targets: Sequence[str], work: Callable[[str], T]) -> None:
        self.targets = targets
        self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (closed with the object)
        self._done, done = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the line of progress has a thread, and is held still
            self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._done)
                self._work(work, done)
            finally:  # nothing of this process may go on in the other: no exit handlers, no buffers, no exceptions
                os._exit(0)
        os.close(done)

    def __enter__(self) -> Helper[T]:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._done)
        with suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._file.close()

    def _work(self, work: Callable[[str], T], done: int) -> None:
        """Work in the second process: what it makes of a target goes to the file, then word of it into the pipe."""
        for target in self.targets:
            data = pickle.dumps(work(target))
            start = self._file.seek(0, os.SEEK_END)
            with open(os.dup(self._file.fileno()), "wb") as out:  # noqa: PTH123
                out.write(data)
            os.write(done, start.to_bytes(_WORD, "big") + len(data).to_bytes(_WORD, "big"))

    def result(self, target: str) -> T | None:
        """Wait for the next of its targets; None where it is none of them, or the process ended without it."""
        if target not in self.targets:
            return None
        word = os.read(self._done, 2 * _WORD)
        if len(word) < 2 * _WORD:
            return None
        start, size = int.from_bytes(word[:_WORD], "big"), int.from_bytes(word[_WORD:], "big")
        found: T = pickle.loads(os.pread(self._file.fileno(), size, start))
        return found


class Journal:
    """Names that a second process notes, to be read when that is gone: a file without a name."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (it lives as long as this object)

    def note(self, name: str) -> None:
        """Note a name, which holds no NUL."""
        self._file.write(os.fsencode(name) + b"\0")

    def names(self) -> list[str]:
        """Return the names in their order."""
        self._file.seek(0)
        return [os.fsdecode(name) for name in self._file.read().split(b"\0")[:-1]]
