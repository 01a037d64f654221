"""A server with the faults of the table of cases: it works below HTTP, since most of its responses are not valid HTTP.

The first segment of a request's path is the number of its case; the server sends the case's next response, at either
of its two origins, and records the requests.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import select
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from typing import Any, BinaryIO
from urllib.parse import parse_qs, urlsplit

Answer = Mapping[str, Any]
NOTHING_LEFT = {"status": 599, "text": "nothing is left to say"}
RESET = struct.pack("ii", 1, 0)
"""Linger for no time: the connection is reset and not closed."""


@dataclass(frozen=True)
class Asked:
    """One request: its headers by lower-case name; ``other``: at the other origin."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes
    other: bool


@dataclass
class Script:
    """What one case answers, and what it was asked so far."""

    answers: Sequence[Answer]
    asked: list[Asked] = field(default_factory=list)

    def take(self, request: Asked) -> Answer | None:
        """Keep a request and give its answer; None where the case expects no more requests."""
        self.asked.append(request)
        number = len(self.asked) - 1
        if number < len(self.answers):
            return self.answers[number]
        return self.answers[-1] if self.answers and self.answers[-1].get("forever") else None


class FaultServer:
    """Two origins on the loopback interface while the ``with`` block runs."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self.scripts = scripts
        self._listeners = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(2)]

    @property
    def origins(self) -> tuple[str, str]:
        """The API's origin, and the other one."""
        here, there = (f"http://127.0.0.1:{item.getsockname()[1]}" for item in self._listeners)
        return here, there

    def __enter__(self) -> FaultServer:
        for number, listener in enumerate(self._listeners):
            threading.Thread(target=self._accept, args=(listener, bool(number)), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for listener in self._listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def _accept(self, listener: socket.socket, other: bool) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection, other), daemon=True).start()

    def _serve(self, connection: socket.socket, other: bool) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError, ValueError), connection, connection.makefile("rb") as source:
            while (request := read_request(source, other)) is not None:
                answer = self.scripts[number_of(request)].take(request) or NOTHING_LEFT
                if not self._answer(connection, request, answer):
                    return

    def _answer(self, connection: socket.socket, request: Asked, answer: Answer) -> bool:
        """Write an answer; tells whether the connection goes on."""
        time.sleep(answer.get("delay", 0))
        for piece, pause in self._pieces(request, answer):
            connection.sendall(piece)
            time.sleep(pause)
        end = answer.get("end")
        if end == "reset":
            time.sleep(0.02)  # what was sent should arrive before the reset
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        if end == "hang":
            select.select([connection], [], [], 300)  # until the client goes
        return end is None

    def _pieces(self, request: Asked, answer: Answer) -> Iterator[tuple[bytes, float]]:
        if "raw" in answer:
            yield from paced(b"", answer["raw"].encode("latin-1"), answer.get("pace"))
        elif not answer.keys() <= {"end", "delay", "forever"}:
            head, body = self._message(request, answer)
            yield from paced(head, body, answer.get("pace"))

    def _message(self, request: Asked, answer: Answer) -> tuple[bytes, bytes]:
        kind, body = self._body(request, answer)
        headers = {"Content-Type": kind} | answer.get("headers", {})
        if "end" in answer and "gzip" in answer:  # a whole message: no other case may be given this connection
            headers["Connection"] = "close"
        if "gzip" in answer:
            body, headers["Content-Encoding"] = gzip.compress(body), "gzip"
        if "cut" in answer and "gzip" in answer:  # the message is whole, what it holds is not
            body = body[: answer["cut"]]
        if answer.get("chunked"):
            headers["Transfer-Encoding"] = "chunked"
            body = b"%x\r\n%s\r\n" % (len(body), body) + (b"" if answer.get("end") else b"0\r\n\r\n")
        elif "end" not in answer or "cut" in answer:
            headers["Content-Length"] = str(len(body))
        if "cut" in answer and "gzip" not in answer:
            body = body[: answer["cut"]]
        lines = [
            f"HTTP/1.1 {answer.get('status', 200)} {phrase(answer.get('status', 200))}",
            *(f"{k}: {v}" for k, v in headers.items() if v is not None),
        ]
        return self.filled("\r\n".join([*lines, "", ""]), request).encode("latin-1"), body

    def _body(self, request: Asked, answer: Answer) -> tuple[str, bytes]:
        """The media type and the bytes; what is written has the origins in it."""
        if "count" in answer:
            return "application/json", numbered_page(request.target, answer["count"])
        if "json" in answer:
            return "application/json", self.filled(json.dumps(answer["json"]), request).encode()
        if "nested" in answer:
            return "application/json", b"[" * answer["nested"] + b"]" * answer["nested"]
        if "hex" in answer:
            return "application/json", bytes.fromhex(answer["hex"])
        return "text/plain", self.filled(answer.get("text", ""), request).encode()

    def filled(self, text: str, request: Asked) -> str:
        """A text with the origins and times of this run."""
        here, there = self.origins
        text = text.replace("{other_host}", there.removeprefix("http://"))
        text = text.replace("{origin}", here).replace("{other}", there).replace("{case}", str(number_of(request)))
        for name in ("authorization", "cookie", "x-secret"):
            text = text.replace(f"{{{name}}}", request.headers.get(name, ""))
        text = text.replace("{target}", request.target)
        return text.replace("{soon}", formatdate(time.time() + 2, usegmt=True))


def phrase(status: int) -> str:
    """What a status is called."""
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else "So"


def read_request(source: BinaryIO, other: bool) -> Asked | None:
    """The next request of a connection; None at its end."""
    line = source.readline()
    if not line:
        return None
    method, target, _ = line.decode("latin-1").split(" ")
    headers = {}
    while (text := source.readline().decode("latin-1").strip()) != "":
        name, _, value = text.partition(":")
        headers[name.lower()] = value.strip()
    return Asked(method, target, headers, _request_body(source, headers), other)


def _request_body(source: BinaryIO, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return source.read(int(headers.get("content-length", 0)))
    pieces = []
    while size := int(source.readline(), 16):
        pieces.append(source.read(size))
        source.readline()
    source.readline()
    return b"".join(pieces)


def number_of(request: Asked) -> int:
    """The case that a request belongs to."""
    return int(request.target.split("/")[1])


def numbered_page(target: str, count: int) -> bytes:
    """A page with one item of `count`: the cursor is the item's number."""
    number = int(parse_qs(urlsplit(target).query).get("cursor", ["0"])[0])
    following = str(number + 1) if number + 1 < count else None
    return json.dumps({"data": [{"id": str(number)}], "next": following}).encode()


def paced(head: bytes, body: bytes, pace: Sequence[float] | None) -> Iterator[tuple[bytes, float]]:
    """The message at once, or its body in pieces of a size with pauses between them."""
    if pace is None:
        yield head + body, 0
        return
    size, pause = int(pace[0]), pace[1]
    yield head, pause
    for start in range(0, len(body), size):
        yield body[start : start + size], pause
