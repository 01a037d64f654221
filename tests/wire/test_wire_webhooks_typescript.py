"""The webhook vectors (tests/wire/webhooks) against receivers printed for TypeScript, run by node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.typescript_tools import require_node
from tests.support.wire_run import check_heard, each_hook
from tests.support.wire_typescript import check_rejection, printed_hooks, receive


@each_hook()
def test_receive(stem: str, vector: Mapping[str, Any]) -> None:
    """D9.2, D9.3."""
    require_node()
    found = receive(printed_hooks(stem), vector)
    answer = found["answer"]
    kind = answer["headers"].get("content-type")
    check_heard(vector, answer["status"], kind, answer["body"], found["payloads"], found["headers"], found["others"])
    check_rejection(vector, found)


@each_hook("refuses")
def test_no_receiver(stem: str, vector: Mapping[str, Any]) -> None:
    require_node()
    assert "ConfigurationError" in receive(printed_hooks(stem), vector)["error"]["kinds"]
