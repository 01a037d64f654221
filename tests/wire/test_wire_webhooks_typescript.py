"""The webhook vectors (tests/wire/webhooks) against receivers printed for TypeScript, run by node."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from tests.support.printed import Printed
from tests.support.typescript_things import drive, print_typescript
from tests.support.typescript_tools import require_node
from tests.support.wire_run import HOOKS, each_hook

ERRORS = {"signature": "SignatureError", "payload": "PayloadError", "name": "UnknownEventError"}


@functools.cache
def printed(stem: str) -> Printed:
    return print_typescript(HOOKS[stem]["document"], f"hooks_{stem}")


def receive(sdk: Printed, vector: Mapping[str, Any]) -> dict[str, Any]:
    """What comes of an event: what is answered, what the handler is given, and what reading alone throws."""
    options: dict[str, Any] = {"verify": not vector.get("unsigned", False)}
    words = {"secrets": "secrets", "max": "maxBodyBytes", "seen": "seen"}
    options |= {name: vector[word] for word, name in words.items() if word in vector}
    handlers = [name.handler for name in sdk.plan.surface.events.values()]
    found: dict[str, Any] = drive(sdk, mode="webhook", vector=vector, handlers=handlers, options=options)
    return found


def check_error(vector: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    assert ("error" in found) == ("rejects" in vector), found
    if "rejects" in vector:
        assert ERRORS[vector["rejects"]] in found["error"]["kinds"]


@each_hook()
def test_receive(stem: str, vector: Mapping[str, Any]) -> None:
    """D9.2, D9.3."""
    require_node()
    found = receive(printed(stem), vector)
    wanted = vector["answers"]
    assert found["answer"]["status"] == wanted["status"], found
    if "json" in wanted:
        assert json.loads(found["answer"]["body"]) == wanted["json"]
        assert found["answer"]["headers"]["content-type"] == "application/json"
    if "text" in wanted:
        assert found["answer"]["body"] == wanted["text"]
    if "payload" in vector:
        assert found["payloads"] == [vector["payload"]]
    for name, value in vector.get("told", {}).items():
        assert found["headers"][name.lower()] == value
    assert found["others"] == vector.get("others", [])
    if "handled" in vector:
        assert bool(found["payloads"]) == vector["handled"]
    check_error(vector, found)
