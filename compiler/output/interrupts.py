"""Signals that end a build: the output is as it was, or done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
"""What ends a process at once, with its temporary files left behind, unless it is heeded."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end: it tidies up as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


def _end(number: int, _: FrameType | None) -> None:
    raise Terminated(number)


@contextmanager
def terminable() -> Iterator[None]:
    """Let a request to end (SIGTERM, SIGHUP) raise `Terminated`, where nobody else handles or ignores it."""
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
    """Let Ctrl-C and requests to end wait until the block is done, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
