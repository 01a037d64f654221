"""What processes that stay and those who ask them say to each other: objects of JSON, one on each line.

They are the work requests and work responses of Bazel's persistent workers, by pipes (`codegen worker`) and by the
socket of the daemon, where open files come along.
"""

from __future__ import annotations

import array
import json
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any

CHUNK = 1 << 16


def line(content: object) -> bytes:
    """Return a message."""
    return json.dumps(content).encode() + b"\n"


def send(to: socket.socket, content: object, files: Sequence[int] = ()) -> None:
    """Send a message, with open files. Raises `OSError`."""
    data = line(content)
    if files:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        data = data[to.sendmsg([data], rights) :]
    to.sendall(data)


def receive(of: socket.socket, files: list[int]) -> bytes:
    """Receive a piece of messages, and the files that come with it. Raises `OSError`, also after a timeout."""
    data, new, _, _ = socket.recv_fds(of, CHUNK, 8)
    files += new
    return data


def objects(read: Callable[[], bytes]) -> Iterator[dict[str, Any]]:
    """Yield the objects of a text that comes in pieces, each as soon as it is complete. Raises `ValueError`."""
    decoder, text, data = json.JSONDecoder(), "", b""
    while True:
        text = text.lstrip()
        try:
            found, end = decoder.raw_decode(text) if text else (None, 0)
        except ValueError:
            if "\n" in text:  # a message is one line
                raise
            found, end = None, 0
        if end:
            text = text[end:]
            if not isinstance(found, dict):
                raise ValueError("an object was expected")
            yield found
            continue
        new = read()
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
