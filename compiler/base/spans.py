"""Where the time of a command goes: spans, one within another, of one process or more.

Code that takes a part of the time does it within ``span("name")``. Nothing is measured unless a :class:`Spans` is
recording; the driver starts one for `--time-passes` and `--trace`, and shows what it found
(:mod:`compiler.driver.timing`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

_RECORDING: ContextVar[Spans | None] = ContextVar("recording", default=None)
_NOTHING = nullcontext()


class Span:
    """A part of the work of one process.

    ``start``, ``wall`` and ``cpu`` are nanoseconds, by clocks that all processes of a system share (``start``) or of
    the process (``cpu``). The ``own`` times leave out those of the spans within.
    """

    __slots__ = ("cpu", "detail", "name", "own_cpu", "own_wall", "process", "start", "wall")

    def __init__(self, name: str, detail: str) -> None:
        self.name, self.detail, self.process = name, detail, os.getpid()
        self.start = self.wall = self.cpu = self.own_wall = self.own_cpu = 0


class Spans:
    """Records the spans of a process, and takes over those of others; each is listed when it has ended."""

    def __init__(self) -> None:
        self.ended: list[Span] = []
        self._open: list[Span] = []

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record the spans of what is done within."""
        token = _RECORDING.set(self)
        try:
            yield
        finally:
            _RECORDING.reset(token)

    @contextmanager
    def span(self, name: str, detail: str) -> Iterator[None]:
        """Record a span."""
        found = Span(name, detail)
        self._open.append(found)
        found.start, cpu = time.perf_counter_ns(), time.process_time_ns()
        try:
            yield
        finally:
            self._open.pop()
            found.wall, found.cpu = time.perf_counter_ns() - found.start, time.process_time_ns() - cpu
            found.own_wall += found.wall
            found.own_cpu += found.cpu
            if self._open:
                self._open[-1].own_wall -= found.wall
                self._open[-1].own_cpu -= found.cpu
            self.ended.append(found)


def span(name: str, detail: str = "") -> AbstractContextManager[None]:
    """Name a part of the work. ``detail`` says what it is done for: a target, a file."""
    spans = _RECORDING.get()
    return _NOTHING if spans is None else spans.span(name, detail)


def is_recording() -> bool:
    """Whether spans are recorded."""
    return _RECORDING.get() is not None


def take_over(spans: Iterable[Span]) -> None:
    """Add the spans of another process, if spans are recorded."""
    recording = _RECORDING.get()
    if recording is not None:
        recording.ended += spans
