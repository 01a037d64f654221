"""The webhook vectors (tests/wire/webhooks) against receivers printed for Python."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.printed import Printed
from tests.support.python_things import package_of
from tests.support.wire_python import wire_form
from tests.support.wire_run import HOOKS as FILES
from tests.support.wire_run import each_hook
from tests.support.wire_vectors import same

ERRORS = {"signature": "SignatureError", "payload": "PayloadError", "name": "UnknownEventError"}


def printed(stem: str) -> Printed:
    return package_of(FILES[stem]["document"], f"hooks_{stem}")


class Heard:
    """A receiver whose handlers do what a vector says and keep what they were given."""

    def __init__(self, stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch | None = None) -> None:
        self.vector = vector
        self.module = printed(stem).module
        self.payloads: list[Any] = []
        self.told: Mapping[str, str] = {}
        if "now" in vector:
            assert monkeypatch is not None
            monkeypatch.setattr(time, "time", lambda: float(vector["now"]))
        self.receiver = self.module.WebhookReceiver(
            secrets=vector.get("secrets", []),
            verify=not vector.get("unsigned", False),
            max_body_bytes=vector.get("max", 1 << 20),
            seen=(lambda found: found in vector["seen"]) if "seen" in vector else None,
            event_name=self.name if "named by" in vector else None,
        )
        self.others: list[str] = []
        others = vector.get("otherwise", [])
        for name in printed(stem).plan.surface.events.values():
            if name.handler not in others:
                getattr(self.receiver, name.handler)(self.handle)
        if others:
            self.receiver.otherwise(self.handle_other)

    @property
    def body(self) -> bytes:
        return bytes.fromhex(self.vector["hex"]) if "hex" in self.vector else self.vector["body"].encode()

    def name(self, _payload: Any, headers: Mapping[str, str]) -> str | None:
        return headers.get(self.vector["named by"].lower())

    def handle_other(self, name: str | None, payload: Any) -> Any:
        self.others.append(name or "")
        return self.handle(payload)

    def handle(self, payload: Any) -> Any:
        self.payloads.append(payload)
        self.told = self.module.event_headers()
        does = self.vector.get("does")
        if does == "fail":
            raise RuntimeError("the handler fails")
        if isinstance(does, dict):
            return self.module.Reply(does["status"]) if "status" in does else does["json"]
        return None

    def check(self, answer: Any) -> None:
        wanted = self.vector["answers"]
        assert answer.status == wanted["status"]
        if "json" in wanted:
            assert json.loads(answer.body) == wanted["json"]
            assert answer.headers["content-type"] == "application/json"
        if "text" in wanted:
            assert answer.body == wanted["text"].encode()
        if "payload" in self.vector:
            assert same(wire_form(self.payloads), [self.vector["payload"]])
        for name, value in self.vector.get("told", {}).items():
            assert self.told[name.lower()] == value
        assert self.others == self.vector.get("others", [])
        if "handled" in self.vector:
            assert bool(self.payloads) == self.vector["handled"]


@each_hook()
def test_handle(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(stem, vector, monkeypatch)
    heard.check(heard.receiver.handle(vector["event"], vector["headers"], heard.body))


@each_hook()
def test_handle_async(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(stem, vector, monkeypatch)
    heard.check(asyncio.run(heard.receiver.handle_async(vector["event"], vector["headers"], heard.body)))


@each_hook("rejects")
def test_read_alone(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """D9.2: reading without dispatch raises what is wrong."""
    heard = Heard(stem, vector, monkeypatch)
    with pytest.raises(getattr(heard.module, ERRORS[vector["rejects"]])):
        heard.receiver.read_event(vector["event"], vector["headers"], heard.body)
