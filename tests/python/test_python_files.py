"""Files in Python: other values are refused, a change during reading is an error, and files are not held in memory."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.support.both_clients import enter, settle
from tests.support.python_things import both, run_python, things
from tests.support.recorder import Recorder, Reply

sdk: Any = things().module
SIZE = 48 * 2**20


class Sink(BaseHTTPRequestHandler):
    """Takes bodies, and knows those that came to their end."""

    protocol_version = "HTTP/1.1"
    whole: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        size = (
            self._chunks() if "Transfer-Encoding" in self.headers else self._read(int(self.headers["Content-Length"]))
        )
        self.whole.append(size)
        self.send_response(204)
        self.end_headers()

    do_PUT = do_POST  # noqa: N815

    def _read(self, size: int) -> int:
        left = size
        while left:
            piece = self.rfile.read(min(left, 65536))
            if not piece:
                raise ConnectionAbortedError
            left -= len(piece)
        return size

    def _chunks(self) -> int:
        total = 0
        while True:
            line = self.rfile.readline()
            if not line.strip():
                raise ConnectionAbortedError
            size = int(line, 16)
            total += self._read(size)
            self.rfile.readline()
            if not size:
                return total

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, ValueError):
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def origin() -> Iterator[str]:
    Sink.whole.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


async def _refusal(origin: str, way: str, file: Any, client_class: Any = sdk.Things) -> str:
    """What the call says that sends a file, as a body or as a part."""
    given = {"file": file} if way == "form" else {"body": file}
    with pytest.raises(sdk.InvalidArgumentError) as caught:
        async with enter(client_class(base_url=origin, token="t")) as client:
            await settle(getattr(client.files, way)(**given))
    assert Sink.whole == []
    return str(caught.value)


async def _later() -> bytes:
    return b""


@pytest.mark.parametrize("way", ["upload", "form"])
async def test_what_is_no_file(way: str, origin: str, tmp_path: Path) -> None:
    """A sentence, before anything is sent."""
    part = "'file'" if way == "form" else "'body'"
    words = f"{part} must be a file (bytes, a path, an open file or an iterable of bytes), not"
    for wrong, kind in ((5, "int"), (1.5, "float"), (True, "bool"), ({"a": b""}, "dict"), (object(), "object")):
        assert await _refusal(origin, way, wrong) == f"{words} {kind}"
    later = _later()
    assert await _refusal(origin, way, later) == f"{words} a coroutine: await it"
    later.close()
    assert await _refusal(origin, way, ("name.txt", 5)) == f"{words} int"
    assert await _refusal(origin, way, ("name.txt",)) == "a file as a tuple has a name and content"
    assert await _refusal(origin, way, [b"a", 5]) == f"a piece of {part} must be bytes, not int"
    text = tmp_path / "text"
    text.write_text("ä")
    with text.open(encoding="utf-8") as file:
        assert await _refusal(origin, way, file) == f"{part} is open as text: open it with mode 'rb'"
    assert await _refusal(origin, way, io.StringIO("ä")) == f"{part} is open as text: open it with mode 'rb'"
    with text.open("wb") as file:
        assert await _refusal(origin, way, file) == f"{part} is a file that is not open for reading"
    assert await _refusal(origin, way, file) == f"{part} is a closed file"
    assert await _refusal(origin, way, tmp_path) == f"{part} cannot be read: {tmp_path} is a directory"
    missing = await _refusal(origin, way, tmp_path / "none")
    assert missing.startswith(f"{part} cannot be read: [Errno 2]")


def _broken() -> Iterator[bytes]:
    yield b"a" * 100
    raise OSError("disk on fire")


class _Changed(io.BytesIO):
    """A file that is not as long as it says."""

    def __init__(self, size: int, told: int) -> None:
        super().__init__(b"a" * size)
        self.told = told

    def seek(self, place: int, whence: int = 0) -> int:
        found = super().seek(place, whence)
        return self.told if whence else found


@both(sdk)
@pytest.mark.parametrize("way", ["upload", "form"])
async def test_what_changes_while_it_is_read(way: str, client_class: Any, origin: str) -> None:
    """No server takes a part of a file for the whole: the last piece waits until all are there."""
    part = "'file'" if way == "form" else "'body'"
    end = "than the 100000 bytes that it had when it was opened: it was not sent"
    cases: list[tuple[Any, str]] = [
        (_Changed(100_001, 100_000), f"{part} has more {end}"),
        (_Changed(99_999, 100_000), f"{part} has fewer {end}"),
        (_broken(), f"{part} cannot be read: disk on fire"),
        (iter([b"a", 5]), f"a piece of {part} must be bytes, not int"),
    ]
    for file, told in cases:
        assert await _refusal(origin, way, file, client_class) == told


@pytest.mark.parametrize("change", ["grows", "shrinks"])
def test_a_path_whose_file_changes(change: str, origin: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"a" * 300_000)

    def touch(_: Any) -> None:
        with path.open("r+b") as file:
            file.truncate(300_001 if change == "grows" else 10)

    hooks = sdk.Hooks(before_request=touch)
    with (
        sdk.Things(base_url=origin, token="t", hooks=hooks) as client,
        pytest.raises(sdk.InvalidArgumentError) as caught,
    ):
        client.files.upload(body=path)
    more = "more" if change == "grows" else "fewer"
    end = "than the 300000 bytes that it had when it was opened: it was not sent"
    assert str(caught.value) == f"'body' has {more} {end}"
    assert Sink.whole == []


@pytest.mark.parametrize("way", ["upload", "form"])
async def test_an_asynchronous_file_is_refused_before_io(way: str, origin: str) -> None:
    async def pieces() -> Any:
        yield b"a"

    assert "asynchronous client" in await _refusal(origin, way, pieces())


_PEAK = """
import asyncio, re, sys
import sdk_things as sdk
from pathlib import Path

