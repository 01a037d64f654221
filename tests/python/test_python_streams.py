"""Streams and files of the printed Python: events with their ids, lines, uploads and downloads that stay out of memory
(sdk 7), and missing request objects (D7.1)."""

from __future__ import annotations

import asyncio
import importlib
import itertools
import random
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.python_things import package_of, run_python, things
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


# --------------------------------------------------------------------------- events


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
    headers = importlib.import_module(f"{runtime}.messages").Headers([])
    chance = random.Random(7)

    def read(pieces: list[bytes], *, apart: bool) -> list[Any]:
        reader = responses.JsonLines("x/y") if kind == "lines" else responses.Events("x/y", sentinel="END", done=True)
        decoder, seen = streams.Decoder(reader, 200, headers), []
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


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_stream_that_breaks_off_goes_on_after_its_last_event(server: Recorder, asynchronous: bool) -> None:
    """The event that did not come whole does not count: neither its value nor its id. The caller goes on after the last
    one; nothing is lost, nothing comes twice."""
    broken = b'id: 7\ndata: {"id": "a"}\n\nid: 8\ndata: {"id": "b"}\n'
    script = (Reply(200, SSE, broken + b"x" * 50, cut=50), Reply(200, SSE, b'id: 8\ndata: {"id": "b"}\n\n'))
    server.script(*script)
    seen: list[str] = []

    def sync() -> None:
        with sdk.Things(base_url=server.origin, key="k", retries=0) as made:
            stream = made.streams.events()
            with pytest.raises(sdk.APIConnectionError):
                for item in stream:
                    seen.append(item.id)  # noqa: PERF401 (what came before the error counts)
            again = made.streams.events(options={"last_event_id": stream.last_event_id})
            seen.extend(item.id for item in again)

    async def later() -> None:
        async with sdk.AsyncThings(base_url=server.origin, key="k", retries=0) as made:
            stream = await made.streams.events()
            with pytest.raises(sdk.APIConnectionError):
                async for item in stream:
                    seen.append(item.id)  # noqa: PERF401
            again = await made.streams.events(options={"last_event_id": stream.last_event_id})
            seen.extend([item.id async for item in again])

    if asynchronous:
        asyncio.run(later())
    else:
        sync()
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


