"""Compiles APIs in processes of this machine, each in one of its own, which may be killed or take too long."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any

from compiler.base.children import close_all_but, end_with_parent
from compiler.driver.apis.built_api import Built, compile_api
from compiler.output.interrupts import uninterrupted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from compiler.driver.options import BuildOptions


@dataclass(frozen=True, slots=True)
class Lost:
    """An API that could not be compiled: a code of the catalogue, and what fills its message."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """One API to compile; larger `size` begins earlier, so that no process waits for the last."""

    name: str
    options: BuildOptions
    command: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Made:
    """What became of an API: `cached` if nobody compiled it, `distrusted` is why an entry of the cache was not used."""

    task: Task
    result: Built | Lost
    cached: bool = False
    distrusted: str = ""


@dataclass(slots=True)
class _Running:
    task: Task
    process: BaseProcess
    result: Connection
    until: float | None


def run_here(
    tasks: Sequence[Task],
    jobs: int,
    limit: int | None,
    *,
    still: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Iterator[tuple[Task, Built | Lost]]:
    """Compile APIs in `jobs` processes at a time, and yield each when it ends.

    Args:
        tasks: the APIs.
        jobs: how many processes.
        limit: seconds for each API; None: as long as it takes.
        still: held while a process is forked.
    """
    # a fork has all modules already; elsewhere than on Linux, system libraries do not survive it
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    waiting = sorted(tasks, key=lambda task: -task.size)
    running: list[_Running] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop(0)
                ours, theirs = context.Pipe(duplex=False)
                given = (theirs, os.getpid(), task.options, task.command)
                process = context.Process(target=_work, args=given, daemon=True)
                with still(), uninterrupted():  # Python drops an interrupt that comes while it forks
                    process.start()
                    until = None if limit is None else time.monotonic() + limit
                    running.append(_Running(task, process, ours, until))
                theirs.close()
            for one in _ready(running):
                running.remove(one)
                yield one.task, _end(one, limit)
    finally:
        for one in running:
            one.process.kill()
            one.process.join()
            one.result.close()


def _ready(running: Sequence[_Running]) -> list[_Running]:
    """Wait, and return the processes that have a result, have ended, or have taken too long."""
    limits = [one.until for one in running if one.until is not None]
    timeout = max(0.0, min(limits) - time.monotonic()) if limits else None
    found = connection.wait([one.result for one in running], timeout)
    now = time.monotonic()
    return [one for one in running if one.result in found or (one.until is not None and one.until <= now)]


def _end(one: _Running, limit: int | None) -> Built | Lost:
    """Take the result of a process and end it."""
    made: Built | None = None
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        if one.result.poll():
            made = pickle.loads(one.result.recv_bytes())
    late = made is None and one.process.is_alive() and one.until is not None and one.until <= time.monotonic()
    if late:
        one.process.kill()
    one.process.join()
    one.result.close()
    if made is not None:
        return made
    return Lost("CG1601", f"{limit}") if late else Lost("CG1602", reason_of(one.process.exitcode))


def reason_of(code: int | None) -> str:
    """Return how a process ended, from its exit code."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
        return f"killed by signal {-code}"
    return f"exit code {code}"


def _work(result: Connection, parent: int, options: BuildOptions, command: str) -> None:
    """Compile an API in a process of its own, whose parent handles signals, and kills it if it must.

    Args:
        result: where it writes what it made.
        parent: the number of the process that started it, with which it ends.
        options: those of the build.
        command: build or lint.
    """
    end_with_parent(parent)
    if sys.platform == "linux":
        close_all_but(result.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    with suppress(BrokenPipeError):  # the parent was killed
        result.send_bytes(pickle.dumps(compile_api(options, command)))
    result.close()
