"""Signals that end a build: the output is left as it was, or complete."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
"""Signals that end a process at once, leaving its temporary files, unless they are handled."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end; it cleans up as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


def _end(number: int, _: FrameType | None) -> None:
    raise Terminated(number)


@contextmanager
def terminable() -> Iterator[None]:
    """Make a request to end (SIGTERM, SIGHUP) raise `Terminated`, unless it is handled or ignored already."""
    before = {}
    try:
        for number in _ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _end)
    except ValueError:  # only the main thread is told of signals
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C and requests to end until the block is done.

    Handlers note them; a signal mask would not do: it belongs to one thread, and Python tells the main thread of
    a signal whichever thread received it.
    """
    noted: list[int] = []
    before = {}
    try:
        for number in (signal.SIGINT, *_ENDING):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, lambda told, _: noted.append(told))
    except ValueError:  # only the main thread is told of signals
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in noted[:1]:
            signal.raise_signal(number)
