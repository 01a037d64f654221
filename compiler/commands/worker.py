"""`codegen worker`: builds for Bazel, as a persistent worker that speaks JSON (docs/watch.md).

Bazel starts the worker with `--persistent_worker`, and writes work requests to its standard input, JSON objects one
after the other; the worker answers each with a work response on standard output, where nothing else may appear. Without
that flag the same command line is one build. The arguments are those of `codegen build`. Requests may come before
earlier ones are answered (multiplex): they are built one after the other, and can be cancelled.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler.base.patterns import lazy_pattern
from compiler.commands.arguments import parse_arguments
from compiler.commands.build import run_build
from compiler.commands.exit_code import guarded
from compiler.commands.resident import Resident
from compiler.driver.exit import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from compiler.commands.parsing import Parser

PERSISTENT = "--persistent_worker"
_FILE = lazy_pattern(r"(?:@|--?flagfile=)(.+)", re.DOTALL)
_NESTED = 10
_INTERRUPTED = 128 + signal.SIGINT
_CHUNK = 1 << 16


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
    return _Worker(common, out).serve()


def _build_once(words: Sequence[str]) -> int:
    try:
        return run_build(parse_arguments(["build", *expanded(words)]), sys.stdout, sys.stderr)
    except ParamsError as error:
        sys.stderr.write(f"codegen worker: {error}\n")
        return Exit.USAGE


class _Worker:
    """Reads requests in a thread, and builds in the main one, which alone can be interrupted."""

    def __init__(self, common: Sequence[str], out: int) -> None:
        self._common = common
        self._out = out
        self._resident = Resident()
        self._waiting: deque[dict[str, Any]] = deque()
        self._news = threading.Condition()
        self._ended = False
        self._fault = ""
        self._current: int | None = None
        self._cancelled: set[int] = set()
        self._cancels = False  # a signal that comes next is of a request that was cancelled
        self._builds = False  # and this can be interrupted

    def serve(self) -> int:
        """Answer requests; returns the exit code when there are no more."""
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            while (request := self._next()) is not None:
                self._answer(request)
                self._resident.collect()
        except KeyboardInterrupt:
            return _INTERRUPTED
        if self._fault:
            sys.stderr.write(f"codegen worker: {self._fault}\n")
            return Exit.USAGE
        return Exit.OK

    def _interrupt(self, number: int, _: FrameType | None) -> None:
        if self._cancels:
            self._cancels = False
            if not self._builds:  # it was too late
                return
        raise KeyboardInterrupt

    # ----------------------------------------------------------------------- requests

    def _read(self) -> None:
        """Take requests from standard input, until it ends."""
        try:
            for request in _objects(0):
                request["requestId"] = _id(request)
                with self._news:
                    if request.get("cancel"):
                        self._cancel(_id(request))
                    else:
                        self._waiting.append(request)
                    self._news.notify()
        except (OSError, TypeError, ValueError) as error:
            self._fault = f"standard input is no sequence of work requests in JSON: {error}"
        with self._news:
            self._ended = True
            self._news.notify()

    def _cancel(self, number: int) -> None:
        """Cancel a request; one that was answered already needs no other answer."""
        if number == self._current:
            self._cancelled.add(number)
            self._cancels = True
            os.kill(os.getpid(), signal.SIGINT)
        elif any(_id(request) == number for request in self._waiting):
            self._cancelled.add(number)

    def _next(self) -> dict[str, Any] | None:
        with self._news:
            while not self._waiting:
                if self._ended:
                    return None
                self._news.wait()
            request = self._waiting.popleft()
            self._current = _id(request)
        return request

    # ----------------------------------------------------------------------- responses

    def _answer(self, request: dict[str, Any]) -> None:
        """Build what a request asks for, and respond once."""
        number, began, said = _id(request), time.monotonic(), StringIO()
        before = Path.cwd()
        code = _INTERRUPTED
        if number not in self._cancelled:
            code = guarded(lambda: self._build(request, said), said, said)
        with self._news:
            self._current = None
            cancelled = number in self._cancelled and code == _INTERRUPTED  # else it was too late
            self._cancelled.discard(number)
        os.chdir(before)
        if cancelled:
            self._respond({"requestId": number, "wasCancelled": True})
        else:
            self._respond({"requestId": number, "exitCode": code, "output": said.getvalue()})
        if request.get("verbosity", 0) > 0:
            state = "cancelled" if cancelled else f"exit code {code}"
            inputs = len(request.get("inputs", ()))
            sys.stderr.write(f"request {number}: {inputs} inputs, {state}, {time.monotonic() - began:.3f} s\n")
            sys.stderr.flush()

    def _build(self, request: dict[str, Any], said: StringIO) -> int:
        streams = sys.stdout, sys.stderr
        try:
            self._builds = True
            sys.stdout = sys.stderr = said  # mistakes in arguments are printed there
            if request.get("sandboxDir"):
                os.chdir(request["sandboxDir"])
            arguments = parse_arguments(["build", *expanded([*self._common, *request.get("arguments", ())])])
            return run_build(arguments, said, said, lambda *given: self._resident.build(*given).code)
        except (ParamsError, OSError) as error:
            said.write(f"codegen worker: {error}\n")
            return Exit.USAGE
        finally:
            sys.stdout, sys.stderr = streams
            self._builds = False

    def _respond(self, response: dict[str, Any]) -> None:
        with suppress(BrokenPipeError):
            data = json.dumps(response).encode() + b"\n"
            while data:
                data = data[os.write(self._out, data) :]


def _id(request: dict[str, Any]) -> int:
    return int(request.get("requestId", 0))


def _objects(file: int) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, each as soon as it is complete. Raises `ValueError`."""
    decoder, text, data = json.JSONDecoder(), "", b""
    while True:
        text = text.lstrip()
        try:
            found, end = decoder.raw_decode(text) if text else (None, 0)
        except ValueError:
            if "\n" in text:  # a request is one line
                raise
            found, end = None, 0
        if end:
            text = text[end:]
            if not isinstance(found, dict):
                raise TypeError("an object was expected")
            yield found
            continue
        new = os.read(file, _CHUNK)
        if not new:
            if text or data:
                raise ValueError("it ends in the middle of a request")
            return
        data += new
        try:
            text, data = text + data.decode(), b""
        except UnicodeDecodeError as error:
            if len(data) - error.start >= 4:
                raise
            text, data = text + data[: error.start].decode(), data[error.start :]
