"""Where the server of a compiler listens, and whether what is there can be trusted.

The socket is in a folder that only its user can enter. Its name is a digest of the compiler's files and of the Python
that runs them, so that a client never meets the server of another version.
"""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import struct
import sys
from typing import NamedTuple

from compiler.driver.build_record import cache_folder, compiler_digest

_LONGEST = 100
"""The most bytes of a socket's path; systems allow 104 or 108."""
SUFFIX = ".socket"


class NoDaemonError(Exception):
    """There can be no daemon here; the text says why."""


class Address(NamedTuple):
    """Where a server listens. It holds the lock of the file `lock`, which has its process id, as long as it runs."""

    digest: str
    socket: str
    lock: str
    log: str

    def holder(self) -> int:
        """Return the process id of the last server that had this address; 0: there was none."""
        try:
            with open(self.lock, "rb") as file:
                return int(file.read(20))
        except (OSError, ValueError):
            return 0


def is_possible() -> bool:
    """Whether the system has what a daemon takes: sockets that carry open files, and fork."""
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds") and hasattr(os, "fork")


def own_address() -> Address:
    """Return the address of the server of this compiler, this Python and this user.

    Raises:
        NoDaemonError: there is no folder for it.
    """
    folder, digest = runtime_folder(), own_digest()
    name = os.path.join(folder, digest[:20])
    return Address(digest, name + SUFFIX, name + ".lock", name + ".log")


def own_digest() -> str:
    """Return a digest of the compiler's files, of Python, and of what decides which modules it imports."""
    known = (compiler_digest(), os.path.abspath(__file__), sys.executable, sys.prefix, tuple(sys.flags))
    found = repr((*known, os.environ.get("PYTHONPATH")))
    return hashlib.sha256(found.encode("utf-8", "replace")).hexdigest()


def runtime_folder() -> str:
    """Return the folder of sockets, made if need be, into which nobody else can put one.

    Raises:
        NoDaemonError: there is none, or it belongs to somebody else or lets others in.
    """
    if not is_possible():
        raise NoDaemonError("this system has no Unix sockets")
    base = os.environ.get("XDG_RUNTIME_DIR") or cache_folder()
    if base is None:
        raise NoDaemonError("there is no folder for its socket: set XDG_RUNTIME_DIR")
    folder = os.path.join(os.path.abspath(base), "codegen-daemon")
    if len(os.fsencode(folder)) + 30 > _LONGEST:
        short = hashlib.sha256(os.fsencode(folder)).hexdigest()[:8]
        folder = os.path.join("/tmp", f"codegen-{os.getuid()}-{short}")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.lstat(folder)
    except OSError as error:
        raise NoDaemonError(f"{folder}: {(error.strerror or str(error)).lower()}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise NoDaemonError(f"{folder} must be a folder of yours that nobody else can enter (mode 700)")
    return folder


def connect(path: str, seconds: float) -> tuple[socket.socket, int] | None:
    """Connect to the server behind a socket; None if there is none, or one of another user.

    Returns:
        the connection, whose operations end after so many seconds, and the process id of the server (0: not known).
    """
    try:
        found = os.lstat(path)
        if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.getuid():
            return None
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    except OSError:
        return None
    try:
        connection.settimeout(seconds)
        connection.connect(path)
        pid, uid = peer(connection)
    except OSError:
        connection.close()
        return None
    if uid != os.getuid():
        connection.close()
        return None
    return connection, pid


def peer(connection: socket.socket) -> tuple[int, int]:
    """Return process id and user id of the other end; where the system does not tell, the folder vouches for it."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return 0, os.getuid()
    pid, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i")))
    return pid, uid
