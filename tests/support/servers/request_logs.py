"""The requests of programs to a server: a proxy that records them, and a log that can be compared between languages."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from typing import Any
from urllib.parse import urlsplit

from tests.support.recorder import Recorded, Recorder, Reply

TRANSPORT = {
    "accept-encoding",
    "accept-language",
    "connection",
    "content-length",
    "host",
    "sec-fetch-mode",
    "transfer-encoding",
    "user-agent",
}
"""Header fields that HTTP libraries write by themselves; every other one is the plan's."""

ANYTHING = ("accept", "*/*")
"""What `fetch` writes where nothing else is asked for; it means the same as no field (RFC 9110 12.5.1)."""

HOP_BY_HOP = {"connection", "content-length", "keep-alive", "transfer-encoding", "date", "server"}
KEY = "idempotency-key"
TOKEN = re.compile(r"page-token=[^&]+")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
BOUNDARY = re.compile(r'boundary="?([^";]+)')
MANY = 6
UNANSWERED = Reply(0)
Log = list[dict[str, Any]]


class Proxy(Recorder):
    """Hands requests on to a server as they are, keeps them, and what was answered."""

    def __init__(self, upstream: str) -> None:
        super().__init__()
        self._upstream = upstream
        self.replies: list[Reply] = []

    def pairs(self) -> list[tuple[Recorded, Reply]]:
        """What was recorded: each request with its answer."""
        return list(zip(self.requests, self.replies, strict=True))

    def take(self, request: Recorded) -> Reply:
        """Record a request, and answer what the server answers. `Host` stays: the server writes URLs with it."""
        number = len(self.requests)
        self.requests.append(request)
        self.replies.append(UNANSWERED)
        reply = self._ask(request)
        if self.requests[number : number + 1] == [request]:
            self.replies[number] = reply
        return reply

    def _ask(self, request: Recorded) -> Reply:
        headers = {name: value for name, value in request.headers if name.lower() not in HOP_BY_HOP}
        headers["Accept-Encoding"] = "identity"
        url = self._upstream + request.target
        sent = urllib.request.Request(url, request.body or None, headers, method=request.method)
        try:
            with _AS_ANSWERED.open(sent, timeout=300) as answer:
                return _reply(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return _reply(error.code, error.headers, error.read())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """A redirect is the SDK's to follow."""


_AS_ANSWERED = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))


def _reply(status: int, headers: Message, body: bytes) -> Reply:
    return Reply(status, {k: v for k, v in headers.items() if k.lower() not in HOP_BY_HOP}, body)


@dataclass(frozen=True)
class Changing:
    """What differs from run to run: ``named`` is read as its name; what ``ids`` matches reads ``<1>``, ``<2>`` ... in
    the order in which it was sent or answered first; requests of a path in ``besides`` are no SDK's."""

    named: Mapping[str, str] = field(default_factory=dict)
    ids: str | None = None
    besides: str = "/<none>"

    def plain(self, text: str, given: Sequence[str]) -> str:
        """A text without what differs; ``given`` are the ids in their order."""
        for value, name in self.named.items():
            text = text.replace(value, name)
        for number, one in enumerate(given, 1):
            text = text.replace(one, f"<{number}>")
        return text


def log_of(pairs: Sequence[tuple[Recorded, Reply]], changing: Changing) -> Log:
    """The log of requests and what was answered: method, target, the plan's headers, the body, and the status.

    The token in the URL of a next page reads
    ``<as answered>`` where it is, an idempotency key ``<new>``.
    """
    pairs = [pair for pair in pairs if not pair[0].target.startswith(changing.besides)]
    answered = [_next_page(reply) for _, reply in pairs]
    keys = [request.header(KEY) for request, _ in pairs]
    bodies = [body for request, reply in pairs for body in (request.body, reply.body)]
    given = list(dict.fromkeys(one for body in bodies for one in _ids(body, changing.ids)))
    return [
        {
            "method": request.method,
            "target": changing.plain(_target(request.target, answered[:number]), given),
            "headers": {k: changing.plain(v, given) for k, v in _plans(request).items()} | _key(keys, number),
            "body": body_of(request, lambda text: changing.plain(text, given)),
            "status": reply.status,
        }
        for number, (request, reply) in enumerate(pairs)
    ]


