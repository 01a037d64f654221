"""Bounds of work that hold on a busy machine: counts of operations, and ratios of CPU times."""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

NET = 30
"""CPU seconds after which what does not count itself, as a regular expression, is ended."""

MUCH = 16
"""How many times as much the larger of two measured sizes is."""

LIMIT = 64.0
"""How many times as long that may take: between a line (16) and a square (256), so that neither is near it."""

_TRIES = 3


class TooMuchWorkError(AssertionError):
    """Work goes on beyond its bound."""


@contextlib.contextmanager
def bounded(calls: int) -> Iterator[None]:
    """Let the block make so many calls of functions, C's among them; the first one beyond it fails.

    Raises:
        TooMuchWorkError: there are more; or what makes no calls takes half a minute of CPU.
    """
    count = 0

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        if event == "call" or event == "c_call":
            count += 1
            if count > calls:
                sys.setprofile(None)
                raise TooMuchWorkError(f"more than {calls:,} calls")

    with _net():
        sys.setprofile(watch)
        try:
            yield
        finally:
            sys.setprofile(None)


def quotient(work: Callable[[int], object], size: int) -> float:
    """Return how many times as much CPU time work takes at `MUCH` times the size.

    Both are measured in turn, and the quickest run of each counts: a neighbour may have had the caches meanwhile.
    """
    less = more = math.inf
    with _net():
        for _ in range(_TRIES):
            less, more = min(less, _seconds(work, size)), min(more, _seconds(work, MUCH * size))
            if more < less * LIMIT / 2:
                break
    return more / less


def quickest(work: Callable[[int], object], size: int) -> float:
    """Return the CPU seconds of the quickest of several runs."""
    return min(_seconds(work, size) for _ in range(_TRIES))


def _seconds(work: Callable[[int], object], size: int) -> float:
    started = time.thread_time()
    work(size)
    return time.thread_time() - started


@contextlib.contextmanager
def _net() -> Iterator[None]:
    """End what the block does after half a minute of CPU; in the main thread, where signals come."""

    def end(*_: object) -> None:
        raise TooMuchWorkError(f"more than {NET} seconds of CPU")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, NET)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
