"""Proxies and limits of connections of the printed Python, with threads and with asyncio: `proxy` and `max_connections`
of the client, and the same settings of an HTTP client that the caller passes."""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import httpx2
import pytest

from tests.support.both_clients import enter, settle
from tests.support.python_things import both, run_python, things
from tests.support.recorder import NET, Recorder, Reply, wait_for

sdk: Any = things().module
FAR = "http://far.example"
BOTH = both(sdk)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="module")
def proxy() -> Iterator[Recorder]:
    """A proxy that answers by itself: what it was asked is the whole URL."""
    with Recorder() as recorder:
        yield recorder


async def ping(client_class: Any, **options: Any) -> None:
    async with enter(client_class(**options)) as client:
        await settle(client.ping())


def with_password(recorder: Recorder) -> str:
    return recorder.origin.replace("http://", "http://me:s3cret@")


@BOTH
async def test_all_requests_go_through_a_proxy(
    client_class: Any, proxy: Recorder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the environment says; the proxy's password is its own header, and in no log."""
    monkeypatch.setenv("no_proxy", "*")
    caplog.set_level(logging.DEBUG)
    proxy.script(Reply(204))
    await ping(client_class, base_url=FAR, proxy=with_password(proxy))
    (request,) = proxy.requests
    assert request.target == f"{FAR}/ping"
    assert request.header("Proxy-Authorization") == "Basic " + base64.b64encode(b"me:s3cret").decode()
    assert "GET /ping -> 204" in caplog.text
    assert "s3cret" not in caplog.text


@BOTH
async def test_a_proxy_that_refuses(client_class: Any, proxy: Recorder) -> None:
    """A tunnel that is not dug is a connection error, without the password."""
    proxy.script()
    with pytest.raises(sdk.APIConnectionError) as caught:
        await ping(client_class, base_url="https://far.example", proxy=with_password(proxy), retries=0)
    assert "s3cret" not in repr(caught.value)
    assert "501" in str(caught.value)


@BOTH
@pytest.mark.parametrize("module", [httpx, httpx2], ids=lambda module: str(module.__name__))
async def test_the_proxy_of_a_client_of_ones_own(client_class: Any, module: Any, proxy: Recorder) -> None:
    proxy.script(Reply(204))
    kind = module.Client if client_class is sdk.Things else module.AsyncClient
    async with enter(kind(proxy=proxy.origin)) as own:
        await ping(client_class, base_url=FAR, http_client=own)
    assert [item.target for item in proxy.requests] == [f"{FAR}/ping"]


@pytest.mark.parametrize("more", [{"proxy": FAR}, {"max_connections": 3}], ids=str)
def test_settings_that_a_client_of_ones_own_does_not_heed(more: dict[str, Any]) -> None:
    with httpx2.Client() as own, pytest.raises(sdk.ConfigurationError, match="set them in your http_client"):
        sdk.Things(base_url=FAR, http_client=own, **more)
    with pytest.raises(sdk.ConfigurationError, match="set them in your http_client"):
        sdk.AsyncThings(base_url=FAR, http_client=httpx2.AsyncClient(), **more)


@pytest.mark.parametrize("wrong", ["me:s3cret@nowhere", "ftp://me:s3cret@nowhere", "http://", "http://[me:s3cret"])
def test_what_is_no_proxy(wrong: str) -> None:
    with pytest.raises(sdk.ConfigurationError) as caught:
        sdk.Things(base_url=FAR, proxy=wrong)
    assert "s3cret" not in str(caught.value)


class Busy:
    """A server that counts how many requests it has at once; each waits until so many are there, and for `let_go`."""

    def __init__(self, together: int = 1) -> None:
        self.most = self._now = 0
        self.let_go = threading.Event()
        self.let_go.set()
        self._together = together
        self._met = threading.Event()
        self.peers: list[int] = []
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.origin = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Busy:
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        busy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                busy.peers.append(self.client_address[1])
                busy.count(1)
                busy._met.wait(NET)
                busy.let_go.wait(NET)
                time.sleep(0.05)  # one more than may come would come meanwhile
                busy.count(-1)
                self.send_response_only(204)
                self.end_headers()

        return Handler

    def count(self, step: int) -> None:
        with self._lock:
            self._now += step
            self.most = max(self.most, self._now)
            if self.most >= self._together:
                self._met.set()


@BOTH
async def test_no_more_connections_than_that(client_class: Any) -> None:
    with Busy(together=2) as busy:
        async with enter(client_class(base_url=busy.origin, max_connections=2)) as client:
            if client_class is sdk.Things:
                await asyncio.gather(*(asyncio.to_thread(client.ping) for _ in range(6)))
            else:
                await asyncio.gather(*(client.ping() for _ in range(6)))
    assert busy.most == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_connections_of_its_own() -> None:
    """Two processes that talk over one connection would read each other's answers."""
    code = """
        import os, sys, sdk_things
        client = sdk_things.Things(base_url=sys.argv[1], retries=0)
        client.ping()
        if os.fork() == 0:
            client.ping()
            os._exit(0)
        assert os.wait()[1] == 0
        client.ping()
    """
    with Busy() as busy:
        run_python(things().folder, "-W", "error::RuntimeWarning", "-c", textwrap.dedent(code), busy.origin)
    first, forked, again = busy.peers
    assert first == again != forked


def test_the_wait_for_a_connection_is_limited() -> None:
    """All connections are taken: that is a timeout that says so, and not a hang."""
    with (
        Busy() as busy,
        sdk.Things(base_url=busy.origin, max_connections=1, retries=0) as client,
        ThreadPoolExecutor(2) as pool,
    ):
        client.ping()
        busy.let_go.clear()
        first = pool.submit(client.ping)
        wait_for(lambda: len(busy.peers) == 2)
        with pytest.raises(sdk.APITimeoutError, match="connection"):
            client.ping(options={"timeout": 0.005})
        busy.let_go.set()
        first.result()
    with pytest.raises(sdk.ConfigurationError, match="1 or more"):
        sdk.Things(base_url=FAR, max_connections=0)
