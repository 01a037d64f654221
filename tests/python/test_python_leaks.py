"""A call of the printed Python leaks nothing: no connection that is never released, none that another event loop would
use, and no truncated compressed body."""

from __future__ import annotations

import asyncio
import gzip
import threading
import warnings
from typing import Any

import httpx
import pytest

from tests.support.both_clients import enter, iterate, settle
from tests.support.documents import answers, content, document, operation
from tests.support.python_things import both, package_of, things
from tests.support.recorder import NET, Recorder, Reply

sdk: Any = things().module
BOTH = both(sdk)
ONE = {"max_connections": 1, "retries": 0, "timeout": NET, "auth": "external"}
"""Options of a client that has one connection and waits for it."""
HTML = Reply(200, {"Content-Type": "text/html"}, b"<html>" + b" " * 100_000)
EVENT = Reply(200, {"Content-Type": "text/event-stream"}, b'data: {"id": "a"}\n\n')
UP = Reply(204)


@BOTH
@pytest.mark.parametrize(
    ("replies", "ids", "wanted", "options"),
    [
        ([HTML], [], sdk.DecodeError, {}),
        ([EVENT, HTML], ["a"], sdk.DecodeError, {"reconnect": 1}),
        ([EVENT, Reply(204)], ["a"], None, {"reconnect": 1}),
    ],
    ids=["HTML", "HTML when it is taken up again", "204 when it is taken up again"],
)
async def test_the_end_of_a_stream_lets_its_connection_go(
    server: Recorder, client_class: Any, replies: list[Reply], ids: list[str], wanted: Any, options: dict[str, Any]
) -> None:
    """Whatever comes in its place: the one connection is free for another call."""
    server.script(*replies, UP)
    seen, error = [], None
    async with enter(client_class(base_url=server.origin, **ONE)) as client:
        try:
            async for item in iterate(client.streams.events(options=options)):
                seen.append(item.id)  # noqa: PERF401 (what came before an error counts)
        except sdk.APIError as raised:
            error = type(raised)
        await settle(client.ping())
    assert (seen, error) == (ids, wanted)


LATER: Any = package_of(
    document(
        "Later",
        {
            "/watch": {
                "get": operation(
                    "watch",
                    answers({}, "text/event-stream") | {"202": {"description": "not yet", **content({})}},
                    **{"x-codegen-errors": {"statusCodes": ["202"]}},
                )
            },
            "/ping": {"get": operation("ping")},
        },
    ),
    "sdk_later",
).module


@both(LATER, "Later")
async def test_a_good_status_that_is_an_error_is_read_in_place_of_a_stream(server: Recorder, client_class: Any) -> None:
    """x-codegen-errors: the error has the body, and the connection is free."""
    server.script(Reply(202, {"Content-Type": "application/json"}, b'{"in": 5}'), UP)
    async with enter(client_class(base_url=server.origin, **ONE)) as client:
        with pytest.raises(LATER.APIError) as raised:
            await settle(client.watch())
        assert raised.value.body == {"in": 5}
        await settle(client.ping())


def test_event_loops_have_connections_of_their_own(server: Recorder) -> None:
    """A client may be shared by threads that run a loop each: a connection is good in one loop alone."""
    server.script(*[UP] * 60)
    client = sdk.AsyncThings(base_url=server.origin, retries=0)
    failed: list[BaseException] = []

    async def call() -> None:
        for _ in range(15):
            await client.ping()
            await asyncio.sleep(0.001)
        await client.close()

    def thread() -> None:
        try:
            asyncio.run(call())
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=thread) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []


@BOTH
@pytest.mark.parametrize("own", [False, True], ids=["default", "httpx"])
async def test_gzip_without_its_end(server: Recorder, client_class: Any, own: bool) -> None:
    """The lines that came, then an error: a stream of lines does not show that some are missing."""
    whole = gzip.compress(b'{"id": "a"}\n') + gzip.compress(b'{"id": "b"}\n')
    headers = {"Content-Type": "application/jsonl", "Content-Encoding": "gzip"}
    server.script(Reply(200, headers, whole), Reply(200, headers, whole[:-8]))
    seen: list[str] = []
    kind = httpx.Client if client_class is sdk.Things else httpx.AsyncClient
    http = kind() if own else None
    with pytest.raises(sdk.APIConnectionError, match="the gzip body is truncated"):
        async with enter(client_class(base_url=server.origin, auth="external", retries=0, http_client=http)) as client:
            for _ in range(2):
                async for item in iterate(client.streams.lines()):
                    seen.append(item.id)  # noqa: PERF401
    assert seen == ["a", "b", "a", "b"]


def test_a_body_that_a_hook_of_the_callers_client_has_read(server: Recorder) -> None:
    """It is decompressed already."""
    server.script(Reply(200, {"Content-Encoding": "gzip"}, gzip.compress(b'{"id": "a"}')))
    with (
        httpx.Client(event_hooks={"response": [lambda response: response.read()]}) as http,
        sdk.Things(base_url=server.origin, http_client=http) as client,
    ):
        assert client.things.get(id="a").id == "a"


@BOTH
async def test_a_stream_that_is_forgotten_is_told(server: Recorder, client_class: Any) -> None:
    """Without asyncio its connection is let go, too; one that was closed, or read, says nothing."""
    server.script(EVENT, EVENT, EVENT, UP)
    options = ONE | {"max_connections": 1 if client_class is sdk.Things else 100}

    def told() -> list[str]:
        return [str(item.message) for item in caught if "neither read" in str(item.message)]

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        async with enter(client_class(base_url=server.origin, **options)) as client:
            await settle((await settle(client.streams.events())).close())
            assert [item.id async for item in iterate(client.streams.events())] == ["a"]
            assert told() == []
            await settle(client.streams.events())
            await settle(client.ping())
    kind = "Stream" if client_class is sdk.Things else "AsyncStream"
    assert told() == [f"<{kind} 200> was neither read to its end nor closed: use a with block"]
    assert all(item.category is ResourceWarning for item in caught)
