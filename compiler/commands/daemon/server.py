"""The server of the daemon: gives builds to processes that it forks, one for each project and command.

It imports the compiler before it forks, and never builds itself, so it always answers. Who is not served at once builds
by itself: nothing waits in a queue. It ends when it is idle for long, when the compiler's files change, when its socket
is replaced, and on `codegen daemon stop`; builds that are going on then end first.
"""

from __future__ import annotations

import fcntl
import gc
import os
import selectors
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

from compiler.commands.daemon.address import Address, own_address, own_digest, peer
from compiler.commands.daemon.hand import BEAT, Hand
from compiler.commands.daemon.messages import (
    ALIVE,
    BUILD,
    GONE,
    HELLO,
    SIGNAL,
    STARTED,
    STATUS,
    STOP,
    BrokenError,
    receive,
    send,
)

IDLE = 3600
"""Seconds without a build after which processes end; CODEGEN_DAEMON_IDLE is another number."""
_TICK = 10.0
"""Seconds between two looks at the compiler's files and at the socket; CODEGEN_DAEMON_TICK is another number."""
_MOST = 4
"""Projects that are kept in memory; more, up to twice as many, only while all of them build."""
_BYTES = 2 << 30
"""What all of them may take together; those not used for longest go first."""
_SILENCE = 8.0
"""Seconds after which a process that gives no sign of life while it builds is ended."""
_PATIENCE = 2.0
"""Seconds that a client has to say what it wants."""
_RECURSION = 20_000


class _Process:
    """A process that builds one command of one project, as the server sees it."""

    def __init__(self, pid: int, link: socket.socket, cwd: str, argv: list[str]) -> None:
        self.pid, self.link, self.cwd, self.argv = pid, link, cwd, argv
        self.client: socket.socket | None = None
        self.busy = False
        self.heard = time.monotonic()
        self.builds = 0
        self.bytes = 0


