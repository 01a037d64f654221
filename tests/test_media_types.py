"""Bodies that cannot be what they are called, in the languages whose compilers do not see it (D7.3, D8.3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from printed import print_sdk
from recorder import Recorder, Reply
from typescript_things import drive, print_typescript
from typescript_tools import require_tools

DONE = {"204": {"description": "done"}}
LINE = {"type": "object", "properties": {"n": {"type": "integer"}}}


def _put(name: str, media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    body = {"required": True, "content": {media_type: {"schema": schema}}}
    return {"put": {"operationId": name, "requestBody": body, "responses": DONE}}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Labels", "version": "1"},
    "paths": {
        "/xml": _put("xml", "application/xml", LINE),
        "/text": _put("text", "text/plain", {"type": "string"}),
        "/lines": _put("lines", "application/jsonl", LINE),
        "/any": _put("any", "application/x-ndjson", {"type": "array", "items": {}}),
    },
}
WRONG: list[tuple[str, Any, str]] = [
    ("xml", {"n": 1}, "must be text: it is application/xml"),
    ("text", ["a"], "must be text: it is text/plain"),
    ("lines", {"n": 1}, "must be a list"),
    ("lines", "ab", "must be a list"),
    ("any", {"n": 1}, "must be a list"),
]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("labels")
    return print_sdk(DOCUMENT, "python", folder, {"packageName": "sdk_labels"}).module


@pytest.mark.parametrize(("call", "body", "said"), WRONG)
def test_python_sends_no_body_that_is_not_what_it_is_called(python: Any, call: str, body: Any, said: str) -> None:
    """D7.3: no JSON is sent as XML or as text, and no keys as lines."""
    client = python.Labels(base_url="http://127.0.0.1:1")
    with pytest.raises(python.InvalidArgumentError, match=said):
        getattr(client, call)(body=body)


def test_python_takes_text_that_is_encoded_already(python: Any) -> None:
    with Recorder() as server, python.Labels(base_url=server.origin) as client:
        server.script(Reply(204), Reply(204))
        client.xml(body=b"<n>1</n>")
        client.lines(body=({"n": n} for n in (1, 2)))
        assert [item.body for item in server.requests] == [b"<n>1</n>", b'{"n":1}\n{"n":2}\n']


@pytest.mark.parametrize(("call", "body", "said"), WRONG)
def test_typescript_sends_no_body_that_is_not_what_it_is_called(call: str, body: Any, said: str) -> None:
    require_tools()
    sdk = print_typescript(DOCUMENT, "labels")
    path, _ = sdk.find(call, None)
    answer = drive(sdk, path=path, args=[{"body": body}], options={"baseUrl": "http://127.0.0.1:1"})
    assert said in str(answer["error"]), answer
