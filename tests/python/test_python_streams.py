"""Streams of the printed Python: events with their ids, lines, and streams that are taken up again."""

from __future__ import annotations

import asyncio
import gc
import importlib
import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.both_clients import enter, iterate, settle
from tests.support.python_things import both, things
from tests.support.recorder import NET, Recorder, Reply
from tests.support.work import LIMIT, quotient

sdk: Any = things().module
SSE = {"Content-Type": "text/event-stream"}
PATIENCE = 3.0
"""Seconds that a silent server is waited for: a busy machine answers a hundred times as fast."""


@pytest.fixture
def client(server: Recorder) -> Iterator[Any]:
    with sdk.Things(base_url=server.origin, key="k", retries=0) as made:
        yield made


def test_a_stream_knows_where_it_is(server: Recorder, client: Any) -> None:
    """The id of the last whole event, its name, and when to come back."""
    server.script(Reply(200, SSE, b'retry: 1500\nid: 1\nevent: new\ndata: {"id": "a"}\n\ndata: {"id": "b"}\n\n'))
    stream = client.streams.events()
    assert (stream.last_event_id, stream.event, stream.retry_after) == (None, None, None)
    seen = [(item.id, stream.event, stream.last_event_id, stream.retry_after) for item in stream]
    assert seen == [("a", "new", "1", 1.5), ("b", "message", "1", 1.5)]


def test_a_long_line_in_small_pieces_takes_no_longer_than_its_bytes() -> None:
    """An event may hold an image; joining what came so far with each piece would take minutes."""
    lines = importlib.import_module(f"{sdk.__name__}._runtime.lines")

    def split(size: int) -> None:
        splitter, text = lines.LineSplitter(), "x" * size + "\r\ny\r"
        pieces = [text[at : at + 100].encode() for at in range(0, len(text), 100)]
        assert [line for piece in pieces for line in splitter.feed(piece)] + [splitter.end()] == ["x" * size, "y", ""]

    assert quotient(split, 100_000) < LIMIT


EVENTS = (
    'data: {"n": 1}\n\n', 'data: {"n": "\u00e9\u20ac\\n"}\n\n', "data: 12345678901234567890123\n\n", "data: [1]\n\n",
    "data: NaN\n\n", "data: 1,2\n\n", "data: [1\n\n", "data: \n\n", "data:  \n\n", "data:2\n\n", "data: 1\ndata: 2\n\n",
    "data: {\ndata: }\n\n", "event: a\ndata: 1\n\n", "event: b\n\n", "id: 7\n\n", "id: 8\ndata: 3\n\n", "retry: 9\n",
    ": x\n\n", "\n", "data: 4\r\n\r\n", "data: 5\r\r", "\ufeffdata: 6\n\n", "data: [DONE]\n\n", "data: END\n\n",
)  # fmt: skip
"""What a stream may hold: most events have values alone, and are read together."""
LINES = (
    '{"n": 1}\n',
    "[2]\n",
    "\n",
    "3\r\n",
    "4\r",
    "x\n",
    "1,2\n",
    "\x1e5\n",
    "\ufeff6\n",
    '{"n": "\u20ac"}\n',
    "NaN\n",
)


@pytest.mark.parametrize("kind", ["events", "lines"])
def test_values_that_are_read_together_are_those_of_the_lines(kind: str) -> None:
    """However the pieces fall: the values, the names and ids beside them, the end, and the error."""
    runtime = f"{sdk.__name__}._runtime"
    streams, responses = (importlib.import_module(f"{runtime}.{name}") for name in ("streams", "responses"))
    messages = importlib.import_module(f"{runtime}.messages")
    headers, request = messages.Headers([]), messages.Request("GET", "http://localhost/x", [])
    call = SimpleNamespace(request=request, route=SimpleNamespace(most=None), inspection=None)
    chance = random.Random(7)

    def read(pieces: list[bytes], *, apart: bool) -> list[Any]:
        reader = responses.JsonLines("x/y") if kind == "lines" else responses.Events("x/y", sentinel="END", done=True)
        decoder, seen = streams.Decoder(reader, 200, headers, call), []
        if apart:
            decoder._usual = None
        try:
            for piece in pieces:
                for value in decoder.feed(piece):
                    events = decoder.events
                    seen.append((repr(value), decoder.event_name, events and events.last_id, events and events.retry))
            values, error = decoder.end()
            seen.append((repr(values), str(error)))
        except streams._Done:
            seen.append("done")
        except sdk.DecodeError as error:
            seen.append((str(error), error.content))
        return seen

    for _ in range(3_000):
        some = EVENTS if kind == "events" else LINES
        text = "".join(chance.choice(some[:4] if chance.random() < 0.8 else some) for _ in range(chance.randint(1, 9)))
        data = text[: chance.randint(1, len(text)) if chance.random() < 0.3 else len(text)].encode()
        if chance.random() < 0.1:
            data = data.replace(b"\xa9", b"\xff")
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.choice([0, 0, 1, 2, 5, 30])))
        pieces = [data[a:b] for a, b in itertools.pairwise([0, *cuts, len(data)])]
        assert read(pieces, apart=False) == read(pieces, apart=True), pieces


