"""The TypeScript SDK in a browser: Chromium, without a bundler, against a server of another origin on loopback."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any, ClassVar

import pytest

from tests.support.documents import answers, document, list_of, object_of, operation, parameter, sends
from tests.support.typescript_things import print_typescript

pytestmark = pytest.mark.slow

_THING = object_of(id="string")
_PAGE = object_of(data=list_of(_THING), next={"type": ["string", "null"]})
_FILE = object_of(file={"type": "string", "format": "binary"}, n="integer")
SECRET = b"whisper"
DOCUMENT = document(
    "Shelf",
    {
        "/thing": {"get": operation("get", answers(_THING))},
        "/things": {
            "get": operation(
                "list",
                answers(_PAGE),
                parameters=[parameter("after")],
                **{
                    "x-codegen-pagination": {
                        "type": "cursor",
                        "inputs": [{"name": "after", "in": "parameters", "type": "cursor"}],
                        "outputs": {"results": "$.data", "nextCursor": "$.next"},
                    }
                },
            )
        },
        "/events": {
            "get": operation("events", answers(_THING, "text/event-stream"), **{"x-codegen-sse-sentinel": "[DONE]"})
        },
        "/files": {"post": sends("upload", _FILE, "multipart/form-data", responses=answers(_THING))},
        "/gone": {"get": operation("gone", answers(_THING))},
    },
    webhooks={"taken": {"post": sends("taken", _THING)}},
    security=[{"person": []}],
    components={"securitySchemes": {"person": {"type": "http", "scheme": "bearer"}}},
    **{
        "x-codegen-webhooks": {
            "security": {"type": "signature", "headerName": "X-Sign", "algorithm": "hmac-sha256", "encoding": "hex"}
        }
    },
)

PAGE = """<!doctype html><script type="module">
const told = {};
try {
  const { Shelf, NotFoundError } = await import("/sdk/dist/esm/index.js");
  const { WebhookReceiver } = await import("/sdk/dist/esm/webhooks.js");
  const [baseUrl, sign] = ["BASE", "SIGN"];
  const client = new Shelf({ baseUrl, person: "t0ken" });
  told.bare = [typeof process, typeof Buffer, typeof require, typeof crypto.randomUUID];
  told.call = await client.get();
  told.items = [];
  for await (const { id } of client.list()) told.items.push(id);
  told.events = [];
  const stream = await client.events({ reconnect: 1 });
  for await (const { id } of stream) told.events.push([id, stream.event]);
  const file = new File(["abc"], "a.txt", { type: "text/plain" });
  told.upload = await client.upload({ file, n: 1 });
  told.error = await client.gone().catch((error) => error instanceof NotFoundError);
  const receiver = new WebhookReceiver({ secrets: ["whisper"] });
  told.webhooks = [];
  receiver.taken(({ id }) => void told.webhooks.push(id));
  for (const value of [sign, "00" + sign.slice(2)]) {
    const answer = await receiver.handle("taken", { "x-sign": value }, new TextEncoder().encode('{"id":"w"}'));
    told.webhooks.push(answer.status);
  }
} catch (error) {
  told.failed = `${error?.stack ?? error}`;
}
await fetch("/told", { method: "POST", body: JSON.stringify(told) });
</script>"""


class Api(BaseHTTPRequestHandler):
    """The API, which lets pages of other origins call it."""

    seen: ClassVar[list[str]] = []

    def _send(self, status: int, text: str, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Last-Event-ID")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_OPTIONS(self) -> None:
        """Answer a preflight."""
        self._send(200, "")

    def do_GET(self) -> None:
        """Answer what is read."""
        self.seen.append(f"{self.path} {self.headers['Authorization']} {self.headers['Last-Event-ID']}")
        if self.path == "/thing":
            self._send(200, '{"id": "t"}')
        elif self.path.startswith("/things"):
            last = "after" in self.path
            self._send(200, json.dumps({"data": [{"id": "b" if last else "a"}], "next": None if last else "a"}))
        elif self.path == "/events" and self.headers["Last-Event-ID"] is None:
            self._send(200, 'retry: 1\nid: 1\nevent: tick\ndata: {"id": "x"}\n\n', "text/event-stream")
        elif self.path == "/events":
            self._send(200, 'data: {"id": "y"}\n\ndata: [DONE]\n\n', "text/event-stream")
        else:
            self._send(404, "{}")

    def do_POST(self) -> None:
        """Answer an upload with what came."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._send(200, json.dumps({"id": str(b'filename="a.txt"' in body and b"\r\n\r\nabc\r\n" in body)}))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on loopback; gives the origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def pages(base: str, package: Path, told: Queue[dict[str, Any]]) -> type[BaseHTTPRequestHandler]:
    """What serves the page and the package, and takes what the page tells."""
    sign = hmac.new(SECRET, b'{"id":"w"}', hashlib.sha256).hexdigest()
    page = PAGE.replace("BASE", base).replace("SIGN", sign)

    class Pages(Api):
        def do_GET(self) -> None:
            if self.path.startswith("/sdk/"):
                self._send(200, (package / self.path[5:]).read_text("utf-8"), "text/javascript")
            else:
                self._send(200, page, "text/html")

        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self._send(200, "")

    return Pages


@pytest.mark.parametrize("host", ["127.0.0.1", "shelf.example"])
def test_in_chromium(host: str, tmp_path: Path) -> None:
    """sdk 9: calls, pages, streams, uploads and webhooks need nothing of node.

    A page by plain HTTP that is not of this machine has less: no randomUUID, and nothing to verify signatures with.
    """
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("chromium is not installed")
    package = print_typescript(DOCUMENT, "shelf").folder
    Api.seen.clear()
    told: Queue[dict[str, Any]] = Queue()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={tmp_path}"]
    flags += ["--host-resolver-rules=MAP shelf.example 127.0.0.1", "--no-proxy-server"]
    with serving(Api) as base, serving(pages(base, package, told)) as origin:
        process = subprocess.Popen(
            [browser, *flags, "--remote-debugging-port=0", origin.replace("127.0.0.1", host)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            found = told.get(timeout=300)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=300)
    assert found == {
        "bare": [*["undefined"] * 3, "function" if host == "127.0.0.1" else "undefined"],
        "call": {"id": "t"},
        "items": ["a", "b"],
        "events": [["x", "tick"], ["y", "message"]],
        "upload": {"id": "True"},
        "error": True,
        "webhooks": ["w", 204, 401] if host == "127.0.0.1" else [500, 500],
    }
    assert "/events Bearer t0ken 1" in Api.seen
