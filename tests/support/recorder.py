"""A recording server: records its requests, byte for byte, and sends the responses that a test scripted.

It checks nothing and does not know OpenAPI, so that a test compares the actual bytes on the wire::

    with Recorder() as recorder:
        recorder.script(Reply(body=b"{}"))
        ...  # one request to recorder.origin
    assert recorder.requests[0].target == "/things?limit=15"
"""

from __future__ import annotations

import select
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NET = 300.0
"""Seconds after which what is waited for does not come: far beyond what a busy machine takes."""


def wait_for(found: Callable[[], object], within: float = NET) -> None:
    """Wait until there is something, looked for again and again.

    Raises:
        TimeoutError: there is nothing after so many seconds.
    """
    end = time.monotonic() + within
    while not found():
        if time.monotonic() > end:
            raise TimeoutError("it does not come")
        time.sleep(0.005)


@dataclass(frozen=True)
class Recorded:
    """One request: method, target as it stood in the request line, header fields in their order, body."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """The value of a header field, None where it was not sent; several fields are joined by a comma."""
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(values) if values else None


@dataclass(frozen=True)
class Reply:
    """An answer. ``Content-Length`` is added; ``drop`` closes the connection instead of answering, ``delay`` waits
    before it does (seconds), ``until`` for somebody to say so, ``cut`` closes it before the body's last bytes, ``hang``
    seconds later. Nothing waits for a client that is gone: what is to outlast its patience may take minutes."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    drop: bool = False
    delay: float = 0
    cut: int = 0
    hang: float = 0
    until: threading.Event | None = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that goes away is none of the server's business."""


class Recorder:
    """The server, on a free port of the loopback interface while the ``with`` block runs.

    A request that no reply is left for is answered with 599 and recorded all the same.
    """

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self._replies: deque[Reply] = deque()
        self._http = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Recorder:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def script(self, *replies: Reply) -> None:
        """Forget everything, then answer the next requests with these replies, in their order."""
        self.requests.clear()
        self._replies = deque(replies)

    def take(self, request: Recorded) -> Reply:
        """Record a request and hand out the next reply."""
        self.requests.append(request)
        return self._replies.popleft() if self._replies else Reply(599)


def _utf8(text: str) -> str:
    """Read a header's value, which http.server reads as Latin-1, as UTF-8."""
    return text.encode("latin-1").decode("utf-8", "replace")


def _handler(recorder: Recorder) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def answer(self) -> None:
            headers = tuple((name, _utf8(str(value))) for name, value in self.headers.items())
            reply = recorder.take(Recorded(self.command, self.path, headers, self._body()))
            self._wait(reply.delay)
            if reply.until is not None:
                reply.until.wait(NET)
            if reply.drop:
                self.close_connection = True
                return
            self.send_response_only(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.status != 204:
                self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if reply.cut:
                self.close_connection = True
            if self.command != "HEAD":
                self.wfile.write(reply.body[: len(reply.body) - reply.cut])
                self._wait(reply.hang)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer  # noqa: N815

        def _wait(self, seconds: float) -> None:
            if seconds:
                select.select([self.connection], [], [], seconds)  # what can be read is the client's end

        def _body(self) -> bytes:
            if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
                return b"".join(self._chunks())
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def _chunks(self) -> list[bytes]:
            chunks = []
            while size := int(self.rfile.readline(), 16):
                chunks.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return chunks

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    return Handler
