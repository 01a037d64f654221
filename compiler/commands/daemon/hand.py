"""A process of the server: builds one command of one project, again and again, for the clients that ask for it."""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from backends import INSTALLED
from compiler.commands.daemon.messages import ALIVE, BUILD, DONE, GONE, BrokenError, receive, send
from compiler.commands.exit_code import guarded
from compiler.commands.resident import Resident, resident_bytes

if TYPE_CHECKING:
    from argparse import Namespace

BEAT = 1.0
"""Seconds between two signs of life."""
_BUFFER = 1 << 16


class Hand:
    """Builds what it is told to by the server at the other end of a socket, until that is closed."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._resident = Resident()
        self._parsed: dict[tuple[str, ...], Namespace] = {}

    def work(self) -> None:
        """Build until the server has no more to do for this process."""
        signal.signal(signal.SIGALRM, self._beat)
        while True:
            files: list[int] = []
            try:
                kind, job = receive(self._server, files)
            except (OSError, BrokenError):
                return
            if kind != BUILD or len(files) != 2:
                return
            signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)
            try:
                kind, code = self._build(job, files)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            again = not INSTALLED  # files of other packages may change without a change in ours
            with suppress(OSError):
                send(self._server, kind, {"code": code, "bytes": resident_bytes(), "again": again})
            if not again:
                return
            self._resident.collect()

    def _beat(self, *_: object) -> None:
        """Show that this process is alive: a handler of signals runs between two steps of the interpreter."""
        with suppress(OSError):
            send(self._server, ALIVE)

    def _build(self, job: dict[str, Any], files: list[int]) -> tuple[bytes, int]:
        """Build as the client would; returns what to tell, and the exit code."""
        before = sys.stdout, sys.stderr
        streams = []
        try:
            for number, (encoding, errors) in zip(files, job["streams"], strict=True):
                terminal = os.isatty(number)
                streams.append(open(number, "w", _BUFFER if not terminal else 1, encoding, errors))  # noqa: SIM115
            os.environ.clear()
            os.environ.update(job["environment"])
            os.umask(job["umask"])
            os.chdir(job["cwd"])
            sys.stdout, sys.stderr = streams
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                code = guarded(lambda: self._command(job, *streams), *streams)
                for stream in streams:
                    stream.flush()
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            return DONE, code
        except (OSError, KeyboardInterrupt, LookupError, TypeError, ValueError):
            return GONE, 0
        finally:
            sys.stdout, sys.stderr = before
            for stream in streams:
                with suppress(OSError):
                    stream.close()
            os.chdir("/")  # so that nobody is kept from removing the folder

    def _command(self, job: dict[str, Any], stdout: TextIO, stderr: TextIO) -> int:
        from compiler.commands.arguments import parse_arguments
        from compiler.commands.build import run_build

        argv = tuple(job["argv"])
        if argv not in self._parsed:
            self._parsed[argv] = parse_arguments(list(argv))
        arguments = self._parsed[argv]
        arguments.record = job["record"]
        return run_build(arguments, stdout, stderr, lambda *given: self._resident.build(*given).code)
