"""The server's responses in each task, and the requests that it must have received: the same for all languages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import yaml

from tests.support.recorder import Recorded, Reply

SECRET = b"a secret of webhooks"
ENVIRONMENT = {
    "OPENAI_API_KEY": "sk-task",
    "OPENAI_WEBHOOK_SECRET": "whsec_" + base64.b64encode(SECRET).decode(),
    "STRIPE_API_KEY": "sk_test_task",
    "GITHUB_TOKEN": "ghp_task",
}
"""Credentials: each must come with the requests to its API."""

TRAINING = b'{"messages": []}\n'


@dataclass(frozen=True)
class Asked:
    """A request; it contains some JSON, has all the pairs of a form and no others, has some text, or has no body."""

    request: str
    json: Any = None
    form: Mapping[str, str] | None = None
    has: str | None = None

    def differs(self, request: Recorded, key: str) -> str:
        """Say what a request has otherwise; nothing where it is this one."""
        asked = f"{request.method} {request.target}"
        if asked != self.request:
            return f"asked {asked}, not {self.request}"
        if request.header("authorization") != f"Bearer {key}":
            return f"{self.request}: the credential is {request.header('authorization')}"
        return "" if self._fits(request.body) else f"{self.request}: sent {request.body.decode(errors='replace')[:400]}"

    def _fits(self, sent: bytes) -> bool:
        if self.has is not None:
            return self.has.encode() in sent
        if self.form is not None:
            return sorted(self.form.items()) == sorted(parse_qsl(sent.decode(), keep_blank_values=True))
        return contains(json.loads(sent), self.json) if self.json is not None else not sent


def contains(value: Any, least: Any) -> bool:
    """Tell whether a JSON value has all that another has."""
    if isinstance(least, dict):
        return isinstance(value, dict) and all(name in value and contains(value[name], least[name]) for name in least)
    if isinstance(least, list):
        same = isinstance(value, list) and len(value) == len(least)
        return same and all(map(contains, value, least))
    return bool(value == least)


@dataclass(frozen=True)
class Task:
    """A task: what is answered, what must be asked, what must be printed (by language where that differs)."""

    name: str
    title: str
    api: str
    printed: str | Mapping[str, str]
    replies: Sequence[Reply] = ()
    asked: Sequence[Asked] = ()
    note: str = ""

    def expected(self, language: str) -> str:
        """What the program prints."""
        return self.printed if isinstance(self.printed, str) else self.printed[language]


def _reply(status: int = 200, headers: Mapping[str, str] | None = None, **body: Any) -> Reply:
    if "events" in body:
        text = "".join(f"data: {json.dumps(event)}\n\n" for event in body["events"])
        return Reply(status, {"Content-Type": "text/event-stream"}, f"{text}data: [DONE]\n\n".encode())
    return Reply(status, {"Content-Type": "application/json", **(headers or {})}, json.dumps(body["json"]).encode())


def _task(replies: Sequence[Mapping[str, Any]] = (), asked: Sequence[Mapping[str, Any]] = (), **more: Any) -> Task:
    return Task(replies=[_reply(**one) for one in replies], asked=[Asked(**one) for one in asked], **more)


TASKS = tuple(_task(**task) for task in yaml.safe_load(Path(__file__).with_name("tasks.yaml").read_text("utf-8")))


def delivery(secret: bytes) -> tuple[dict[str, str], bytes]:
    """A webhook as OpenAI sends it, signed with a secret: headers and body."""
    event = {"id": "evt_1", "object": "event", "created_at": 1, "type": "response.completed", "data": {"id": "resp_1"}}
    body = json.dumps(event).encode()
    about, moment = "wh_1", str(int(time.time()))
    signed = hmac.new(secret, f"{about}.{moment}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(signed).decode()
    named = {"webhook-id": about, "webhook-timestamp": moment, "webhook-signature": signature}
    return {"Content-Type": "application/json", **named}, body
