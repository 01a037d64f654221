"""The client of the daemon: hands a build to the server of its compiler, which it starts if there is none.

Nothing heavy is imported. Where no server answers as it should, the build is done in this process, as it is without
`--daemon`: `ask` returns None then.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TextIO

from compiler.commands.daemon.address import Address, NoDaemonError, connect, own_address
from compiler.commands.work_messages import objects, receive, send

SILENCE = 10.0
"""Seconds after which a server that says nothing counts as hanging; one that builds speaks every second."""
_START = 10.0
"""Seconds that a new server has to listen."""
_ENDING = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
_SERVER = "import sys; sys.path.insert(0, {root!r}); from compiler.commands.daemon.server import main; main({ready})"


def ask(argv: Sequence[str], record: str | None, stdout: TextIO, stderr: TextIO) -> int | None:
    """Let the daemon build; returns the exit code, or None if it did not."""
    try:
        files = [stdout.fileno(), stderr.fileno()]
        stdout.flush()
        stderr.flush()
    except (OSError, ValueError):  # streams of a test
        return None
    try:
        return _Call(own_address()).build(_request(argv, record, stdout, stderr), files)
    except NoDaemonError as error:
        if "-q" not in argv and "--quiet" not in argv:
            stderr.write(f"codegen build: no daemon: {error}; building without it\n")
        return None


def _request(argv: Sequence[str], record: str | None, stdout: TextIO, stderr: TextIO) -> dict[str, object]:
    try:
        folder = os.getcwd()
    except OSError as error:
        raise NoDaemonError("the working folder is gone") from error
    mask = os.umask(0)
    os.umask(mask)
    return {
        "arguments": list(argv),
        "sandboxDir": folder,
        "environment": dict(os.environ),
        "umask": mask,
        "record": record,
        "streams": [[stream.encoding, stream.errors] for stream in (stdout, stderr)],
    }


class _InsistedError(Exception):
    """This process got another signal that ends it."""


class _Call:
    """One build by a server."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._said: Iterator[dict[str, Any]] = iter(())
        self._server = 0
        self._signalled = 0

    def build(self, request: dict[str, object], files: list[int]) -> int | None:
        """Return the exit code; None if the build was not done.

        Raises:
            NoDaemonError: no server can be started.
        """
        connection = self._connect() or self._started()
        if connection is None:
            return None
        with connection, self._handing_on_signals(connection):
            try:
                send(connection, request, files)
                for said in self._said:
                    if "exitCode" in said:
                        return int(said["exitCode"])
                    if not said.get("alive"):
                        break
            except _InsistedError:
                pass
            except TimeoutError:
                self._end_hanging()
            except (OSError, ValueError):
                pass
            return 128 + self._signalled if self._signalled else None

    def _connect(self) -> socket.socket | None:
        """Return a connection with a server that proves to be the one of this compiler."""
        found = connect(self._address.socket, SILENCE)
        if found is None:
            return None
        connection, pid = found
        self._server = pid if pid == self._address.holder() else 0
        self._said = objects(lambda: receive(connection, []))
        try:
            if next(self._said, {}).get("digest") == self._address.digest:
                return connection
        except TimeoutError:
            self._end_hanging()
        except (OSError, ValueError):
            pass
        connection.close()
        return None

    def _started(self) -> socket.socket | None:
        """Start a server, and return a connection with it, or with one that another client has just started."""
        import select
        import subprocess

        ready, told = os.pipe()
        try:
            with open(self._address.log, "wb") as log:
                subprocess.Popen(
                    [sys.executable, "-c", _SERVER.format(root=_ROOT, ready=told)],
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", pass_fds=[told], start_new_session=True,
                )  # fmt: skip
        except OSError as error:
            os.close(ready)
            raise NoDaemonError(f"it cannot be started: {error.strerror or error}") from error
        finally:
            os.close(told)
        with open(ready, "rb", buffering=0):
            readable, _, _ = select.select([ready], [], [], _START)
            if not readable or not os.read(ready, 1):
                raise NoDaemonError(f"it did not start; {self._address.log} may say why")
        return self._connect()

    @contextmanager
    def _handing_on_signals(self, connection: socket.socket) -> Iterator[None]:
        """Let the build end by the signals that would end this process, unless they are ignored, as by `nohup`."""

        def hand_on(number: int, _: FrameType | None) -> None:
            if self._signalled:  # who insists does not want to wait
                raise _InsistedError
            self._signalled = number
            with suppress(OSError):
                send(connection, {"cancel": True, "signal": number})

        before = {}
        for number in (signal.SIGINT, *_ENDING):
            if signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, hand_on)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end_hanging(self) -> None:
        """End a process of ours that would keep the output folder from everybody else."""
        if self._server > 1:
            with suppress(OSError):
                os.kill(self._server, signal.SIGKILL)
        time.sleep(0.05)
