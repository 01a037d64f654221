"""The server of all SDKs of a round: it serves a list that is short or about 1 MB, and a stream of events.

``python server.py`` prints its port and serves until its standard input ends. The first segment of a path chooses the
size: ``/small/models``, ``/big/v1/models``.
"""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ITEMS = 9_000
"""Models in the long list: with 1.1 MB, or 6,000 bytes less than 1 MiB for zones."""
EVENTS = 2_000


def model(number: int) -> dict[str, object]:
    """Return a model, as both OpenAI's and Mistral's documents have it."""
    return {
        "id": f"model-{number:05}",
        "object": "model",
        "created": 1_686_935_002 + number,
        "owned_by": "organization",
        "capabilities": {"completion_chat": True},
        "type": "base",
    }


def zone(number: int) -> dict[str, object]:
    """Return a zone of Cloudflare."""
    return {
        "id": f"{number:032x}",
        "name": f"example-{number}.com",
        "account": {"id": f"{number:032x}", "name": "Example"},
        "development_mode": 0,
        "created_on": "2014-01-01T05:20:00.12345Z",
        "modified_on": "2014-01-01T05:20:00.12345Z",
        "name_servers": ["bob.ns.example.com", "lola.ns.example.com"],
        "status": "active",
    }


def chunk(number: int) -> str:
    """Return an event of a chat completion."""
    delta = {"role": "assistant", "content": f"word {number} "}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_694_268_190,
        "model": "gpt",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}],
    }
    return f"data: {json.dumps(body)}\n\n"


def model_list(count: int) -> bytes:
    """Return a list of models."""
    return json.dumps({"object": "list", "data": [model(number) for number in range(count)]}).encode()


def zones(count: int) -> bytes:
    """Return a page of zones; the second of them is empty."""
    found = {"page": 1, "per_page": count, "count": count, "total_count": count, "total_pages": 1}
    items = [zone(number) for number in range(count)]
    return json.dumps({"success": True, "errors": [], "messages": [], "result": items, "result_info": found}).encode()


ANSWERS = {
    ("small", "models"): model_list(1),
    ("big", "models"): model_list(ITEMS),
    ("small", "zones"): zones(1),
    ("big", "zones"): zones(ITEMS // 3),
}
STREAM = ("".join(map(chunk, range(EVENTS))) + "data: [DONE]\n\n").encode()


class Handler(BaseHTTPRequestHandler):
    """Answers by the first and the last word of the path."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer with a list."""
        words = self.path.partition("?")[0].strip("/").split("/")
        self._send("application/json", ANSWERS[words[0], words[-1]])

    def do_POST(self) -> None:
        """Answer with a stream of events."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._send("text/event-stream", STREAM)

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()
