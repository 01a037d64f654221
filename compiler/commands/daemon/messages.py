"""What client, server and the server's processes say to each other: a kind of one byte, then JSON with its length."""

from __future__ import annotations

import array
import json
import socket
from collections.abc import Sequence
from typing import Any

_MOST = 1 << 24
"""Bytes of a message; an environment has a few kB."""
_WORD = 4
_HEAD = 1 + _WORD

HELLO, BUILD, STATUS, STOP, SIGNAL = b"H", b"B", b"?", b"E", b"S"
"""Of the server when it is called; of clients."""
STARTED, ALIVE, DONE, GONE = b"s", b"a", b"d", b"g"
"""Of a build: its process has it; it goes on; it ended; it was not done, and the client does it."""


class BrokenError(Exception):
    """The other end is gone, or says what no other end of ours would."""


def send(to: socket.socket, kind: bytes, content: object = None, files: Sequence[int] = ()) -> None:
    """Send a message, with open files. Raises `OSError`."""
    data = json.dumps(content).encode()
    head = kind + len(data).to_bytes(_WORD, "big")
    if files:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        sent = to.sendmsg([head], rights)
        head = head[sent:]
    to.sendall(head + data)


def receive(of: socket.socket, files: list[int] | None = None) -> tuple[bytes, Any]:
    """Receive a message, and the files that come with it. Raises `BrokenError`, or `OSError` after a timeout."""
    head = _receive(of, _HEAD, files)
    size = int.from_bytes(head[1:], "big")
    if size > _MOST:
        raise BrokenError
    try:
        return head[:1], json.loads(_receive(of, size))
    except ValueError as error:
        raise BrokenError from error


def _receive(of: socket.socket, size: int, files: list[int] | None = None) -> bytes:
    found = b""
    while len(found) < size:
        if files is None:
            data = of.recv(size - len(found))
        else:
            data, new, _, _ = socket.recv_fds(of, size - len(found), 8)
            files += new
        if not data:
            raise BrokenError
        found += data
    return found
