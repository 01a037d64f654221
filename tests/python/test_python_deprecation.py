"""Deprecations of the document are shown in docstrings, in editors (PEP 702), and when a method is called."""

from __future__ import annotations

import asyncio
import inspect
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

DONE = {"204": {"description": "done"}}
OLD = {"operationId": "old", "deprecated": True, "x-codegen-deprecation-message": 'use "new"'}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Old", "version": "1"},
    "paths": {
        "/old": {"get": {**OLD, "tags": ["Small things"], "responses": DONE}},
        "/root": {"get": {"operationId": "root", "deprecated": True, "responses": DONE}},
        "/new": {"get": {"operationId": "new", "tags": ["Small things"], "responses": DONE}},
    },
}


@pytest.fixture(scope="module")
def sdk() -> ModuleType:
    return package_of(DOCUMENT, "sdk_old").module


def test_a_call_warns(sdk: Any) -> None:
    """Once for each call, at the line that makes it; who calls what is not deprecated hears nothing."""
    with Recorder() as server, sdk.Old(base_url=server.origin) as client:
        server.script(*[Reply(204)] * 4)
        with pytest.warns(DeprecationWarning, match='^small_things.old is deprecated: use "new"') as caught:
            client.small_things.old()
        assert [Path(item.filename).name for item in caught] == [Path(__file__).name]
        with pytest.warns(DeprecationWarning, match="root is deprecated$"):
            client.root()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            client.small_things.new()
        with pytest.warns(DeprecationWarning):
            assert client.small_things.with_raw_response.old().status == 204


def test_a_call_warns_with_asyncio(sdk: Any) -> None:
    async def call(origin: str) -> None:
        async with sdk.AsyncOld(base_url=origin) as client:
            await client.small_things.old()

    with Recorder() as server, pytest.warns(DeprecationWarning, match="^small_things.old"):
        server.script(Reply(204))
        asyncio.run(call(server.origin))


def test_signature_and_docstring_stay(sdk: Any) -> None:
    method = sdk.Old(base_url="http://localhost:1").small_things.old
    assert list(inspect.signature(method).parameters) == ["options"]
    assert 'Deprecated: use "new"' in (method.__doc__ or "")
