"""Deprecations of the document are shown in docstrings, in editors (PEP 702), and when a method is called."""

from __future__ import annotations

import inspect
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.both_clients import enter, settle
from tests.support.documents import document, operation
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

OLD = {"deprecated": True, "x-codegen-deprecation-message": 'use "new"', "tags": ["Small things"]}
DOCUMENT = document(
    "Old",
    {
        "/old": {"get": operation("old", **OLD)},
        "/root": {"get": operation("root", deprecated=True)},
        "/new": {"get": operation("new", tags=["Small things"])},
    },
)


@pytest.fixture(scope="module")
def sdk() -> ModuleType:
    return package_of(DOCUMENT, "sdk_old").module


@pytest.mark.parametrize("name", ["Old", "AsyncOld"])
async def test_a_call_warns(sdk: Any, name: str, server: Recorder) -> None:
    """Once for each call, at the line that makes it; who calls what is not deprecated hears nothing."""
    server.script(*[Reply(204)] * 4)
    async with enter(getattr(sdk, name)(base_url=server.origin)) as client:
        with pytest.warns(DeprecationWarning, match='^small_things.old is deprecated: use "new"') as caught:
            await settle(client.small_things.old())
        assert [Path(item.filename).name for item in caught] == [Path(__file__).name]
        with pytest.warns(DeprecationWarning, match="root is deprecated$"):
            await settle(client.root())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            await settle(client.small_things.new())
        with pytest.warns(DeprecationWarning):
            assert (await settle(client.small_things.with_raw_response.old())).status == 204


def test_signature_and_docstring_stay(sdk: Any) -> None:
    method = sdk.Old(base_url="http://localhost:1").small_things.old
    assert list(inspect.signature(method).parameters) == ["options"]
    assert 'Deprecated: use "new"' in (method.__doc__ or "")
