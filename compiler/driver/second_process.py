"""A second process for large plans: each process takes the next target when it is free.

It is forked with the plans in memory, and hands back the results of its targets (speed 4). The output depends only
on the plan, so it is the same bytes. If anything fails in the second process, the first does the work again.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import IO, Generic, TypeVar

from compiler.base.children import end_with_parent

LARGE = 3_000
"""The number of operations and types, over all plans, from which a fork saves more than it costs."""
_WORD = 8

Note = Callable[[str], object]
"""A function that notes a name."""
T = TypeVar("T")


def can_fork() -> bool:
    """Whether a second process is possible: except on Linux, system libraries do not survive a fork."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


class Helper(Generic[T]):
    """A process that works on targets that the other process has not taken.

    `work` makes something of a target, and may note names of what it leaves behind: they are known even where the
    process was killed. Raises `OSError` where there is no room for a process or for temporary files.
    """

    def __init__(self, targets: Sequence[str], work: Callable[[str, Note], T]) -> None:
        import tempfile  # most documents are small, and begin sooner without it

        self.targets = targets
        self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (closed with the object)
        self._notes: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        self._waiting, tickets = os.pipe()
        os.write(tickets, bytes(range(len(targets))))  # the process that reads the number of a target owns the target
        os.close(tickets)
        self._done, done = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the line of progress has a thread, and is held still
            self._pid = os.fork()
        if self._pid == 0:
            try:
                end_with_parent(parent)
                os.close(self._done)
                self._work(work, done)
            finally:  # nothing of this process may go on in the other: no exit handlers, no buffers, no exceptions
                os._exit(0)
        os.close(done)

    def end(self) -> list[str]:
        """End the process, if it did not end by itself; return the names that it noted, in their order."""
        os.close(self._done)
        os.close(self._waiting)
        with suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._file.close()
        with self._notes as notes:
            notes.seek(0)
            return [os.fsdecode(name) for name in notes.read().split(b"\0")[:-1]]

    def _note(self, name: str) -> None:
        self._notes.write(os.fsencode(name) + b"\0")

    def _work(self, work: Callable[[str, Note], T], done: int) -> None:
        """Work in the second process: what it makes of a target goes to the file, then word of it into the pipe."""
        import pickle  # as tempfile

        while (target := self.take()) is not None:
            data = pickle.dumps(work(target, self._note))
            start = self._file.seek(0, os.SEEK_END)
            with open(os.dup(self._file.fileno()), "wb") as out:  # noqa: PTH123
                out.write(data)
            numbers = (self.targets.index(target), start, len(data))
            os.write(done, b"".join(number.to_bytes(_WORD, "big") for number in numbers))

    def take(self) -> str | None:
        """Take a target for this process alone; None if none is left."""
        ticket = os.read(self._waiting, 1)
        return self.targets[ticket[0]] if ticket else None

    def results(self) -> Iterator[tuple[str, T]]:
        """Yield what the process made of its targets, until it has ended."""
        import pickle

        while len(word := os.read(self._done, 3 * _WORD)) == 3 * _WORD:
            index, start, size = (int.from_bytes(word[at : at + _WORD], "big") for at in range(0, len(word), _WORD))
            yield self.targets[index], pickle.loads(os.pread(self._file.fileno(), size, start))
