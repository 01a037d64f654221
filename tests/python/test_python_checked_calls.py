"""Calls of the printed Python that are checked before they are sent (issue 4, part 6: constraints are checked for
requests): `validate` of a client and of a call, for models and for dictionaries."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, parameter, text_of
from tests.support.printed import Printed
from tests.support.python_things import KINDS, package_of
from tests.support.recorder import Recorder, Reply

DOCUMENT = text_of("languages/checked_calls.yaml")


@pytest.fixture(scope="module", params=KINDS)
def printed(request: pytest.FixtureRequest) -> Printed:
    return package_of(DOCUMENT, f"checked_{request.param}", models=request.param)


def refused(printed: Printed, call: Any, **options: Any) -> set[tuple[str, str, str]]:
    """What is wrong with a call of a client that checks; nothing is sent."""
    with (
        printed.module.Checked(base_url="http://localhost:1", validate=True, **options) as client,
        pytest.raises(printed.module.InvalidRequest) as caught,
    ):
        call(client)
    assert isinstance(caught.value, printed.module.InvalidArgumentError)
    return {(item.place, item.pointer, item.rule) for item in caught.value.violations}


def test_all_that_is_wrong_is_told_at_once(printed: Printed) -> None:
    """Keys that a closed schema does not know, keys that are missing, values out of bounds, of every place."""
    body = {"at": "yesterday", "lines": [{"n": 1, "m": 2}, {"n": "1"}]}
    wrong = refused(printed, lambda client: client.put(0, **body, tags=["a", "bb", "cc"], filter={}), x_team="long")
    assert wrong == {
        ("path", "/noteId", "minimum"),
        ("query", "/tags", "maxItems"),
        ("query", "/tags/0", "minLength"),
        ("query", "/filter/n", "required"),
        ("header", "/X-Team", "maxLength"),
        ("body", "/text", "required"),
        ("body", "/at", "format"),
        ("body", "/lines/0/m", "additionalProperties"),
        ("body", "/lines/1/n", "type"),
    }


def test_models_are_checked_as_dictionaries_are(printed: Printed) -> None:
    note = printed.module.models.Note(text="too long")
    assert refused(printed, lambda client: client.put(1, options={"body": note})) == {("body", "/text", "maxLength")}


def test_files_are_not_looked_into(printed: Printed) -> None:
    """But what is sent beside them is, and whether they are there."""
    for file in (b"abc", io.BytesIO(b"abc"), ("a.txt", b"abc"), Path(__file__)):
        body = {"file": file, "line": {"n": 1, "m": 2}, "names": ["a", "b"]}
        wrong = refused(printed, lambda client, body=body: client.send(1, **body))
        assert wrong == {("body", "/line/m", "additionalProperties"), ("body", "/names", "maxItems")}
    assert refused(printed, lambda client: client.send(1, line={"n": 1})) == {("body", "/file", "required")}


def test_a_call_may_want_otherwise(printed: Printed, server: Recorder) -> None:
    server.script(*[Reply(204)] * 3)
    body = {"text": "too long"}
    with printed.module.Checked(base_url=server.origin) as client:
        client.put(1, **body)
        with pytest.raises(printed.module.InvalidRequest, match="body/text"):
            client.put(1, **body, options={"validate": True})
    with printed.module.Checked(base_url=server.origin, validate=True) as client:
        client.put(1, **body, options={"validate": False})
        client.put(1, text="short")
    assert len(server.requests) == 3


def test_with_asyncio(printed: Printed) -> None:
    async def call() -> None:
        async with printed.module.AsyncChecked(base_url="http://localhost:1", validate=True) as client:
            await client.put(1, text="too long")

    with pytest.raises(printed.module.InvalidRequest, match="body/text"):
        asyncio.run(call())


def test_operations_without_operation_ids_are_told_apart(servers: tuple[Recorder, Recorder]) -> None:
    """Each is held to what it declares itself, and is called by method and path."""
    server, _ = servers
    paths = {
        f"/{name}": {
            "get": {"parameters": [parameter("q", schema={"type": kind})], "responses": answers({"type": kind})}
        }
        for name, kind in (("numbers", "integer"), ("texts", "string"))
    }
    sdk = package_of(document("Unnamed", paths), "unnamed").module
    seen: list[Any] = []
    hooks = sdk.Hooks(before_request=lambda request: seen.append(request.operation))
    client = sdk.Unnamed(base_url=server.origin, validate=True, validate_responses=True, hooks=hooks)
    for call, good, wrong in ((client.get_numbers, 1, "a"), (client.get_texts, "a", 1)):
        bodies = (json.dumps(item).encode() for item in (good, wrong))
        server.script(*(Reply(200, {"Content-Type": "application/json"}, body) for body in bodies))
        assert call(q=good) == good
        with pytest.raises(sdk.DecodeError) as caught:
            call(q=good)
        assert [one.rule for one in caught.value.violations] == ["type"]
        with pytest.raises(sdk.InvalidRequest):
            call(q=[wrong])
    assert seen == ["GET /numbers"] * 2 + ["GET /texts"] * 2
