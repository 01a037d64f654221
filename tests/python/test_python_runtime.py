"""The runtime of Python SDKs over a real connection: calls, whole and streamed responses, errors, retries, logs.

The wire vectors and the faults show what all languages do alike; here is what Python alone has.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from compiler.ir.servers import Retries
from tests.support.both_clients import enter, iterate, settle
from tests.support.python_things import both, run_python, things
from tests.support.recorder import NET, Recorder, Reply

sdk: Any = things().module
BOTH = both(sdk)
JSON = {"Content-Type": "application/json"}
QUICK = sdk.RetryPolicy(initial=0.001, maximum=0.002)


@pytest.fixture(autouse=True)
def _credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call without credentials is not sent (D16.1)."""
    monkeypatch.setenv("THINGS_TOKEN", "t0p")


@pytest.fixture
def server(server: Recorder) -> Recorder:
    server.script()
    return server


@pytest.fixture
def client(server: Recorder) -> Iterator[Any]:
    with sdk.Things(base_url=server.origin, token="t0p", retries=QUICK) as client:
        yield client


def reply(value: Any, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Reply(status, {**JSON, **named}, json.dumps(value).encode())


class TestResults:
    @BOTH
    async def test_raw_response_holds_everything(self, server: Recorder, client_class: Any) -> None:
        """D13: response headers are typed metadata."""
        server.script(reply({"id": "a"}, X_Version="7", X_Other="o"), reply({"data": [{"id": "c"}]}))
        hooks = sdk.Hooks(before_request=lambda request: request.headers.append(("X-Mine", "m")))
        async with enter(client_class(base_url=server.origin, hooks=hooks)) as client:
            raw = await settle(client.things.with_raw_response.get("a"))
            page = await settle(client.things.with_raw_response.list())
        assert (raw.status, raw.parsed.id, raw.metadata, raw.headers["x-OTHER"]) == (200, "a", {"X-Version": 7}, "o")
        assert json.loads(raw.content) == {"id": "a"} and raw.parse() is raw.parsed
        sent = raw.http_request
        assert (sent.method, sent.url, sent.headers["x-MINE"]) == ("GET", f"{server.origin}/things/a", "m")
        assert raw.is_closed and page.http_request.headers["X-Mine"] == "m"
        assert [item.id for item in page.parsed.items] == ["c"]

    @BOTH
    async def test_raw_response_of_what_cannot_be_read(self, server: Recorder, client_class: Any) -> None:
        """It is handed over as it came, with its metadata; what reads it raises, each time."""
        server.script(*[Reply(200, {"Content-Type": "text/html; charset=latin-1", "X-Version": "7"}, b"<p>\xe9")] * 2)
        async with enter(client_class(base_url=server.origin)) as client:
            raw = await settle(client.things.with_raw_response.get("a"))
            page = await settle(client.things.with_raw_response.list())
        assert (raw.status, raw.content, raw.text, raw.metadata) == (200, b"<p>\xe9", "<p>\xe9", {"X-Version": 7})
        for read in (raw.parse, raw.parse, lambda: raw.parsed, page.parse):
            with pytest.raises(sdk.DecodeError) as caught:
                read()
            assert (caught.value.status, caught.value.content) == (200, b"<p>\xe9")

    @BOTH
    async def test_streaming_response_reads_in_pieces(self, server: Recorder, client_class: Any) -> None:
        """An answer that is an error is raised before the block."""
        server.script(reply({"id": "a"}), reply({"id": "b"}), reply({"id": "c"}), reply({"code": "x"}, 404))
        async with enter(client_class(base_url=server.origin)) as client:
            streaming = client.things.with_streaming_response
            async with enter(streaming.get("a")) as response:
                assert (response.is_closed, response.http_request.method) == (False, "GET")
                assert json.loads(b"".join([piece async for piece in iterate(response.iter_bytes())])) == {"id": "a"}
                assert response.is_closed
            async with enter(streaming.get("b")) as response:
                assert (await settle(response.parse())).id == "b" and response.is_closed
            async with enter(streaming.get("c")) as response:
                assert not response.is_closed
            assert response.is_closed
            with pytest.raises(sdk.NotFoundError):
                async with enter(streaming.get("a")):
                    raise AssertionError("the block was entered")

    def test_an_undeclared_204_is_nothing(self, server: Recorder, client: Any) -> None:
        server.script(Reply(204))
        assert client.things.get("a") is None


WRONG = sdk.InvalidArgumentError
REFUSED: dict[str, tuple[Any, type[Exception], str | None]] = {
    "no argument": (lambda client: client.things.touch("a", needed=None), sdk.MissingArgumentError, "needed"),
    "no body": (lambda client: client.things.create(id=sdk.UNSET), sdk.MissingBodyError, None),
    "half a character in a path": (lambda client: client.things.get("a\ud800"), WRONG, None),
    "half a character in a query": (lambda client: client.things.list(cursor="a\ud800"), WRONG, None),
    "a header with a space": (lambda client: client.ping(options={"headers": {"X A": "a"}}), WRONG, None),
    "a header in other letters": (lambda client: client.ping(options={"headers": {"X-Ä": "a"}}), WRONG, None),
    "no option": (lambda client: client.ping(options={"timout": 5}), WRONG, "timout"),
}


class TestErrors:
    def test_status_and_schema_are_both_classes(self, server: Recorder, client: Any) -> None:
        """sdk 3: 404 is a class of its own; so is each declared error schema. It survives pickling."""
        server.script(reply({"code": "gone"}, 404, X_Request_Id="r1"))
        with pytest.raises(sdk.NotFoundError) as caught:
            client.things.get("a")
        assert (caught.value.body, caught.value.request_id) == ({"code": "gone"}, "r1")
        for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
            assert isinstance(error, sdk.NotFoundError) and isinstance(error, sdk.Problem)
            assert (error.status, error.error.code, str(error)) == (404, "gone", str(caught.value))

    def test_an_error_of_another_shape_has_its_class_and_what_came(self, server: Recorder, client: Any) -> None:
        server.script(reply({"detail": [{"loc": ["body", "id"], "msg": "missing"}]}, 422))
        with pytest.raises(sdk.UnprocessableEntityError, match=r"422 POST /things: body\.id: missing") as caught:
            client.things.create(id="a")
        assert isinstance(caught.value, sdk.Problem)
        assert caught.value.error.to_dict() == caught.value.body

    def test_an_error_page_of_html_is_of_no_schema(self, server: Recorder, client: Any) -> None:
        server.script(Reply(403, {"Content-Type": "text/html"}, b"<html>no</html>"))
        with pytest.raises(sdk.PermissionDeniedError) as caught:
            client.things.get("a")
        assert not isinstance(caught.value, sdk.Problem)

    @pytest.mark.parametrize(
        ("status", "name"),
        [
            (400, "BadRequestError"),
            (401, "AuthenticationError"),
            (409, "ConflictError"),
            (410, "GoneError"),
            (422, "UnprocessableEntityError"),
            (418, "APIError"),
            (501, "ServerError"),
        ],
    )
    def test_status_decides_the_class(self, status: int, name: str, server: Recorder, client: Any) -> None:
        server.script(Reply(status))
        with pytest.raises(sdk.APIError) as caught:
            client.ping()
        assert type(caught.value) is getattr(sdk, name)

    @pytest.mark.parametrize("what", REFUSED)
    def test_what_cannot_be_sent_is_found_before_io(self, what: str, server: Recorder, client: Any) -> None:
        """D7.1, D11.1; a slip of the pen is told, and not passed over."""
        call, error, said = REFUSED[what]
        with pytest.raises(error, match=said):
            call(client)
        assert server.requests == []


_KEYLESS: Any = {"headers": {"idempotency-key": None}}


class TestRetries:
    def test_a_timeout_is_an_error_of_its_own(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with sdk.Things(base_url=origin, retries=0) as client, pytest.raises(sdk.APITimeoutError):
                client.ping(options={"timeout": 0.05})

    def test_when_to_come_back_is_told(self, server: Recorder, client: Any) -> None:
        server.script(Reply(429, {"Retry-After": "3600"}))
        with pytest.raises(sdk.RateLimitError, match="3600") as caught:
            client.ping()
        assert caught.value.retry_at is not None

    def test_a_call_may_have_a_count_of_its_own(self, server: Recorder, client: Any) -> None:
        server.script(Reply(503))
        with pytest.raises(sdk.ServerError):
            client.ping(options={"retries": 0})
        assert len(server.requests) == 1

    def test_a_key_that_the_caller_takes_away_leaves_a_post_that_is_not_repeated(
        self, server: Recorder, client: Any
    ) -> None:
        """D16.5: what counts is what is sent."""
        server.script(Reply(503), reply({"id": "a"}))
        with pytest.raises(sdk.ServerError):
            client.things.create(id="a", options=_KEYLESS)
        assert [item.header("Idempotency-Key") for item in server.requests] == [None]

    def test_unsafe_says_that_a_post_may_be_done_twice(self, server: Recorder) -> None:
        policy = replace(QUICK, unsafe=True)
        with sdk.Things(base_url=server.origin, retries=policy) as client:
            server.script(Reply(503), reply({"id": "a"}))
            client.things.create(id="a", options=_KEYLESS)
        assert len(server.requests) == 2

    def test_a_post_is_repeated_where_there_was_no_connection(self) -> None:
        failed: list[Any] = []
        hooks = sdk.Hooks(on_error=lambda _, error: failed.append(error.unsent))
        with (
            sdk.Things(base_url="http://127.0.0.1:2", retries=QUICK, hooks=hooks) as client,
            pytest.raises(sdk.APIConnectionError),
        ):
            client.things.create(id="a", options=_KEYLESS)
        assert failed == [True] * 3

    def test_a_file_is_read_again(self, server: Recorder, client: Any, tmp_path: Any) -> None:
        path = tmp_path / "a.bin"
        path.write_bytes(b"x" * 100_000)
        server.script(Reply(503), Reply(204), Reply(503), Reply(204))
        client.files.upload(body=path)
        with path.open("rb") as file:
            file.seek(99_990)
            client.files.upload(body=file)
        assert [len(item.body) for item in server.requests] == [100_000, 100_000, 10, 10]
        assert server.requests[0].header("Content-Length") == "100000"


class TestHooks:
    """sdk 8: before request, after response, on error."""

    @BOTH
    async def test_each_attempt_is_told(self, client_class: Any, server: Recorder) -> None:
        told: list[Any] = []
        hooks = sdk.Hooks(
            before_request=lambda request: request.headers.append(("X-Attempt", str(len(told)))),
            after_response=lambda request, response: told.append((request.method, response.status)),
            on_error=lambda request, error: told.append(type(error).__name__),
        )
        server.script(Reply(drop=True), Reply(503), Reply(204))
        async with enter(client_class(base_url=server.origin, retries=QUICK, hooks=hooks)) as client:
            await settle(client.ping())
        assert told == ["APIConnectionError", ("GET", 503), ("GET", 204)]
        assert [item.header("X-Attempt") for item in server.requests] == ["0", "1", "2"]

    @BOTH
    async def test_a_hook_that_fails_lets_the_connection_go(self, client_class: Any, server: Recorder) -> None:
        """Its error is the caller's; the next call gets the one connection that there may be."""

        def fail(request: Any, response: Any) -> None:
            if response.status == 200:
                raise LookupError("mine")

        async def fail_later(request: Any, response: Any) -> None:
            await asyncio.sleep(0)
            fail(request, response)

        server.script(reply({"id": "a"}), Reply(204))
        hooks = sdk.Hooks(after_response=fail if client_class is sdk.Things else fail_later)
        options = {"base_url": server.origin, "max_connections": 1, "timeout": NET, "hooks": hooks}
        async with enter(client_class(**options)) as client:
            with pytest.raises(LookupError, match="mine"):
                await settle(client.things.get("a"))
            await settle(client.ping())

    async def test_asynchronous_hooks_are_waited_for(self, server: Recorder) -> None:
        told: list[Any] = []

        async def before(request: Any) -> None:
            await asyncio.sleep(0.01)
            request.headers.append(("X-Signed", "yes"))

        async def after(request: Any, response: Any) -> None:
            await asyncio.sleep(0)
            told.append(response.status)

        async def failed(request: Any, error: Exception) -> None:
            await asyncio.sleep(0)
            told.append(type(error).__name__)

        hooks = sdk.Hooks(before_request=before, after_response=after, on_error=failed)
        server.script(Reply(drop=True), Reply(204))
        async with sdk.AsyncThings(base_url=server.origin, retries=QUICK, hooks=hooks) as client:
            await client.ping()
        assert told == ["APIConnectionError", 204]
        assert [item.header("X-Signed") for item in server.requests] == ["yes", "yes"]
        with pytest.raises(sdk.ConfigurationError, match="asynchronous client"):
            sdk.Things(base_url=server.origin, hooks=hooks).ping()


class TestUploads:
    def test_an_iterator_is_sent_in_chunks_and_once(self, server: Recorder, client: Any) -> None:
        """What cannot be read twice is sent once."""
        server.script(Reply(503), Reply(204))
        with pytest.raises(sdk.ServerError):
            client.files.upload(body=iter([b"a", b"bc"]))
        (request,) = server.requests
        assert (request.body, request.header("Transfer-Encoding")) == (b"abc", "chunked")

    async def test_an_asynchronous_iterator(self, server: Recorder) -> None:
        async def pieces() -> Any:
            yield b"a"
            yield b"bc"

        server.script(Reply(204))
        async with sdk.AsyncThings(base_url=server.origin) as client:
            await client.files.upload(body=pieces())
        assert server.requests[0].body == b"abc"

    @BOTH
    async def test_the_parts_of_a_form_are_streamed(self, client_class: Any, server: Recorder, tmp_path: Any) -> None:
        path = tmp_path / 'we"ird.txt'
        path.write_bytes(b"content")
        server.script(Reply(204))
        async with enter(client_class(base_url=server.origin)) as client:
            await settle(client.files.form(file=path, n=3))
        (request,) = server.requests
        assert b'filename="we%22ird.txt"\r\nContent-Type: application/octet-stream\r\n\r\ncontent\r\n' in request.body
        assert b'name="n"\r\n\r\n3\r\n' in request.body
        assert request.header("Content-Length") == str(len(request.body))

    def test_pieces_may_be_text_and_any_bytes(self, server: Recorder, client: Any) -> None:
        server.script(Reply(204))
        client.files.upload(body=["ä", bytearray(b"b"), memoryview(b"c")])
        assert server.requests[0].body == "äbc".encode()


def test_a_broken_line_is_an_sdk_error(server: Recorder, client: Any) -> None:
    server.script(Reply(200, {"Content-Type": "application/jsonl"}, b'{"id": "a"}\n{"id": \n'))
    stream = iter(client.streams.lines())
    assert next(stream).id == "a"
    with pytest.raises(sdk.DecodeError):
        next(stream)


class TestPages:
    @BOTH
    async def test_pages_and_those_that_follow(self, server: Recorder, client_class: Any) -> None:
        """D6.10; D6.5: options are repeated for each page."""
        pages = [reply({"data": [{"id": "a"}, {"id": "b"}], "next": "2"}), reply({"data": [{"id": "c"}]})]
        server.script(*pages, *pages)
        async with enter(client_class(base_url=server.origin)) as client:
            page = await settle(client.things.list(state="on", options={"headers": {"X-Mine": "m"}}))
            assert ([item.id for item in page.items], page.has_next) == (["a", "b"], True)
            following = await settle(page.next())
            assert ([item.id for item in following.items], following.has_next) == (["c"], False)
            assert await settle(following.next()) is None
            assert [len(page.result.data) async for page in iterate(client.things.list().pages())] == [2, 1]
        assert server.requests[1].target == "/things?cursor=2&state=on"
        assert [item.header("X-Mine") for item in server.requests] == ["m", "m", None, None]


class TestClients:
    @BOTH
    async def test_a_client_of_httpx_is_used_with_its_settings(self, client_class: Any, server: Recorder) -> None:
        server.script(Reply(204), Reply(302, {"Location": "/elsewhere"}), Reply(204))
        kind = httpx2.Client if client_class is sdk.Things else httpx2.AsyncClient
        async with enter(kind(headers={"X-Mine": "m"}, follow_redirects=True)) as own:
            async with enter(client_class(base_url=server.origin, http_client=own)) as client:
                await settle(client.ping())
                await settle(client.ping())
            assert not own.is_closed
        assert [item.header("X-Mine") for item in server.requests] == ["m", "m", "m"]

    def test_the_limits_of_a_client_of_httpx_are_its_own(self, server: Recorder) -> None:
        """One connection: while a download holds it, another call waits for it no longer than its timeout."""
        server.script(Reply(200, {}, b"x" * 1_000_000), Reply(204))
        own = httpx2.Client(limits=httpx2.Limits(max_connections=1))
        with own, sdk.Things(base_url=server.origin, http_client=own, retries=0) as client:
            with client.things.with_streaming_response.get("a") as response:
                pieces = response.iter_bytes()
                assert next(pieces)
                with pytest.raises(sdk.APITimeoutError):
                    client.ping(options={"timeout": 0.1})
            client.ping()

    def test_errors_of_a_client_of_httpx_are_wrapped(self, server: Recorder) -> None:
        def fail(request: httpx2.Request) -> httpx2.Response:
            raise httpx2.ConnectTimeout("slow", request=request)

        own = httpx2.Client(transport=httpx2.MockTransport(fail))
        with pytest.raises(sdk.APITimeoutError):
            sdk.Things(base_url=server.origin, http_client=own, retries=0).ping()

    def test_a_transport_of_ones_own(self) -> None:
        class Response:
            status = 200
            headers = sdk.Headers([("Content-Type", "application/json")])

            def read(self) -> bytes:
                return b'{"id": "mine"}'

        class Transport:
            def send(self, request: Any) -> Any:
                self.request = request
                return Response()

            def close(self) -> None:
                self.closed = True

        own = Transport()
        with sdk.Things(http_client=own) as client:
            assert client.things.get("a b").id == "mine"
        assert own.request.url == "https://eu.things.example/v1/things/a%20b"
        assert own.closed

    @pytest.mark.parametrize(
        ("options", "url"),
        [
            ({}, "https://eu.things.example/v1/ping"),
            ({"region": "us"}, "https://us.things.example/v1/ping"),
            ({"server": "sandbox"}, "https://sandbox.things.example/ping"),
            ({"server": 1}, "https://sandbox.things.example/ping"),
            ({"base_url": "http://localhost:1/x/"}, "http://localhost:1/x/ping"),
        ],
    )
    def test_servers(self, options: dict[str, Any], url: str) -> None:
        class StopError(Exception):
            pass

        class Transport:
            def send(self, request: Any) -> Any:
                assert request.url == url
                raise StopError

        with pytest.raises(StopError):
            sdk.Things(http_client=Transport(), **options).ping()

    @pytest.mark.parametrize(
        "options",
        [
            {"server": "nowhere"},
            {"server": 2},
            {"region": "moon"},
            {"base_url": "things.example"},
            {"base_url": "http://exa mple"},
            {"base_url": "ftp://x"},
            {"base_url": "http://[::1"},
            {"base_url": "http://h:port"},
            {"base_url": "http://h/v1?key=k"},
            {"base_url": "http://h/v1#a"},
        ],
        ids=str,
    )
    def test_a_server_that_is_none(self, options: dict[str, Any]) -> None:
        """What stands behind a ``?`` or ``#`` of a URL would swallow the path."""
        with sdk.Things(**options) as client, pytest.raises(sdk.ConfigurationError):
            client.ping()

    def test_a_base_url_with_letters_beyond_ascii(self, server: Recorder) -> None:
        server.script(Reply(204))
        with sdk.Things(base_url=f"{server.origin}/ä") as client:
            client.ping()
        assert server.requests[0].target == "/%C3%A4/ping"

    def test_proxies_of_the_environment(self, server: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
        server.script(Reply(204))
        monkeypatch.setenv("http_proxy", server.origin)
        monkeypatch.setenv("no_proxy", "direct.example")
        with sdk.Things(base_url="http://far.example", retries=0) as client:
            client.ping()
            with pytest.raises(sdk.APIConnectionError):
                client.ping(options={"server": "http://direct.example:1", "timeout": 0.2})
        assert [item.target for item in server.requests] == ["http://far.example/ping"]

    def test_credentials_of_the_environment(self, server: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("THINGS_TOKEN", "secret")
        monkeypatch.setenv("THINGS_BASE_URL", server.origin)
        server.script(reply({"id": "a"}))
        with sdk.Things() as client:
            client.things.get("a")
        assert server.requests[0].header("Authorization") == "Bearer secret"

    def test_a_lost_connection_says_where(self) -> None:
        """Without the query, which may hold anything."""
        said = r"^GET /things: no answer from http://127\.0\.0\.1:1: [^/]*refused$"
        with (
            sdk.Things(base_url="http://127.0.0.1:1", key="s3cret", retries=QUICK) as client,
            pytest.raises(sdk.APIConnectionError, match=said),
        ):
            client.things.list(cursor="c")

    @pytest.mark.filterwarnings("ignore::ResourceWarning")
    def test_an_asynchronous_client_outlives_an_event_loop(self, server: Recorder) -> None:
        """What runs a loop for each call, as scripts do, can keep one client."""
        server.script(Reply(204), Reply(204))
        client = sdk.AsyncThings(base_url=server.origin, retries=0)
        for _ in range(2):
            asyncio.run(client.ping())
        assert len(server.requests) == 2

    def test_options_of_a_call(self, server: Recorder, client: Any) -> None:
        server.script(Reply(204))
        headers = {"User-Agent": "mine", "Accept": None, "X-A": "a"}
        client.ping(options={"headers": headers, "server": f"{server.origin}/base"})
        (request,) = server.requests
        assert request.target == "/base/ping"
        found = [request.header(name) for name in ("User-Agent", "X-A")]
        assert found == ["mine", "a"]


def test_no_secret_in_the_log(
    server: Recorder, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """sdk 5: no secret, given as key, header or query, in a DEBUG log."""
    caplog.set_level(logging.DEBUG)
    server.script(*[reply({"id": "a"})] * 2)
    with sdk.Things(base_url=server.origin, token="s3cret-t") as client:
        client.things.get("a")
    monkeypatch.delenv("THINGS_TOKEN")
    with sdk.Things(base_url=server.origin, key="s3cret-k") as client:
        client.things.get("a")
    assert "s3cret-k" in server.requests[1].target
    assert "GET" in caplog.text
    assert "s3cret" not in caplog.text


def test_importing_is_lazy() -> None:
    """sdk 12: importing the package loads no model, no client and no HTTP library."""
    code = (
        "import sys, sdk_things; loaded = [name for name in sys.modules if name.startswith(('sdk_things.', 'httpx'))];"
        "assert sorted(loaded) == ['sdk_things._runtime', 'sdk_things._runtime.lazy'], loaded;"
        "client = sdk_things.Things(base_url='http://localhost');"
        "assert not [name for name in sys.modules if name.startswith('httpx')];"
        "assert 'sdk_things._groups.things' not in sys.modules; import sdk_things.models;"
        "lazy = lambda *parts: not [name for name in sys.modules if any(part in name for part in parts)];"
        "assert lazy('._models.', '._params.'); sdk_things.models.Thing; assert lazy('._params.', '._schemas')"
    )
    run_python(things().folder, "-c", code)


def test_public_names() -> None:
    for name in sdk.__all__:
        assert getattr(sdk, name) is not None
    assert set(sdk.__all__) <= set(dir(sdk))
    assert sdk.NotFoundError.__module__ == "sdk_things"
    with pytest.raises(AttributeError):
        _ = sdk.Nothing


def test_it_retries_like_a_document_that_says_nothing() -> None:
    """Of a policy only what differs from the plan's default is printed."""
    policy, usual = sdk.RetryPolicy(), Retries()
    times = (usual.max_elapsed_time, usual.initial_interval, usual.max_interval)
    assert (policy.retries, policy.budget, policy.initial, policy.maximum) == (usual.most, *(at / 1000 for at in times))
    kinds = (policy.exponent, policy.statuses, policy.connection_errors, policy.unsafe)
    assert kinds == (usual.exponent, usual.status_codes, usual.connection_errors, usual.unsafe)
