"""A call of the printed Python leaks nothing: no connection that is never released, none that another event loop would
use, and no truncated compressed body."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.printed import print_python
from tests.support.python_things import things
from tests.support.recorder import NET, Recorder, Reply

sdk: Any = things().module
BOTH = pytest.mark.parametrize("asynchronous", [False, True], ids=["threads", "asyncio"])
HTML = Reply(200, {"Content-Type": "text/html"}, b"<html>" + b" " * 100_000)
EVENT = Reply(200, {"Content-Type": "text/event-stream"}, b'data: {"id": "a"}\n\n')
UP = Reply(204)


def read_events(server: Recorder, asynchronous: bool, wanted: type[Exception] | None, **options: Any) -> list[str]:
    """The ids of the events, up to an error; then the one connection is free for another call."""
    seen: list[str] = []
    given = {"base_url": server.origin, "max_connections": 1, "retries": 0, "timeout": NET, "auth": "external"}

    def sync() -> None:
        with sdk.Things(**given) as client:
            try:
                seen.extend(item.id for item in client.streams.events(options=options))
            except sdk.APIError as error:
                assert type(error) is wanted
            client.ping()

    async def later() -> None:
        async with sdk.AsyncThings(**given) as client:
            try:
                async for item in await client.streams.events(options=options):
                    seen.append(item.id)  # noqa: PERF401 (what came before an error counts)
            except sdk.APIError as error:
                assert type(error) is wanted
            await client.ping()

    if asynchronous:
        asyncio.run(later())
    else:
        sync()
    return seen


@BOTH
def test_html_in_place_of_a_stream_lets_its_connection_go(server: Recorder, asynchronous: bool) -> None:
    server.script(HTML, UP)
    assert read_events(server, asynchronous, sdk.DecodeError) == []
    server.script(EVENT, HTML, UP)
    assert read_events(server, asynchronous, sdk.DecodeError, reconnect=1) == ["a"]


@BOTH
def test_the_end_of_a_stream_that_was_taken_up_again_lets_its_connection_go(
    server: Recorder, asynchronous: bool
) -> None:
    server.script(EVENT, Reply(204), UP)
    assert read_events(server, asynchronous, None, reconnect=1) == ["a"]


@BOTH
def test_a_good_status_that_is_an_error_is_read_in_place_of_a_stream(server: Recorder, asynchronous: bool) -> None:
    """x-codegen-errors: the error has the body, and the connection is free."""
    responses = {
        "200": {"description": "ok", "content": {"text/event-stream": {}}},
        "202": {"description": "not yet", "content": {"application/json": {}}},
    }
    errors = {"x-codegen-errors": {"statusCodes": ["202"]}}
    get = {"operationId": "watch", "responses": responses, **errors}
    up = {"operationId": "ping", "responses": {"204": {"description": "up"}}}
    document = {"openapi": "3.1.0", "info": {"title": "Later", "version": "1"}}
    document |= {"paths": {"/watch": {"get": get}, "/ping": {"get": up}}}
    package = "sdk_later_async" if asynchronous else "sdk_later"
    later: Any = print_python(document, package, Path(tempfile.mkdtemp(prefix=package))).module
    given = {"base_url": server.origin, "max_connections": 1, "retries": 0, "timeout": NET}

    async def run() -> None:
        async with later.AsyncLater(**given) as client:
            with pytest.raises(later.APIError) as raised:
                await client.watch()
            assert raised.value.body == {"in": 5}
            await client.ping()

    server.script(Reply(202, {"Content-Type": "application/json"}, b'{"in": 5}'), UP)
    if asynchronous:
        asyncio.run(run())
        return
    with later.Later(**given) as client:
        with pytest.raises(later.APIError) as raised:
            client.watch()
        assert raised.value.body == {"in": 5}
        client.ping()


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
def test_gzip_without_its_end(server: Recorder, asynchronous: bool, own: bool) -> None:
    """The lines that came, then an error: a stream of lines does not show that some are missing."""
    whole = gzip.compress(b'{"id": "a"}\n') + gzip.compress(b'{"id": "b"}\n')
    headers = {"Content-Type": "application/jsonl", "Content-Encoding": "gzip"}
    server.script(Reply(200, headers, whole), Reply(200, headers, whole[:-8]))
    seen: list[str] = []

    async def later() -> None:
        http = httpx.AsyncClient() if own else None
        async with sdk.AsyncThings(base_url=server.origin, auth="external", retries=0, http_client=http) as client:
            for _ in range(2):
                async for item in await client.streams.lines():
                    seen.append(item.id)  # noqa: PERF401

    def sync() -> None:
        http = httpx.Client() if own else None
        with sdk.Things(base_url=server.origin, auth="external", retries=0, http_client=http) as client:
            for _ in range(2):
                seen.extend(item.id for item in client.streams.lines())

    with pytest.raises(sdk.APIConnectionError, match="the gzip body is truncated"):
        asyncio.run(later()) if asynchronous else sync()
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
def test_a_stream_that_is_forgotten_is_told(server: Recorder, asynchronous: bool) -> None:
    """Without asyncio its connection is let go, too; one that was closed, or read, says nothing."""
    server.script(EVENT, EVENT, EVENT, UP)

    def sync() -> None:
        with sdk.Things(base_url=server.origin, auth="external", max_connections=1, retries=0, timeout=NET) as client:
            client.streams.events().close()
            assert [item.id for item in client.streams.events()] == ["a"]
            assert told() == []
            client.streams.events()
            client.ping()

    async def later() -> None:
        async with sdk.AsyncThings(base_url=server.origin, auth="external", retries=0, timeout=NET) as client:
            await (await client.streams.events()).close()
            assert [item.id async for item in await client.streams.events()] == ["a"]
            assert told() == []
            await client.streams.events()
            await client.ping()

    def told() -> list[str]:
        return [str(item.message) for item in caught if "neither read" in str(item.message)]

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(later()) if asynchronous else sync()
    kind = "AsyncStream" if asynchronous else "Stream"
    assert told() == [f"<{kind} 200> was neither read to its end nor closed: use a with block"]
    assert all(item.category is ResourceWarning for item in caught)