def _ids(body: bytes, pattern: str | None) -> list[str]:
    return re.findall(pattern, body.decode(errors="replace")) if pattern else []


def body_of(request: Recorded, plain: Any = str) -> Any:
    """The body of a request: the value of JSON, the pairs of a form by their names (which a language may order), else
    the text, of which a boundary is replaced."""
    text = plain(request.body.decode(errors="backslashreplace"))
    kind = request.header("content-type") or ""
    if text and "json" in kind:
        return json.loads(text)
    if "urlencoded" in kind:
        return "&".join(sorted(text.split("&"), key=lambda pair: pair.partition("=")[0]))
    boundary = _boundary(request)
    return (text.replace(boundary, "<boundary>") if boundary else text) or None


def _boundary(request: Recorded) -> str | None:
    found = BOUNDARY.search(request.header("content-type") or "")
    return found.group(1) if found else None


def _plans(request: Recorded) -> dict[str, str]:
    boundary = _boundary(request) or "<none>"
    named = ((name.lower(), value.replace(boundary, "<boundary>")) for name, value in request.headers)
    kept = [(name, value) for name, value in named if name not in TRANSPORT]
    return dict(sorted(item for item in kept if item != ANYTHING))


def _key(keys: Sequence[str | None], number: int) -> dict[str, str]:
    """The idempotency key of a request: a UUID of its own for each call, as some servers take nothing else."""
    key = keys[number]
    if key is None:
        return {}
    return {KEY: "<sent before>" if key in keys[:number] else "<new>" if UUID.fullmatch(key) else "<no UUID>"}


def _target(target: str, answered: Sequence[str | None]) -> str:
    return TOKEN.sub("page-token=<as answered>", target) if target in answered else target


def _next_page(reply: Reply) -> str | None:
    try:
        body = json.loads(reply.body)
    except ValueError:
        return None
    url = body.get("next_page") if isinstance(body, dict) else None
    return urlsplit(url)._replace(scheme="", netloc="").geturl() if isinstance(url, str) else None


def side_by_side(title: str, logs: Mapping[str, Log]) -> str:
    """The request logs of several languages, request by request; what is the same in all is said once.

    Of many requests in a row that differ in digits alone, the first stands for all.
    """
    entries = [_entry(number, logs) for number in range(max(map(len, logs.values())))]
    lines = [f"# {title}", ""]
    number = 0
    while number < len(entries):
        alike = _alike(entries[number:])
        last = f"-{number + alike}" if alike > 1 else ""
        lines += [f"{number + 1}{last} {text}" for text in entries[number]]
        number += alike
    return "\n".join(lines) + "\n"


def _entry(number: int, logs: Mapping[str, Log]) -> list[str]:
    by_text: dict[str, list[str]] = {}
    for language, log in logs.items():
        text = _line(log[number]) if number < len(log) else "nothing"
        by_text.setdefault(text, []).append(language)
    return [f"[{' = '.join(who)}] {text}" for text, who in by_text.items()]


def _alike(entries: Sequence[list[str]]) -> int:
    """How many entries at the front differ from the first in digits alone, where they are many."""
    shapes = [re.sub(r"\d+", "0", "\n".join(entry)) for entry in entries]
    alike = next((number for number, shape in enumerate(shapes) if shape != shapes[0]), len(shapes))
    return alike if alike >= MANY else 1


def _line(request: Mapping[str, Any]) -> str:
    headers = " ".join(f"{name}: {value};" for name, value in request["headers"].items()) or "no headers"
    return f"{request['method']} {request['target']} -> {request['status']}\n   {headers}\n   {_body(request['body'])}"


def _body(body: Any) -> str:
    if body is None:
        return "no body"
    if isinstance(body, str):
        shown = "".join(one if one.isprintable() or one == "\n" else ascii(one)[1:-1] for one in body.replace("\r", ""))
        return "\n".join(f"   {line}".rstrip() for line in shown.strip().split("\n")).strip()
    return json.dumps(body, sort_keys=True, ensure_ascii=False)
