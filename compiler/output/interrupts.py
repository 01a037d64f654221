"""Signals that end a build: the output is left as it was, or complete."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ENDING = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
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
    with _handled(ENDING, _end, lambda handler: handler is signal.SIG_DFL):
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C and requests to end until the block is done.

    Handlers note them; a signal mask would not do: it belongs to one thread, and Python tells the main thread of
    a signal whichever thread received it.
    """
    noted: list[int] = []
    numbers = (signal.SIGINT, *ENDING)
    try:
        with _handled(numbers, lambda told, _: noted.append(told), lambda it: it not in (signal.SIG_IGN, None)):
            yield
    finally:
        for number in noted[:1]:
            signal.raise_signal(number)


@contextmanager
def _handled(
    numbers: Iterable[int], handler: Callable[[int, FrameType | None], Any], replaces: Callable[[Any], bool]
) -> Iterator[None]:
    """Handle signals until the block is done, those whose present handler the new one `replaces`."""
    before = {}
    try:
        for number in numbers:
            if replaces(signal.getsignal(number)):
                before[number] = signal.signal(number, handler)
    except ValueError:  # only the main thread is told of signals
        pass
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
