"""The webhook vectors (tests/wire/webhooks) against receivers printed for Python."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.wire_python import Heard, printed_hooks
from tests.support.wire_run import HOOK_ERRORS, each_hook


@each_hook()
def test_handle(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(stem, vector, monkeypatch)
    heard.check(heard.receiver.handle(vector["event"], vector["headers"], heard.body))


@each_hook()
def test_handle_async(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(stem, vector, monkeypatch)
    heard.check(asyncio.run(heard.receiver.handle_async(vector["event"], vector["headers"], heard.body)))


@each_hook("refuses")
def test_no_receiver(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(printed_hooks(stem).module.ConfigurationError):
        Heard(stem, vector, monkeypatch)


@each_hook("rejects")
def test_read_alone(stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """D9.2: reading without dispatch raises what is wrong."""
    heard = Heard(stem, vector, monkeypatch)
    with pytest.raises(getattr(heard.module, HOOK_ERRORS[vector["rejects"]])):
        heard.receiver.read_event(vector["event"], vector["headers"], heard.body)
