"""Printing of large plans in a second process: the targets but the first, while this process prints that (speed.md 10).

The second process is forked with the plans in memory, and hands back texts alone: what is printed depends on the plan
and on nothing else, so the output is the same bytes. Whatever goes wrong there, this process prints the target itself.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO

LARGE = 3_000
"""Operations and types, over all plans, from which a fork costs less than it saves."""
_WORD = 8

Emit = Callable[[str], Mapping[str, str]]
"""Prints a target: path to text."""


def can_fork() -> bool:
    """Whether a second process is at hand: elsewhere than on Linux, libraries of the system do not outlive a fork."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


class Helper:
    """A process that prints targets, which are asked for in the same order; as a context manager it is ended."""

    def __init__(self, targets: Sequence[str], emit: Emit) -> None:
        self.targets = targets
        self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (closed with the object)
        self._done, done = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the line of progress has a thread, and is held still
            self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._done)
                self._print(emit, done)
            finally:  # nothing of this process may go on in the other: no exit handlers, no buffers, no exceptions
                os._exit(0)
        os.close(done)

    def __enter__(self) -> Helper:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._done)
        with suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._file.close()

    def _print(self, emit: Emit, done: int) -> None:
        """Print in the second process: the texts of a target go to the file, then word of them into the pipe."""
        for target in self.targets:
            start, lines = self._file.seek(0, os.SEEK_END), []
            with open(os.dup(self._file.fileno()), "wb") as out:  # noqa: PTH123
                for path, text in emit(target).items():
                    lines.append(f"{out.write(text.encode())} {path}")
                end = out.tell()
                size = out.write("\n".join(lines).encode())
            os.write(done, b"".join(number.to_bytes(_WORD, "big") for number in (start, end, size)))

    def texts(self, target: str) -> Mapping[str, str] | None:
        """Wait for the next of its targets; None where it is none of them, or the process ended without it."""
        if target not in self.targets:
            return None
        word = os.read(self._done, 3 * _WORD)
        if len(word) < 3 * _WORD:
            return None
        start, end, size = (int.from_bytes(word[at : at + _WORD], "big") for at in range(0, len(word), _WORD))
        return _Texts(self._file.fileno(), start, os.pread(self._file.fileno(), size, end).decode())


class _Texts(Mapping[str, str]):
    """The texts of a target, read when they are asked for: they need not all be in memory."""

    def __init__(self, file: int, start: int, index: str) -> None:
        self._file = file
        self._spans: dict[str, tuple[int, int]] = {}
        at = start
        for line in index.split("\n"):
            length, _, path = line.partition(" ")
            self._spans[path] = (at, int(length))
            at += int(length)

    def __getitem__(self, path: str) -> str:
        start, size = self._spans[path]
        return os.pread(self._file, size, start).decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)
