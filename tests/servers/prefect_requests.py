"""What the three programs ask of Prefect: a proxy that records them, and a log that can be compared."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from email.message import Message
from typing import Any
from urllib.parse import urlsplit

from recorder import Recorded, Recorder, Reply

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


class Proxy(Recorder):
    """Hands requests on to a server as they are, keeps them, and what was answered."""

    def __init__(self, upstream: str) -> None:
        super().__init__()
        self._upstream = upstream
        self.replies: list[Reply] = []

    def forget(self) -> None:
        """Begin anew."""
        self.requests.clear()
        self.replies.clear()

    def take(self, request: Recorded) -> Reply:
        """Record a request, and answer what the server answers. `Host` stays: the server writes URLs with it."""
        self.requests.append(request)
        reply = self._ask(request)
        self.replies.append(reply)
        return reply

    def _ask(self, request: Recorded) -> Reply:
        headers = {name: value for name, value in request.headers if name.lower() not in HOP_BY_HOP}
        headers["Accept-Encoding"] = "identity"
        url = self._upstream + request.target
        sent = urllib.request.Request(url, request.body or None, headers, method=request.method)
        try:
            with urllib.request.urlopen(sent, timeout=60) as answer:
                return _reply(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return _reply(error.code, error.headers, error.read())


def _reply(status: int, headers: Message, body: bytes) -> Reply:
    return Reply(status, {k: v for k, v in headers.items() if k.lower() not in HOP_BY_HOP}, body)


def requests_of(proxy: Proxy, changing: Mapping[str, str]) -> list[dict[str, Any]]:
    """The recorded requests: method, target, the plan's headers, the value of the JSON body, and the status.

    What changes from run to run is replaced: the token in the URL of a next page reads ``<as answered>`` where it is,
    an idempotency key ``<new>``, and targets and bodies hold the names of `changing`.
    """
    answered = [_next_page(reply) for reply in proxy.replies]
    keys = [request.header(KEY) for request in proxy.requests]
    return [
        {
            "method": request.method,
            "target": _target(request.target, answered[:number], changing),
            "headers": _plans(request) | _key(keys, number),
            "body": json.loads(_named(request.body.decode(), changing) or "null"),
            "status": reply.status,
        }
        for number, (request, reply) in enumerate(zip(proxy.requests, proxy.replies, strict=True))
    ]


def _plans(request: Recorded) -> dict[str, str]:
    named = ((name.lower(), value) for name, value in request.headers)
    kept = [(name, value) for name, value in named if name not in TRANSPORT]
    return dict(sorted(item for item in kept if item != ANYTHING))


def _key(keys: Sequence[str | None], number: int) -> dict[str, str]:
    """The idempotency key of a request, which is one of its own for each call."""
    if keys[number] is None:
        return {}
    return {KEY: "<sent before>" if keys[number] in keys[:number] else "<new>"}


def _target(target: str, answered: Sequence[str | None], changing: Mapping[str, str]) -> str:
    text = TOKEN.sub("page-token=<as answered>", target) if target in answered else target
    return _named(text, changing)


def _named(text: str, changing: Mapping[str, str]) -> str:
    for value, name in changing.items():
        text = text.replace(value, name)
    return text


def _next_page(reply: Reply) -> str | None:
    body = json.loads(reply.body) if reply.body else None
    url = body.get("next_page") if isinstance(body, dict) else None
    return urlsplit(url)._replace(scheme="", netloc="").geturl() if isinstance(url, str) else None


def side_by_side(logs: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The request logs of several languages, request by request; what is the same in all is said once.

    The ids and the time that a run is given read as the argument that holds them.
    """
    lines = ["# What Prefect was asked, by language", ""]
    longest = max(map(len, logs.values()))
    for number in range(longest):
        by_text: dict[str, list[str]] = {}
        for language, log in logs.items():
            text = _line(log[number]) if number < len(log) else "nothing"
            by_text.setdefault(text, []).append(language)
        lines += [f"{number + 1:2} [{' = '.join(who)}] {text}" for text, who in by_text.items()]
    return "\n".join(lines) + "\n"


def _line(request: Mapping[str, Any]) -> str:
    headers = " ".join(f"{name}: {value};" for name, value in request["headers"].items())
    body = "no body" if request["body"] is None else json.dumps(request["body"], sort_keys=True)
    return f"{request['method']} {request['target']} -> {request['status']}\n   {headers}\n   {body}"
