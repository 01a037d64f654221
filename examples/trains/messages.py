"""The requests and responses of the example's server, and the table of its operations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Part:
    """A part of a multipart body."""

    name: str
    filename: str | None
    content_type: str | None
    headers: Mapping[str, str]
    data: bytes


@dataclass(frozen=True)
class Request:
    """What the server was asked."""

    method: str
    target: str
    headers: Message
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path.removeprefix("/v1")

    def query(self, name: str, default: str = "") -> str:
        return parse_qs(urlsplit(self.target).query).get(name, [default])[0]

    def number(self, name: str, default: int) -> int:
        return int(self.query(name, str(default)))

    def json(self) -> Any:
        return json.loads(self.body) if self.body else None

    def parts(self) -> dict[str, list[Part]]:
        """The parts of a multipart body by name."""
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        found: dict[str, list[Part]] = {}
        for message in BytesParser().parsebytes(head + self.body).get_payload():
            part = _part(message)
            found.setdefault(part.name, []).append(part)
        return found


def _part(message: Any) -> Part:
    name = str(message.get_param("name", header="content-disposition"))
    declared = message.get("Content-Type")
    data = message.get_payload(decode=True)
    return Part(name, message.get_filename(), declared, dict(message.items()), data)


@dataclass(frozen=True)
class Reply:
    """What the server answers; ``body`` is JSON unless it is text or bytes."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> tuple[str, bytes]:
        if isinstance(self.body, bytes):
            return "application/octet-stream", self.body
        if isinstance(self.body, str):
            return "text/plain; charset=utf-8", self.body.encode()
        kind = "application/problem+json" if self.status >= 400 else "application/json"
        return kind, b"" if self.body is None else json.dumps(self.body).encode()


def problem(status: int, title: str, **more: Any) -> Reply:
    return Reply(status, {"title": title, "status": status, "detail": f"{title}.", **more})


Handler = Callable[..., Reply]
"""Takes the world, the request and the values in the path."""
ROUTES: list[tuple[str, re.Pattern[str], str, Handler]] = []


def route(method: str, path: str, auth: str = "either") -> Callable[[Handler], Handler]:
    """Register a handler; ``{}`` in the path stands for one segment, handed over decoded."""
    pattern = re.compile(re.escape(path).replace(r"\{\}", "([^/;.]+)").replace(r"\*", "(.*)") + "$")

    def add(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, auth, handler))
        return handler

    return add