origin, path = sys.argv[1], Path(sys.argv[2])

def peak():  # of this program alone: what getrusage says begins with the peak of who started it
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""
_UPLOADS = """
def pieces():
    with path.open("rb") as file:
        while piece := file.read(65536):
            yield piece

async def later():
    async def pieces_of():
        for piece in pieces():
            yield piece
    async with sdk.AsyncThings(base_url=origin, token="t", retries=0) as client:
        with path.open("rb") as file:
            await client.files.form(file=("big.bin", file))
        await client.files.form(file=pieces_of(), n=1)
        await client.files.upload(body=path)

with sdk.Things(base_url=origin, token="t", retries=0) as client:
    client.files.form(file=b"a")
    start = peak()
    with path.open("rb") as file:
        for way in (path, file, pieces()):
            client.files.form(file=way, n=1)
        file.seek(0)
        for way in (path, file, pieces()):
            client.files.upload(body=way)
threads = peak()
asyncio.run(later())
print(threads - start, peak() - threads)
"""
_DOWNLOAD = """
with sdk.Things(base_url=origin, retries=0) as client:
    start = peak()
    with client.with_streaming_response.ping() as response:
        size = response.save(path) if sys.argv[3] == "save" else sum(map(len, response.iter_bytes()))
print(peak() - start, size)
"""
_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")


@_LINUX
@pytest.mark.slow
def test_an_upload_stays_out_of_memory(origin: str, tmp_path: Path) -> None:
    """A file of 48 MiB is sent in pieces, whatever it is given as: the program grows by less than 8 MiB."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(SIZE)
    threads, later = run_python(things().folder, "-c", _PEAK + _UPLOADS, origin, str(path)).split()
    assert int(threads) < 8 * 1024 and int(later) < 16 * 1024
    assert len(Sink.whole) == 10 and all(SIZE <= size < SIZE + 1000 for size in Sink.whole[1:])


@_LINUX
@pytest.mark.slow
@pytest.mark.parametrize("how", ["pieces", "save"])
def test_a_download_stays_out_of_memory(how: str, server: Recorder, tmp_path: Path) -> None:
    server.script(Reply(200, {}, bytes(SIZE)))
    said = run_python(things().folder, "-c", _PEAK + _DOWNLOAD, server.origin, str(tmp_path / "got"), how)
    grown, size = map(int, said.split())
    assert grown < 24 * 1024, "the first request is in it, and with it httpx2"
    assert size == SIZE and (how != "save" or (tmp_path / "got").stat().st_size == SIZE)


async def test_a_download_is_saved_with_asyncio(server: Recorder, tmp_path: Path) -> None:
    server.script(Reply(200, {}, b"content"))
    async with (
        sdk.AsyncThings(base_url=server.origin, token="t") as client,
        client.things.with_streaming_response.get("a") as response,
    ):
        assert await response.save(tmp_path / "file") == 7
    assert (tmp_path / "file").read_bytes() == b"content"
