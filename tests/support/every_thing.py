"""A document with what the example lacks (OAuth2, no servers, JSONL, webhooks without signatures), and its server."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.documents import text_of

DOCUMENT = text_of("languages/every_thing.yaml")

ANSWERS: dict[str, tuple[str, str]] = {
    "/things": ("application/json", '{"data": [{"id": "a"}], "pages": 2}'),
    "/lines": ("application/jsonl", '{"id": "a"}\n{"id": "b"}\n'),
    "/token": ("application/json", '{"access_token": "t", "token_type": "bearer", "expires_in": 60}'),
}


class Answering(BaseHTTPRequestHandler):
    """Answers what the paths of the document have to; only with a token, which is asked for."""

    protocol_version = "HTTP/1.1"

    def serve(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0].removeprefix("/v2")
        known = path.endswith("/token") or self.headers.get("Authorization") == "Bearer t"
        kind, text = ANSWERS.get(path, ("application/json", '{"id": "a"}'))
        self.send_response(200 if known and path != "/files" else 204 if known else 401)
        if known and path != "/files":
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
        elif not known:
            self.send_header("Content-Length", "0")
        self.end_headers()
        if known and path != "/files":
            self.wfile.write(text.encode())

    do_GET = do_POST = serve  # noqa: N815 (the names that http.server calls)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def run_server() -> Iterator[Mapping[str, str]]:
    """Run the server; gives the environment, in which EVERY_THING_BASE_URL is its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    names = {"OAUTH_CLIENT_ID": "me", "OAUTH_CLIENT_SECRET": "secret"}
    names["BASE_URL"] = f"http://127.0.0.1:{server.server_port}/v2"
    yield {f"EVERY_THING_{name}": value for name, value in names.items()}
    server.shutdown()
    server.server_close()