@both(sdk)
async def test_a_response_that_is_open_is_parsed_as_the_stream_that_it_is(
    server: Recorder, client_class: Any, recwarn: pytest.WarningsRecorder
) -> None:
    """Leaving the block ends the stream, too: nobody warns of one that was not read to its end."""
    server.script(Reply(200, SSE, b'data: {"id": "a"}\n\ndata: {"id": "b"}\n\n'))
    async with enter(client_class(base_url=server.origin, key="k", retries=0)) as made:
        async with enter(made.streams.with_streaming_response.events()) as response:
            stream = await settle(response.parse())
            async for item in iterate(stream):
                assert item.id == "a" and isinstance(stream, sdk.Stream | sdk.AsyncStream)
                break
            assert not response.is_closed
        assert response.is_closed and response.http_request.url.startswith(server.origin)
        del stream
        gc.collect()
    assert [warning for warning in recwarn if "neither read" in str(warning.message)] == []


@both(sdk)
async def test_a_stream_that_breaks_off_goes_on_after_its_last_event(server: Recorder, client_class: Any) -> None:
    """The event that did not come whole does not count: neither its value nor its id. The caller goes on after the last
    one; nothing is lost, nothing comes twice."""
    broken = b'id: 7\ndata: {"id": "a"}\n\nid: 8\ndata: {"id": "b"}\n'
    server.script(Reply(200, SSE, broken + b"x" * 50, cut=50), Reply(200, SSE, b'id: 8\ndata: {"id": "b"}\n\n'))
    seen: list[str] = []
    async with enter(client_class(base_url=server.origin, key="k", retries=0)) as made:
        stream = await settle(made.streams.events())
        with pytest.raises(sdk.APIConnectionError):
            async for item in iterate(stream):
                seen.append(item.id)  # noqa: PERF401 (what came before the error counts)
        again = made.streams.events(options={"last_event_id": stream.last_event_id})
        seen.extend([item.id async for item in iterate(again)])
    assert seen == ["a", "b"]
    assert [item.header("Last-Event-ID") for item in server.requests] == [None, "7"]


def test_a_stream_that_falls_silent_is_taken_up_again(server: Recorder) -> None:
    """A read that takes longer than the timeout is a loss; a function that gives the token is asked once more."""
    tokens = iter(("t1", "t2", "t3"))
    server.script(
        Reply(200, SSE, b'id: 7\nretry: 1\ndata: {"id": "a"}\n\ndata: {"id": "b"}\n\n', cut=10, hang=NET),
        Reply(204),
    )
    with sdk.Things(base_url=server.origin, token=lambda: next(tokens), timeout=PATIENCE) as made:
        assert [item.id for item in made.streams.events(options={"reconnect": 1})] == ["a"]
    sent = [(item.header("Authorization"), item.header("Last-Event-ID")) for item in server.requests]
    assert sent == [("Bearer t1", None), ("Bearer t2", "7")]


async def test_waiting_to_take_a_stream_up_can_be_cancelled(server: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    server.script(Reply(200, SSE, b'retry: 20000\ndata: {"id": "a"}\n\ndata', cut=3))
    seen: list[str] = []
    pauses: list[float] = []
    real, waits = asyncio.sleep, asyncio.Event()

    async def read() -> None:
        async with sdk.AsyncThings(base_url=server.origin, key="k") as made:
            async for item in await made.streams.events(options={"reconnect": 1}):
                seen.append(item.id)  # noqa: PERF401

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        waits.set()
        await real(NET)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    task = asyncio.create_task(read())
    await asyncio.wait_for(waits.wait(), NET)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (pauses, seen, len(server.requests)) == ([20], ["a"], 1)
