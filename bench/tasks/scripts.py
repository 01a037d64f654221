"""The server's responses in each task, and the requests that it must have received: the same for all languages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

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
    """A request: ``body`` is contained in it, as JSON, as pairs of a form (a list), as bytes, or there is none."""

    method: str
    target: str
    body: Any = None

    def differs(self, request: Recorded, key: str) -> str:
        """Say what a request has otherwise; nothing where it is this one."""
        if (request.method, request.target) != (self.method, self.target):
            return f"asked {request.method} {request.target}, not {self.method} {self.target}"
        if request.header("authorization") != f"Bearer {key}":
            return f"{self.target}: the credential is {request.header('authorization')}"
        return "" if self._has(request.body) else f"{self.target}: sent {request.body.decode(errors='replace')[:400]}"

    def _has(self, sent: bytes) -> bool:
        match self.body:
            case None:
                return not sent
            case bytes():
                return self.body in sent
            case list():
                return sorted(self.body) == sorted(parse_qsl(sent.decode(), keep_blank_values=True))
        return contains(json.loads(sent), self.body)


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
    replies: tuple[Reply, ...]
    asked: tuple[Asked, ...]
    printed: str | Mapping[str, str]

    def expected(self, language: str) -> str:
        """What the program prints."""
        return self.printed if isinstance(self.printed, str) else self.printed[language]


def _json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    return Reply(status, {"Content-Type": "application/json", **(headers or {})}, json.dumps(value).encode())


def _reply(message: Mapping[str, Any], reason: str) -> Reply:
    choice = {"index": 0, "finish_reason": reason, "logprobs": None, "message": {"role": "assistant", **message}}
    about = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5-mini"}
    return _json({**about, "choices": [choice]})


def _text_reply(text: str) -> Reply:
    return _reply({"content": text, "refusal": None}, "stop")


def _chunk(text: str) -> str:
    about = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5-mini"}
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    return f"data: {json.dumps({**about, 'choices': [choice]})}\n\n"


def _file(number: int) -> dict[str, Any]:
    about = {"object": "file", "bytes": 17, "created_at": 1, "purpose": "fine-tune", "status": "processed"}
    return {"id": f"file-{number}", "filename": f"{number}.jsonl", **about}


def _page(numbers: tuple[int, ...], more: bool) -> Reply:
    ends = {"first_id": f"file-{numbers[0]}", "last_id": f"file-{numbers[-1]}", "has_more": more}
    return _json({"object": "list", "data": [_file(number) for number in numbers], **ends})


def _failure(message: str, kind: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _customer(description: str, shipping: Any) -> Reply:
    about = {"id": "cus_1", "object": "customer", "created": 1, "livemode": False}
    return _json({**about, "description": description, "shipping": shipping})


def _issue(state: str, status: int) -> Reply:
    return _json({"number": 7, "title": "It breaks", "state": state, "labels": [{"name": "bug"}]}, status)


def _asks(text: str) -> dict[str, Any]:
    return {"model": "gpt-5-mini", "messages": [{"role": "user", "content": text}]}


_CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Lima"}'}}
_ASK = {"role": "user", "content": "How warm is it in Lima?"}
_TOOL = {"role": "tool", "tool_call_id": "call_1", "content": "12 degrees in Lima"}
_CHAT = "/chat/completions"
_ISSUES = "/repos/octo/hello/issues"
_SHIPPING = {"name": "Ada", "address": {"line1": "1 Main Street"}}
_MISSING = "No such File object: file-none"
_MODELS = {"object": "list", "data": [{"id": "gpt-5-mini", "object": "model", "created": 1, "owned_by": "openai"}]}

TASKS = (
    Task(
        "chat",
        "A chat",
        "openai",
        (_text_reply("Lima"),),
        (Asked("POST", _CHAT, _asks("Name the capital of Peru.")),),
        "Lima\n",
    ),
    Task(
        "tools",
        "A chat with tools",
        "openai",
        (
            _reply({"content": None, "refusal": None, "tool_calls": [_CALL]}, "tool_calls"),
            _text_reply("It is 12 degrees."),
        ),
        (
            Asked(
                "POST", _CHAT, {"messages": [_ASK], "tools": [{"type": "function", "function": {"name": "weather"}}]}
            ),
            Asked("POST", _CHAT, {"messages": [_ASK, {"role": "assistant", "tool_calls": [_CALL]}, _TOOL]}),
        ),
        "It is 12 degrees.\n",
    ),
    Task(
        "stream",
        "A stream",
        "openai",
        (
            Reply(
                200,
                {"Content-Type": "text/event-stream"},
                (_chunk("one ") + _chunk("two ") + _chunk("three") + "data: [DONE]\n\n").encode(),
            ),
        ),
        (Asked("POST", _CHAT, {**_asks("Count to three."), "stream": True}),),
        "one two three\n",
    ),
    Task(
        "upload",
        "An upload",
        "openai",
        (_json({**_file(1), "filename": "training.jsonl"}),),
        (Asked("POST", "/files", TRAINING),),
        "file-1 training.jsonl\n",
    ),
    Task(
        "pages",
        "All files of all pages",
        "openai",
        (_page((1, 2), more=True), _page((3, 4), more=True), _page((5,), more=False)),
        tuple(Asked("GET", f"/files?limit=2{after}") for after in ("", "&after=file-2", "&after=file-4")),
        "".join(f"file-{number} {number}.jsonl\n" for number in range(1, 6)),
    ),
    Task(
        "errors",
        "A missing thing and a rate limit",
        "openai",
        (
            _json(_failure(_MISSING, "invalid_request_error"), 404, {"x-request-id": "req_1"}),
            _json(_failure("Slow down", "tokens"), 429, {"Retry-After": "7"}),
            _json(_failure("Slow down", "tokens"), 429, {"Retry-After": "0"}),
            _json(_MODELS),
        ),
        (Asked("GET", "/files/file-none"), *(Asked("GET", "/models"),) * 3),
        {
            "python": f"404 GET /files/file-none: {_MISSING} (request id req_1)\nwait 7.0\ngpt-5-mini\n",
            "typescript": f"404 GET /files/file-none: {_MISSING} (request id req_1)\nwait 7\ngpt-5-mini\n",
            "go": f"404 GET /files/file-none: {_MISSING} (request id req_1)\nwait 7s\ngpt-5-mini\n",
        },
    ),
    Task(
        "customer",
        "A customer made and changed, with one field cleared",
        "stripe",
        (_customer("First of all", _SHIPPING), _customer("Still the first", None)),
        (
            Asked(
                "POST",
                "/v1/customers",
                [
                    ("email", "ada@example.com"),
                    ("description", "First of all"),
                    ("shipping[name]", "Ada"),
                    ("shipping[address][line1]", "1 Main Street"),
                ],
            ),
            Asked("POST", "/v1/customers/cus_1", [("description", "Still the first"), ("shipping", "")]),
        ),
        {
            language: f"cus_1 Still the first {nothing}\n"
            for language, nothing in (("python", "None"), ("typescript", "null"), ("go", "null"))
        },
    ),
    Task(
        "issue",
        "An issue made, labelled and closed",
        "github",
        (_issue("open", 201), _json([{"name": "bug"}]), _issue("closed", 200)),
        (
            Asked("POST", _ISSUES, {"title": "It breaks", "body": "Every day."}),
            Asked("POST", f"{_ISSUES}/7/labels", {"labels": ["bug"]}),
            Asked("PATCH", f"{_ISSUES}/7", {"state": "closed", "state_reason": "completed"}),
        ),
        {"python": "7 ['bug'] closed\n", "typescript": "7 [ 'bug' ] closed\n", "go": "7 bug closed\n"},
    ),
    Task("webhook", "A webhook received", "openai", (), (), "response.completed resp_1\n"),
    Task(
        "undocumented",
        "A call the document does not have",
        "openai",
        (_json({"id": "exp_1"}),),
        (Asked("POST", "/experiments", {"name": "first"}),),
        "exp_1\n",
    ),
)


def delivery(secret: bytes) -> tuple[dict[str, str], bytes]:
    """A webhook as OpenAI sends it, signed with a secret: headers and body."""
    event = {"id": "evt_1", "object": "event", "created_at": 1, "type": "response.completed", "data": {"id": "resp_1"}}
    body = json.dumps(event).encode()
    about, moment = "wh_1", str(int(time.time()))
    signed = hmac.new(secret, f"{about}.{moment}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(signed).decode()
    named = {"webhook-id": about, "webhook-timestamp": moment, "webhook-signature": signature}
    return {"Content-Type": "application/json", **named}, body