def test_waiting_to_take_a_stream_up_can_be_cancelled(server: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    server.script(Reply(200, SSE, b'retry: 20000\ndata: {"id": "a"}\n\ndata', cut=3))
    seen: list[str] = []
    real = asyncio.sleep

    async def read() -> None:
        async with sdk.AsyncThings(base_url=server.origin, key="k") as made:
            async for item in await made.streams.events(options={"reconnect": 1}):
                seen.append(item.id)  # noqa: PERF401

    async def call() -> list[float]:
        pauses: list[float] = []
        waits = asyncio.Event()

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
        return pauses

    assert asyncio.run(call()) == [20]
    assert (seen, len(server.requests)) == (["a"], 1)


def test_lines_that_break_off_are_an_error(server: Recorder, client: Any) -> None:
    server.script(Reply(200, {"Content-Type": "application/jsonl"}, b'{"id": "a"}\n{"id": "b"}\n', cut=5))
    stream, seen = client.streams.lines(), []
    with pytest.raises(sdk.APIConnectionError):
        for item in stream:
            seen.append(item.id)  # noqa: PERF401
    assert seen == ["a"]
    assert stream.last_event_id is None


# --------------------------------------------------------------------------- files

SIZE = 48 * 1024 * 1024
UPLOADS = """
import re, sys
def peak():  # of this program alone: what getrusage says begins with the peak of who started it
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
sys.path.insert(0, sys.argv[1])
import sdk_things
how, origin, path = sys.argv[2:5]
with sdk_things.Things(base_url=origin, key="k", retries=0) as client:
    client.ping()
    before = peak()
    if how == "path":
        from pathlib import Path
        client.files.upload(body=Path(path))
    elif how == "open file":
        with open(path, "rb") as file:
            client.files.upload(body=file)
    elif how == "iterator":
        def pieces():
            with open(path, "rb") as file:
                while piece := file.read(65536):
                    yield piece
        client.files.upload(body=pieces())
    elif how == "part":
        with open(path, "rb") as file:
            client.files.form(file=file, n=1)
    elif how == "async":
        import asyncio
        async def send():
            async with sdk_things.AsyncThings(base_url=origin, key="k", retries=0) as other:
                with open(path, "rb") as file:
                    await other.files.form(file=("big.bin", file))
        asyncio.run(send())
    else:
        total = 0
        with client.with_streaming_response.ping() as response:
            if how == "save":
                response.save(path + ".copy")
            else:
                total = sum(len(piece) for piece in response.iter_bytes())
    print(peak() - before)
"""


class Sink:
    """A server that counts what it is sent and keeps nothing; to GET it answers with as much as it is told."""

    def __init__(self, answer: int = 0) -> None:
        self.received = 0
        self.answer = answer
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as file:
            while line := file.readline():
                length, chunked = 0, False
                while (header := file.readline().strip().lower()) != b"":
                    if header.startswith(b"content-length:"):
                        length = int(header.split(b":")[1])
                    chunked = chunked or header == b"transfer-encoding: chunked"
                self._take(file, length, chunked)
                self._reply(connection, line.startswith(b"GET") and self.received == 0)

    def _take(self, file: Any, length: int, chunked: bool) -> None:
        while chunked and (length := int(file.readline(), 16)):
            self._take(file, length, False)
            file.readline()
        if chunked:
            file.readline()
        while length:
            piece = file.read(min(length, 65536))
            length -= len(piece)
            self.received += len(piece)

    def _reply(self, connection: socket.socket, first: bool) -> None:
        if not self.answer:
            connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            return
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % self.answer)
        block = bytes(65536)
        for _ in range(self.answer // len(block)):
            connection.sendall(block)


_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")


def grown(how: str, origin: str, path: Path) -> int:
    """How many KiB the program grows by, beyond what it was after its first call."""
    return int(run_python(things().folder, "-c", UPLOADS, str(things().folder), how, origin, str(path)))


@_LINUX
@pytest.mark.slow
@pytest.mark.parametrize("how", ["path", "open file", "iterator", "part", "async"])
def test_an_upload_stays_out_of_memory(how: str, tmp_path: Path) -> None:
    """A file of 48 MiB is sent in pieces: the program grows by less than 8 MiB."""
    path = tmp_path / "big.bin"
    with path.open("wb") as file:
        file.truncate(SIZE)
    sink = Sink()
    assert grown(how, sink.origin, path) < 8 * 1024 * (1 if how != "async" else 2)
    assert SIZE <= sink.received < SIZE + 1000


@_LINUX
@pytest.mark.slow
@pytest.mark.parametrize("how", ["pieces", "save"])
def test_a_download_stays_out_of_memory(how: str, tmp_path: Path) -> None:
    path = tmp_path / "got"
    sink = Sink(answer=SIZE)
    script = UPLOADS.replace("    client.ping()\n", "")
    grew = run_python(things().folder, "-c", script, str(things().folder), how, sink.origin, str(path))
    assert int(grew) < 24 * 1024, "the first request is in it, and with it httpx2"
    if how == "save":
        assert (tmp_path / "got.copy").stat().st_size == SIZE


def test_a_download_is_saved_with_asyncio(server: Recorder, tmp_path: Path) -> None:
    async def call() -> int:
        async with (
            sdk.AsyncThings(base_url=server.origin, key="k") as made,
            made.things.with_streaming_response.get("a") as response,
        ):
            return int(await response.save(tmp_path / "file"))

    server.script(Reply(200, {}, b"content"))
    assert asyncio.run(call()) == 7
    assert (tmp_path / "file").read_bytes() == b"content"


# --------------------------------------------------------------------------- request objects


NEEDED = """
openapi: 3.1.0
info: {title: Needed, version: "1"}
x-codegen-max-method-params: 0
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put:
      operationId: put
      requestBody: {required: true, content: {application/json: {schema: {type: object, title: Thing}}}}
      responses: {"204": {description: done}}
    get: {operationId: get, responses: {"204": {description: done}}}
"""


def test_a_request_object_that_is_not_there() -> None:
    """D7.1: None for a request object is a missing body, or a missing argument, before anything is sent."""
    package = package_of(NEEDED, "sdk_needed").module
    with package.Needed(base_url="http://localhost:1") as made:
        with pytest.raises(package.MissingBodyError):
            made.put(None)
        with pytest.raises(package.MissingBodyError):
            made.put(package.models.PutParams(id="a"))
        with pytest.raises(package.MissingArgumentError, match="request"):
            made.get(None)
