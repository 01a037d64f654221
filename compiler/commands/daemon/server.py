"""The server of the daemon: a worker whose requests come by a socket, each with the output streams of its client.

It builds one thing at a time; who is not served at once builds by itself: nothing waits in a queue. It ends when it is
idle for long, takes too much memory, when the compiler's files change, when its socket is replaced, and on `codegen
daemon stop`; a build that is going on then ends first.
"""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import socket
import sys
import threading
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from backends import INSTALLED
from compiler.base.children import keep_from_children
from compiler.commands.daemon.address import Address, own_address, own_digest, peer
from compiler.commands.resident import resident_bytes
from compiler.commands.work_messages import objects, receive, send
from compiler.commands.worker import Request, Worker
from compiler.output.interrupts import ENDING

if TYPE_CHECKING:
    from typing import TextIO

_IDLE = 3600
"""Seconds without a build after which the server ends; CODEGEN_DAEMON_IDLE is another number."""
_TICK = 10.0
"""Seconds between two looks at the compiler's files and at the socket; CODEGEN_DAEMON_TICK is another number."""
_BEAT = 1.0
"""Seconds between two signs of life."""
_BYTES = 2 << 30
"""What it may take: past that it ends, and the next build starts another one."""
_LISTED = 8
"""Commands that its status names."""
_BUFFER = 1 << 16
_RECURSION = 20_000


class Server(Worker):
    """Listens until there is no reason to."""

    forced = (signal.SIGINT, *ENDING)

    def __init__(self, listening: socket.socket, address: Address) -> None:
        super().__init__()
        self._listening, self._address = listening, address
        self._inode = os.stat(address.socket).st_ino
        self._idle = float(os.environ.get("CODEGEN_DAEMON_IDLE", "") or _IDLE)
        self.tick = min(float(os.environ.get("CODEGEN_DAEMON_TICK", "") or _TICK), self._idle)
        self._began = self._used = time.monotonic()
        self._built = 0
        self._commands: dict[tuple[str, ...], None] = {}

    def serve(self) -> int:
        """Serve; returns when all is over."""
        signal.signal(signal.SIGALRM, self._beat)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            return super().serve()
        finally:
            self.end()

    def end(self) -> None:
        """Listen no more."""
        with suppress(OSError):
            if os.stat(self._address.socket).st_ino == self._inode:
                os.unlink(self._address.socket)
        super().end()

    def is_wanted(self) -> bool:
        """Whether somebody has built of late, and clients can find this server, whose files are what it runs."""
        try:
            there = os.stat(self._address.socket).st_ino == self._inode and own_digest() == self._address.digest
        except OSError:
            there = False
        return there and time.monotonic() - self._used <= self._idle

    # ----------------------------------------------------------------------- clients

    def _listen(self) -> None:
        while True:
            connection, _ = self._listening.accept()
            threading.Thread(target=self._hear, args=(connection,), daemon=True).start()

    def _hear(self, connection: socket.socket) -> None:
        """Serve a client until it is gone, which counts as Ctrl-C."""
        files: list[int] = []
        request = None

        def respond(content: dict[str, Any]) -> None:
            send(connection, {"refused": True} if self.signalled else content)

        with connection, suppress(OSError, LookupError, ValueError, TypeError):
            if peer(connection)[1] != os.getuid():
                return
            respond({"digest": self._address.digest})
            for said in objects(lambda: receive(connection, files)):
                if said.get("cancel"):
                    number = int(said["signal"])
                    if request is not None and number in {signal.SIGINT, *ENDING}:
                        self.cancel(request, number)
                elif "arguments" in said:
                    request = Request(said, respond, [*files])
                    if self.put(request, at_once=True):
                        files.clear()
                    else:
                        respond({"refused": True})
                else:
                    respond(self._status())
                    if said.get("stop"):
                        self.end()
            if request is not None:
                self.cancel(request)
        for number in files:
            os.close(number)

    def _status(self) -> dict[str, Any]:
        now = time.monotonic()
        return {
            "pid": os.getpid(), "digest": self._address.digest, "seconds": now - self._began, "builds": self._built,
            "bytes": resident_bytes(), "busy": self.current is not None, "idle": now - self._used,
            "commands": [*self._commands],
        }  # fmt: skip

    # ----------------------------------------------------------------------- builds

    def words(self, request: Request) -> list[str]:
        """Return the command of a client, as it was given."""
        return list(request.content["arguments"])

    def answer(self, request: Request, *streams: TextIO) -> None:
        """Build as the client would: with its streams, environment, file mask and working folder."""
        job = request.content
        try:
            with ExitStack() as stack:
                for number, (encoding, errors) in zip(request.files, job["streams"], strict=True):
                    size = 1 if os.isatty(number) else _BUFFER
                    stream = stack.enter_context(open(number, "w", size, encoding, errors))
                    streams = (*streams, stream)
                os.environ.clear()
                os.environ.update(job["environment"])
                os.umask(job["umask"])
                os.chdir(job["sandboxDir"])
                key = (job["sandboxDir"], *job["arguments"])
                self._commands.pop(key, None)
                self._commands = dict.fromkeys([*self._commands, key][-_LISTED:])
                signal.setitimer(signal.ITIMER_REAL, _BEAT, _BEAT)
                super().answer(request, *streams)
        except (OSError, LookupError, TypeError, ValueError):
            with suppress(OSError):
                request.respond({"refused": True})
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.chdir(self.folder)  # so that nobody is kept from removing the client's
            self.current = None
        self._used = time.monotonic()
        self._built += 1
        if INSTALLED or resident_bytes() > _BYTES:  # files of other packages may change without a change in ours
            self.end()

    def _beat(self, *_: object) -> None:
        """Show that this process is alive: a handler of signals runs between two steps of the interpreter."""
        request = self.current
        if request is not None:
            with suppress(OSError):
                request.respond({"alive": True})


def main(ready: int) -> None:
    """Serve the clients of this compiler; tells ``ready`` as soon as they may connect."""
    address = own_address()
    lock = os.open(address.lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another client has just started one
        os.write(ready, b"+")
        return
    os.ftruncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    with suppress(FileNotFoundError):
        os.unlink(address.socket)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(address.socket)
    os.chmod(address.socket, 0o600)
    listening.listen(64)
    os.write(ready, b"+")
    os.close(ready)
    for number in (lock, listening.fileno()):
        keep_from_children(number)
    _preload()
    if own_digest() == address.digest:  # else files changed while they were imported
        Server(listening, address).serve()
    else:
        os.unlink(address.socket)
    os._exit(0)


def _preload() -> None:
    """Import what builds need, so that the first one begins with it."""
    from backends import BACKENDS, load_backend
    from compiler.commands import arguments, build
    from passes import PIPELINE, TARGET_PIPELINE

    for target in BACKENDS:
        load_backend(target)
    for step in (*PIPELINE, *TARGET_PIPELINE):
        step.load()
    sys.setrecursionlimit(_RECURSION)
    gc.disable()
    del arguments, build
