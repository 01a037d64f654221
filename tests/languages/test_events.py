"""D13.2: the text of a stream, byte for byte, in every language: tests/languages/events.yaml, whole and split anywhere.

Each SDK reads the streams through its own client, whose connection is a test double that returns the pieces of a body
one by one; test_wire_* and test_chat read streams of a server.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from tests.support.documents import answers, document, operation
from tests.support.go_things import go, print_go
from tests.support.printed import print_python
from tests.support.run import run_program
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node

HERE = Path(__file__).parent
DATA: dict[str, Any] = yaml.safe_load((HERE / "events.yaml").read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
LONG = "x" * 2048
"""What stands for `LONG` in a text."""


def _path(name: str, media_type: str, schema: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {f"/{name}": {"get": operation(name, answers(schema, media_type, **keys))}}


_EVENTS = "text/event-stream"
DOCUMENT = document(
    "Streams",
    {
        **_path("text", _EVENTS, {"type": "string"}),
        **_path("json", _EVENTS, {}),
        **_path("ended", _EVENTS, {}, **{"x-codegen-sse-sentinel": "END"}),
        **_path("endless", _EVENTS, {}, **{"x-codegen-sse-sentinel": False}),
        **_path("lines", "application/jsonl", {}),
    },
    servers=[{"url": "http://streams.example"}],
)


def name_of(case: dict[str, Any]) -> str:
    """What a case is called."""
    return " ".join(case[key] for key in ("wpt", "case") if key in case)


def body_of(case: dict[str, Any]) -> bytes:
    """The bytes of a stream."""
    text: str = case["text"]
    return text.replace("LONG", LONG).encode()


def splits(body: bytes) -> Iterator[list[bytes]]:
    """A body whole, byte by byte, and in two pieces at every place where something may differ."""
    yield [body]
    yield [body[at : at + 1] for at in range(len(body))]
    for at in range(1, len(body)):
        if body[at - 3 : at + 3] != b"x" * 6:
            yield [body[:at], body[at:]]


def wanted(case: dict[str, Any]) -> dict[str, Any]:
    """What is to come of a stream."""
    gives = [[item["value"], item.get("event", "message"), item.get("id", "")] for item in case["gives"]]
    if case["of"] == "lines":
        gives = [[value, None, ""] for value, *_ in gives]
    return {"gives": gives, "ends": case.get("ends", "whole"), "retry": case.get("retry", 0)}


def check(found: dict[str, list[dict[str, Any]]]) -> None:
    """Compare what came of every stream, in all its splits."""
    for case in CASES:
        results = found[name_of(case)]
        assert len(results) == sum(1 for _ in splits(body_of(case)))
        for pieces, result in zip(splits(body_of(case)), results, strict=True):
            assert result == wanted(case), (name_of(case), pieces[:3])


def orders(folder: Path) -> Path:
    """Write the cases for programs of other languages: pieces are lists of Latin-1 texts, a character for a byte."""
    path = folder / "orders.json"
    made = [
        {
            "name": name_of(case),
            "of": case["of"],
            "splits": [[piece.decode("latin-1") for piece in pieces] for pieces in splits(body_of(case))],
        }
        for case in CASES
    ]
    path.write_text(json.dumps(made))
    return path


def test_every_format_case_of_the_web_platform_tests_is_there() -> None:
    """Those of 2026, by their names; what is not among the cases has a reason."""
    names = """bom bom-2 comments data-before-final-empty-line field-data field-event field-event-empty field-id
    field-id-2 field-id-3 field-id-null field-parsing field-retry field-retry-bogus field-retry-empty field-unknown
    leading-space mime-bogus mime-trailing-semicolon mime-valid-bogus newlines null-character utf-8"""
    known = {case["wpt"] for case in CASES if case.get("wpt", "").startswith("format-")}
    assert known | DATA["others"].keys() == {f"format-{name}" for name in names.split()}
    assert len({name_of(case) for case in CASES}) == len(CASES)


# --------------------------------------------------------------------------- Python


class _Pieces(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece


_TYPES = {"lines": "application/jsonl", "text": "text/event-stream;charset=windows-1252"}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return print_python(DOCUMENT, "sdk_of_events", tmp_path_factory.mktemp("python")).module


def _outcome(package: Any, gives: list[Any], stream: Any, error: Exception | None) -> dict[str, Any]:
    ends = {package.APIConnectionError: "broken", package.DecodeError: "unreadable", type(None): "whole"}[type(error)]
    if ends == "broken":
        assert "broke off" in str(error)
    return {"gives": gives, "ends": ends, "retry": stream.retry_after or 0}


def _transport(case: dict[str, Any], bodies: Iterator[list[bytes]]) -> httpx2.MockTransport:
    headers = {"Content-Type": _TYPES.get(case["of"], "text/event-stream")}
    return httpx2.MockTransport(lambda _: httpx2.Response(200, headers=headers, stream=_Pieces(next(bodies))))


def _read(package: Any, case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    bodies = splits(body_of(case))
    with package.Streams(http_client=httpx2.Client(transport=_transport(case, bodies))) as client:
        for _ in splits(body_of(case)):
            stream, gives, lost = getattr(client, case["of"])(), [], None
            try:
                for value in stream:
                    gives.append([value, stream.event, stream.last_event_id or ""])  # noqa: PERF401
            except package.SDKError as error:
                lost = error
            yield _outcome(package, gives, stream, lost)


async def _read_async(package: Any, case: dict[str, Any]) -> list[dict[str, Any]]:
    bodies, found = splits(body_of(case)), []
    async with package.AsyncStreams(http_client=httpx2.AsyncClient(transport=_transport(case, bodies))) as client:
        for _ in splits(body_of(case)):
            stream, gives, lost = await getattr(client, case["of"])(), [], None
            try:
                async for value in stream:
                    gives.append([value, stream.event, stream.last_event_id or ""])  # noqa: PERF401
            except package.SDKError as error:
                lost = error
            found.append(_outcome(package, gives, stream, lost))
    return found


def test_streams_in_python(package: Any) -> None:
    check({name_of(case): list(_read(package, case)) for case in CASES})


def test_streams_in_python_with_asyncio(package: Any) -> None:
    check({name_of(case): asyncio.run(_read_async(package, case)) for case in CASES})


# --------------------------------------------------------------------------- TypeScript and Go


def test_streams_in_typescript(tmp_path: Path) -> None:
    sdk = print_typescript(DOCUMENT, "sdk_of_events")
    check(json.loads(run_program([require_node(), HERE / "events.mjs", sdk.folder, orders(tmp_path)], tmp_path)))


@pytest.mark.slow
def test_streams_in_go(tmp_path: Path) -> None:
    sdk = print_go(DOCUMENT, "streams", tmp_path)
    (sdk.folder / "events").mkdir()
    shutil.copy(HERE / "events.go", sdk.folder / "events/main.go")
    go("vet", "./...", folder=sdk.folder)
    check(json.loads(go("run", "./events", str(orders(tmp_path)), folder=sdk.folder)))
