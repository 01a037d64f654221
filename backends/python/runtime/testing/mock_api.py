"""A mock of the API: it checks each request, and answers with the example of exchanges.json."""

from __future__ import annotations

import json
import re
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

EXCHANGES: Mapping[str, Mapping[str, Any]] = json.loads(
    Path(__file__).with_name("exchanges.json").read_bytes()
)


class Exchange:
    """One call: what it must send, and the response."""

    def __init__(self, name: str) -> None:
        self.facts = EXCHANGES[name]
        self.problems: list[str] = ["nothing was sent"]

    @cached_property
    def value(self) -> Any:
        """The response's value: JSON, the first of a stream, or text."""
        kind, text = self.facts.get("answer_type", ""), self.facts.get("answer", "")
        if kind.startswith("text/event-stream"):
            text = text.partition("data: ")[2].partition("\n")[0]
        try:
            return json.loads(text)
        except ValueError:
            return text

    def check(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> None:
        """Record the violations of a request."""
        path, _, query = target.partition("?")
        facts, self.problems = self.facts, []
        expected = re.sub(r"\\{\\\+.*?\\}", ".*", re.escape(facts["path"]))
        expected = re.sub(r"\\{.*?\\}", "[^/]*", expected)
        if method != facts["method"] or not re.fullmatch(expected, path):
            self.problems.append(f"{method} {path} is not {facts['method']} {facts['path']}")
        self._has("query", query_names(query))
        self._has("headers", {name.lower() for name in headers}, str.lower)
        kind = facts.get("media_type", "").partition(";")[0].lower()
        if kind:
            found = next(
                (text for name, text in headers.items() if name.lower() == "content-type"), ""
            )
            if not found.lower().startswith(kind):
                self.problems.append(f"the body is {found or 'of no type'}, not {kind}")
            self._has("fields", names_in(kind, body))

    def _has(self, key: str, found: set[str], spell: Any = str) -> None:
        missing = [name for name in self.facts.get(key, []) if spell(name) not in found]
        if missing:
            self.problems.append(f"{key} without {', '.join(missing)}")

    def same(self, result: object) -> bool:
        """Check that a result, written as JSON again, equals the response."""
        found, wanted = plain(result), plain(self.value)
        assert found == wanted, f"{found} is not {wanted}"
        return True


def query_names(query: str) -> set[str]:
    """Return the names in a query or a form."""
    return {name for name, _ in parse_qsl(query, keep_blank_values=True)}


def names_in(kind: str, body: bytes) -> set[str]:
    """Return the names of the properties in a body."""
    if kind == "application/x-www-form-urlencoded":
        return query_names(body.decode())
    if kind.startswith("multipart/"):
        return {name.decode() for name in re.findall(rb'; name="([^"]*)"', body)}
    value = json.loads(body)
    return set(value) if isinstance(value, dict) else set()


def plain(value: Any) -> Any:
    """Normalise a value as JSON, so that equal times and numbers compare equal."""
    if hasattr(value, "to_dict"):
        value = value.to_dict()
    match value:
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case bytes():
            return b64encode(value).decode()
        case datetime() | date():
            return plain(value.isoformat())
        case bool() | None:
            return value
        case int() | float() | Decimal():
            return float(value)
    return same_time(str(value))


def same_time(text: str) -> str:
    """Normalise a time; return other texts unchanged."""
    try:
        return str(datetime.fromisoformat(text).timestamp()) if "T" in text else text
    except ValueError:
        return text


class Mock(ThreadingHTTPServer):
    """Serves one exchange after the other on this machine."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.current = Exchange(next(iter(EXCHANGES)))
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @contextmanager
    def exchange(self, name: str) -> Iterator[Exchange]:
        """Expect one call; at the end, check what it sent."""
        self.current = Exchange(name)
        yield self.current
        assert not self.current.problems, "; ".join(self.current.problems)


class Handler(BaseHTTPRequestHandler):
    """Answers a request by the current exchange."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # send a response in one piece
    server: Mock

    def answer(self) -> None:
        """Check the request and answer it; a redirect leads to `/mock-moved`."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self.chunks())
        current = self.server.current
        facts = current.facts
        moved = self.path == "/mock-moved"
        if not moved:
            current.check(self.command, self.path, dict(self.headers.items()), body)
        self.send_response(200 if moved else facts["status"])
        if facts.get("location") and not moved:
            self.send_header("Location", "/mock-moved")
        answer = facts.get("answer", "").encode()
        if "answer_type" in facts:
            self.send_header("Content-Type", facts["answer_type"])
        if facts["status"] not in (204, 304):
            self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def chunks(self) -> Iterator[bytes]:
        """Read a chunked body."""
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def __getattr__(self, name: str) -> Any:
        """Answer every method of HTTP."""
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""