class Server:
    """Listens until there is no reason to."""

    def __init__(self, listening: socket.socket, address: Address) -> None:
        self._listening, self._address = listening, address
        self._inode = os.stat(address.socket).st_ino
        self._selector = selectors.DefaultSelector()
        self._selector.register(listening, selectors.EVENT_READ, self._accept)
        self._processes: dict[tuple[str, ...], _Process] = {}
        self._idle = float(os.environ.get("CODEGEN_DAEMON_IDLE", "") or IDLE)
        self._tick = float(os.environ.get("CODEGEN_DAEMON_TICK", "") or _TICK)
        self._began = self._used = self._looked = time.monotonic()
        self._builds = 0
        self._ending = False

    def serve(self) -> None:
        """Serve; returns when all is over."""
        while not (self._ending and not any(process.busy for process in self._processes.values())):
            busy = any(process.busy for process in self._processes.values())
            for ready, _ in self._selector.select(BEAT if busy else min(self._tick, self._idle)):
                ready.data(ready.fileobj)
            self._look_after_builds()
            self._look_around()
        for key in [*self._processes]:
            self._end(key)

    # ----------------------------------------------------------------------- clients

    def _accept(self, _: object) -> None:
        connection, _peer = self._listening.accept()
        connection.settimeout(_PATIENCE)
        if peer(connection)[1] != os.getuid():
            connection.close()
            return
        files: list[int] = []
        try:
            send(connection, HELLO, {"digest": self._address.digest, "pid": os.getpid()})
            kind, content = receive(connection, files)
            if kind == BUILD and len(files) == 2:
                self._build(connection, content, files)
                return
            if kind in (STATUS, STOP):
                send(connection, kind, self._status())
                if kind == STOP:
                    self._stop()
        except (OSError, BrokenError, KeyError, TypeError):  # who only looked, or is no client of ours
            pass
        finally:
            for number in files:
                os.close(number)
        connection.close()

    def _build(self, client: socket.socket, job: dict[str, Any], files: list[int]) -> None:
        """Give a build to its process; who cannot be served at once is told so."""
        key = (job["cwd"], *job["argv"])
        self._used = time.monotonic()
        process = self._processes.get(key) or self._fork_process(key)
        if process is None or process.busy or self._ending:
            send(client, GONE)
            client.close()
            return
        try:
            send(process.link, BUILD, job, files)
        except OSError:
            self._end(key)
            send(client, GONE)
            client.close()
            return
        process.client, process.busy, process.heard = client, True, time.monotonic()
        send(client, STARTED, process.pid)
        self._selector.register(client, selectors.EVENT_READ, lambda _: self._hear_client(process))

    def _hear_client(self, process: _Process) -> None:
        """Hand on a signal; a client that is gone counts as Ctrl-C."""
        client = process.client
        if client is None:
            return
        try:
            kind, number = receive(client)
            known = kind == SIGNAL and number in {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        except (OSError, BrokenError):
            known, number = False, signal.SIGINT
        if not known:
            self._leave(process)
            number = signal.SIGINT
        if process.busy:
            with suppress(OSError):
                os.kill(process.pid, number)

    def _leave(self, process: _Process, kind: bytes | None = None, content: object = None) -> None:
        """Close the connection with a client, after a last word."""
        client, process.client = process.client, None
        if client is None:
            return
        self._selector.unregister(client)
        with client, suppress(OSError):
            if kind is not None:
                send(client, kind, content)

    def _status(self) -> dict[str, Any]:
        now = time.monotonic()
        hands = [
            {
                "cwd": process.cwd, "argv": process.argv, "builds": process.builds, "bytes": process.bytes,
                "busy": process.busy, "idle": now - process.heard, "pid": process.pid,
            }
            for process in self._processes.values()
        ]  # fmt: skip
        told = {"pid": os.getpid(), "digest": self._address.digest, "seconds": now - self._began}
        return {**told, "builds": self._builds, "hands": hands}

    # ----------------------------------------------------------------------- processes

    def _fork_process(self, key: tuple[str, ...]) -> _Process | None:
        """Fork a process for a project and command; None if there are too many."""
        idle = [other for other, process in self._processes.items() if not process.busy]
        if len(self._processes) >= _MOST and idle:
            self._end(idle[0])
        if len(self._processes) >= 2 * _MOST:
            return None
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            _become_hand(theirs)
        theirs.close()
        ours.settimeout(_PATIENCE)
        process = self._processes[key] = _Process(pid, ours, key[0], [*key[1:]])
        self._selector.register(ours, selectors.EVENT_READ, lambda _: self._hear_process(key))
        return process

    def _hear_process(self, key: tuple[str, ...]) -> None:
        process = self._processes[key]
        try:
            kind, content = receive(process.link)
        except (OSError, BrokenError):  # it was killed
            self._end(key)
            return
        process.heard = time.monotonic()
        if kind == ALIVE:
            if process.client is not None:
                with suppress(OSError):
                    send(process.client, ALIVE)
            return
        self._used = process.heard
        self._builds += 1
        process.busy = False
        process.builds += 1
        process.bytes = content["bytes"]
        self._leave(process, kind, content["code"])
        self._processes[key] = self._processes.pop(key)  # the last used comes last
        if not content["again"]:
            self._end(key)
        for other in [key for key, one in self._processes.items() if not one.busy]:
            if sum(one.bytes for one in self._processes.values()) > _BYTES:
                self._end(other)

    def _end(self, key: tuple[str, ...]) -> None:
        """End a process; its client builds by itself."""
        process = self._processes.pop(key)
        self._selector.unregister(process.link)
        process.link.close()
        with suppress(OSError):
            os.kill(process.pid, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(process.pid, 0)
        self._leave(process, GONE)

    # ----------------------------------------------------------------------- the end

    def _look_after_builds(self) -> None:
        """End processes that hang, and those that nobody has used for long."""
        now = time.monotonic()
        for key, process in [*self._processes.items()]:
            if now - process.heard > (_SILENCE if process.busy else self._idle):
                self._end(key)

    def _look_around(self) -> None:
        """Find out whether this server is still wanted."""
        now = time.monotonic()
        if now - self._used > self._idle and not self._processes:
            self._stop()
        if now - self._looked < self._tick or self._ending:
            return
        self._looked = now
        try:
            there = os.stat(self._address.socket).st_ino == self._inode and own_digest() == self._address.digest
        except OSError:
            there = False
        if not there:
            self._stop()

    def _stop(self) -> None:
        """Listen no more."""
        if self._ending:
            return
        self._ending = True
        self._selector.unregister(self._listening)
        self._listening.close()
        with suppress(OSError):
            if os.stat(self._address.socket).st_ino == self._inode:
                os.unlink(self._address.socket)


def _become_hand(link: socket.socket) -> NoReturn:
    """Go on as a process that builds, without anything of the server's, its clients' and its lock's.

    Their objects stay where they are, since the callers of this never go on.
    """
    try:
        os.closerange(3, link.fileno())
        os.closerange(link.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        Hand(link).work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


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
    _preload()
    if own_digest() == address.digest:  # else files changed while they were imported
        Server(listening, address).serve()
    else:
        os.unlink(address.socket)


def _preload() -> None:
    """Import what builds need, so that processes begin with it."""
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
