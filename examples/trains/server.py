"""An embedded server for openapi.yaml: standard library only, loopback only, everything in memory.

It checks credentials, parses multipart bodies as a real server would, sends the webhooks and callbacks that the
document declares, and records the requests that it receives::

    with TrainServer() as server:
        ...  # a client of server.url; then look at server.requests

``python server.py`` runs it until it is interrupted, and prints its URL.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
import urllib.request
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from messages import ROUTES, Reply, Request, problem
from operations import ACCOUNT, World

TOKEN = "demo-token"
API_KEY = "demo-key"
PASSWORD = "lovelace"
SECRET = "whsec-demo"


def signature(body: bytes, timestamp: int, secret: str = SECRET) -> str:
    """The value of Trains-Signature, as `x-codegen-webhooks` declares it."""
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"


def _deliver(url: str, payload: Any) -> None:
    """Send an event: JSON is a signed webhook, text is a callback."""
    text = isinstance(payload, str)
    body = payload.encode() if text else json.dumps(payload).encode()
    headers = {"Content-Type": "text/plain" if text else "application/json"}
    if not text:
        headers["Trains-Signature"] = signature(body, int(time.time()))
    try:
        urllib.request.urlopen(urllib.request.Request(url, body, headers, method="POST"), timeout=10).close()
    except OSError as error:  # URLError, or a receiver that has gone
        print(f"an event was not heard: {error}")


def _allowed(request: Request, auth: str) -> bool:
    given = request.headers.get("Authorization", "")
    key = request.headers.get("X-API-Key") == API_KEY
    basic = given == f"Basic {b64encode(f'{ACCOUNT}:{PASSWORD}'.encode()).decode()}"
    return {"none": True, "key": key, "basic": basic, "either": key or given == f"Bearer {TOKEN}"}[auth]


class TrainServer:
    """The server, on a free port of the loopback interface while the ``with`` block runs."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._senders: list[threading.Thread] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self.world = World(self.url, self.push)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL that clients take."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> TrainServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.drain()
        self._http.shutdown()
        self._http.server_close()

    def push(self, urls: list[str], payload: Any) -> None:
        """Send an event to each URL, without keeping the caller waiting."""
        for url in urls:
            sender = threading.Thread(target=_deliver, args=(url, payload), daemon=True)
            self._senders.append(sender)
            sender.start()

    def drain(self) -> None:
        """Wait until every event is delivered."""
        while self._senders:
            self._senders.pop().join(10)

    def answer(self, request: Request) -> Reply:
        self.requests.append(request)
        for method, pattern, auth, handler in ROUTES:
            match = pattern.match(request.path)
            if match and method == request.method:
                if not _allowed(request, auth):
                    return problem(401, "Who are you")
                return handler(self.world, request, *map(unquote, match.groups()))
        return problem(404, f"Nothing at {request.method} {request.path}")


def _handler_of(server: TrainServer) -> type[BaseHTTPRequestHandler]:
    class TrainHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def serve(self) -> None:
            reply = server.answer(Request(self.command, self.path, self.headers, self._body()))
            kind, data = reply.encoded()
            self.send_response(reply.status)
            for name, value in {"Content-Type": kind, **reply.headers}.items():
                self.send_header(name, value)
            if reply.status != 204:
                self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do_DELETE = serve  # noqa: N815 (the names that http.server calls)

        def _body(self) -> bytes:
            if "chunked" in self.headers.get("Transfer-Encoding", ""):
                return self._chunks()
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def _chunks(self) -> bytes:
            data = b""
            while size := int(self.rfile.readline(), 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return data

        def log_message(self, *_: Any) -> None:
            """Be quiet."""

    return TrainHandler


if __name__ == "__main__":
    with TrainServer() as running:
        print(running.url, flush=True)
        threading.Event().wait()
