"""Answers requests, one after the other: those of Bazel (`codegen worker`), of the daemon, and of `codegen watch`.

Bazel starts the worker with `--persistent_worker`, and writes work requests to its standard input, JSON objects one
after the other; the worker answers each with a work response on standard output, where nothing else may appear. Without
that flag the same command line is one build. The arguments are those of `codegen build`. Requests may come before
earlier ones are answered (multiplex): they are built one after the other, and can be cancelled (docs/watch.md).
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from compiler.base.patterns import lazy_pattern
from compiler.commands.arguments import parse_arguments
from compiler.commands.build import run_build
from compiler.commands.exit_code import guarded
from compiler.commands.resident import Resident
from compiler.commands.work_messages import CHUNK, line, objects
from compiler.driver.exit import Exit
from compiler.output.interrupts import ENDING, Terminated

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from types import FrameType

    from compiler.commands.parsing import Parser

PERSISTENT = "--persistent_worker"
_FILE = lazy_pattern(r"(?:@|--?flagfile=)(.+)", re.DOTALL)
_NESTED = 10


class ParamsError(Exception):
    """A file of arguments cannot be read; the text says why."""


def add_arguments(parser: Parser) -> None:
    """Add nothing: the arguments are those of builds (:func:`worker`)."""


def expanded(arguments: Sequence[str], depth: int = 0) -> list[str]:
    """Return arguments with those that files hold, one on each line: `@FILE`, `--flagfile=FILE`; `@@x` means `@x`.

    Raises:
        ParamsError: a file cannot be read, or files name each other endlessly.
    """
    found: list[str] = []
    for argument in arguments:
        named = _FILE.fullmatch(argument)
        if argument.startswith("@@"):
            found.append(argument[1:])
        elif named is None:
            found.append(argument)
        elif depth == _NESTED:
            raise ParamsError(f"{argument}: files of arguments name each other too deeply")
        else:
            try:
                lines = Path(named[1]).read_text("utf-8").splitlines()
            except (OSError, ValueError) as error:
                raise ParamsError(f"cannot read {named[1]}: {getattr(error, 'strerror', None) or error}") from error
            found += expanded([line for line in lines if line], depth + 1)
    return found


def worker(words: Sequence[str]) -> int:
    """Serve Bazel until it closes standard input, or build once; returns the exit code."""
    if PERSISTENT not in words:
        return guarded(lambda: _build_once(words), sys.stdout, sys.stderr)
    common = [word for word in words if word != PERSISTENT]
    out = os.dup(1)
    os.dup2(2, 1)  # whatever is printed goes to the log of the worker
    return _Bazel(common, out).serve()


def _build_once(words: Sequence[str]) -> int:
    try:
        return run_build(parse_arguments(["build", *expanded(words)]), sys.stdout, sys.stderr)
    except ParamsError as error:
        sys.stderr.write(f"codegen worker: {error}\n")
        return Exit.USAGE


@dataclass(eq=False)
class Request:
    """A work request: what it asks for, whom to answer, open files for output, and the signal that cancelled it."""

    content: dict[str, Any]
    respond: Callable[[dict[str, Any]], None]
    files: Sequence[int] = ()
    signal: int = 0

    @property
    def number(self) -> int:
        """Its number, by which it is answered and cancelled."""
        return int(self.content.get("requestId", 0))


class Worker:
    """Builds what requests ask for in the main thread, which alone can be interrupted; other threads put them in."""

    forced: tuple[int, ...] = (signal.SIGINT,)
    """Signals that are handled also where they were ignored: requests are cancelled by them."""
    tick: float | None = None
    """Seconds without a request after which the worker asks itself whether it is still wanted."""

    def __init__(self) -> None:
        self.current: Request | None = None
        self.waiting: deque[Request] = deque()
        self.ended = False
        self.signalled = 0
        self.folder = Path.cwd()
        self.resident = Resident()
        self._news = threading.Condition()
        self._cancels = False  # a signal that comes next is of a request that was cancelled
        self._builds = False  # and this can be interrupted

    def put(self, request: Request, *, at_once: bool = False) -> bool:
        """Take a request; ``at_once``: only if it need not wait. Returns whether it will be answered."""
        with self._news:
            if self.ended or (at_once and (self.current or self.waiting)):
                return False
            self.waiting.append(request)
            self._news.notify()
        return True

    def end(self) -> None:
        """Take no more requests."""
        with self._news:
            self.ended = True
            self._news.notify()

    def cancel(self, request: Request, number: int = signal.SIGINT) -> None:
        """Cancel a request by a signal; one that was answered already needs no other answer."""
        with self._news:
            if request is self.current:
                request.signal = number
                self._cancels = True
                os.kill(os.getpid(), number)
            elif request in self.waiting:
                request.signal = number

    def serve(self) -> int:
        """Answer requests; returns the exit code when there are no more, or a signal ends this process."""
        for number in (signal.SIGINT, *ENDING):
            if number in self.forced or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._interrupt)
        with suppress(KeyboardInterrupt):  # watchfiles makes that of `Terminated`
            while (request := self.next()) is not None:
                self.answer(request)
                self.resident.collect()
        return 128 + self.signalled if self.signalled else Exit.OK

    def _interrupt(self, number: int, _: FrameType | None) -> None:
        if self._cancels:
            self._cancels = False
            if not self._builds:  # it was too late
                return
        else:
            self.ended, self.signalled = True, number
        raise Terminated(number)

    def is_wanted(self) -> bool:
        """Whether to wait for another request."""
        return True

    def next(self) -> Request | None:
        """Return the next request, as soon as there is one; None if there are no more."""
        with self._news:
            while not self.waiting:
                if self.ended or not (self._news.wait(self.tick) or self.is_wanted()):
                    return None
            self.current = self.waiting.popleft()
        return self.current

    def answer(self, request: Request, *streams: TextIO) -> None:
        """Build what a request asks for, and respond once; without streams the response has what was printed."""
        began, said = time.monotonic(), StringIO()
        stdout, stderr = streams or (said, said)
        code = guarded(lambda: self._build(request, stdout, stderr), stdout, stderr)
        with self._news:
            self.current = None
            cancelled = request.signal and code == 128 + request.signal  # else it was too late
        os.chdir(self.folder)
        stderr.flush()
        more = {"wasCancelled": True} if cancelled else {"exitCode": code, "output": said.getvalue()}
        request.respond({"requestId": request.number, **more})
        if request.content.get("verbosity", 0) > 0:
            state = "cancelled" if cancelled else f"exit code {code}"
            inputs = len(request.content.get("inputs", ()))
            sys.stderr.write(f"request {request.number}: {inputs} inputs, {state}, {time.monotonic() - began:.3f} s\n")
            sys.stderr.flush()

    def words(self, request: Request) -> list[str]:
        """Return the command of a request."""
        return ["build", *request.content.get("arguments", ())]

    def _build(self, request: Request, stdout: TextIO, stderr: TextIO) -> int:
        before = sys.stdout, sys.stderr
        try:
            self._builds = True
            if request.signal:
                raise Terminated(request.signal)
            sys.stdout, sys.stderr = stdout, stderr  # mistakes in arguments are printed there
            arguments = _parsed(tuple(self.words(request)))
            arguments.record = request.content.get("record")
            return run_build(arguments, stdout, stderr, lambda *given: self.resident.build(*given).code)
        except ParamsError as error:
            stderr.write(f"codegen worker: {error}\n")
            return Exit.USAGE
        finally:
            sys.stdout, sys.stderr = before
            self._builds = False


@lru_cache(64)
def _parsed(words: tuple[str, ...]) -> Namespace:
    return parse_arguments([*words])


class _Bazel(Worker):
    """Reads requests from standard input in a thread, until it ends."""

    def __init__(self, common: Sequence[str], out: int) -> None:
        super().__init__()
        self._common, self._out, self._fault = common, out, ""

    def serve(self) -> int:
        threading.Thread(target=self._read, daemon=True).start()
        code = super().serve()
        if code or not self._fault:
            return code
        sys.stderr.write(f"codegen worker: {self._fault}\n")
        return Exit.USAGE

    def words(self, request: Request) -> list[str]:
        try:
            os.chdir(request.content.get("sandboxDir") or self.folder)
        except OSError as error:
            raise ParamsError(str(error)) from error
        return ["build", *expanded([*self._common, *request.content.get("arguments", ())])]

    def _read(self) -> None:
        try:
            for content in objects(lambda: os.read(0, CHUNK)):
                request = Request(content, self._respond)
                if not content.get("cancel"):
                    content["requestId"] = request.number
                    self.put(request)
                    continue
                for other in filter(None, [self.current, *self.waiting]):
                    if other.number == request.number:
                        self.cancel(other)
        except (OSError, TypeError, ValueError) as error:
            self._fault = f"standard input is no sequence of work requests in JSON: {error}"
        self.end()

    def _respond(self, response: dict[str, Any]) -> None:
        with suppress(BrokenPipeError):
            data = line(response)
            while data:
                data = data[os.write(self._out, data) :]
