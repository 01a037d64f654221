"""D16.1, D16.3, D16.4 in Python: credentials, clients with other settings, undocumented calls, the debug line, and the
arguments of hooks.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.documents import text_of
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

gates: Any = package_of(text_of("languages/gates.yaml"), "sdk_gates").module
sdk: Any = package_of(text_of("languages/doors.yaml"), "sdk_doors").module
THING = Reply(200, {"Content-Type": "application/json", "X-Request-Id": "r1"}, b'{"id": "a"}')


@pytest.fixture
def server(server: Recorder) -> Recorder:
    server.script(*[THING] * 9)
    return server


@pytest.fixture
def client(server: Recorder) -> Iterator[Any]:
    with sdk.Doors(base_url=server.origin, key="s3cret", retries=0) as client:
        yield client


class TestCredentials:
    @pytest.mark.parametrize(
        ("client", "call"),
        [
            ({"key": None}, {}),
            ({"key": ""}, {}),
            ({}, {"headers": {"X-Key": ""}}),
            ({}, {"headers": {"X-Key": None}}),
            ({"hooks": sdk.Hooks(after_response=lambda *_: None)}, {}),
        ],
        ids=["none", "an empty one", "an empty header", "a header taken away", "a hook that looks on"],
    )
    def test_none_and_an_empty_one_are_told(
        self, client: Any, call: Any, server: Recorder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An empty variable is none, too."""
        monkeypatch.setenv("DOORS_KEY", "")
        with pytest.raises(sdk.MissingCredentialsError) as caught:
            sdk.Doors(base_url=server.origin, **client).things.get_thing("a", options=call)
        assert str(caught.value) == "no credentials for GET /things/a: give key (or set DOORS_KEY)"
        assert isinstance(caught.value, sdk.SDKError)
        assert server.requests == []

    def test_headers_in_any_letters_are_as_good(self, server: Recorder) -> None:
        sdk.Doors(base_url=server.origin, headers={"x-KEY": "own"}).things.get_thing("a")
        sdk.Doors(base_url=server.origin).things.get_thing("a", options={"headers": {"X-key": "own"}})
        assert [item.header("X-Key") for item in server.requests] == ["own", "own"]

    def test_others_may_add_them(self, server: Recorder) -> None:
        """`auth`, and a hook that runs before requests, until another is there in its place."""
        sdk.Doors(base_url=server.origin, auth="external").things.get_thing("a")
        signed = sdk.Doors(base_url=server.origin, hooks=sdk.Hooks(before_request=lambda _: None))
        signed.things.get_thing("a")
        looked_at = signed.with_options(hooks=sdk.Hooks(on_error=lambda *_: None, on_invalid_response=lambda _: None))
        with pytest.raises(sdk.MissingCredentialsError):
            looked_at.things.get_thing("a")
        looked_at.with_options(hooks=sdk.Hooks(before_request=lambda _: None)).things.get_thing("a")
        assert len(server.requests) == 3

    def test_mutual_tls_needs_none(self, server: Recorder) -> None:
        server.script(Reply(204))
        sdk.Doors(base_url=server.origin).request_group.secure()


class TestOptions:
    def test_the_same_client_with_other_settings(self, server: Recorder, client: Any) -> None:
        client.things.get_thing("a")
        other = client.with_options(timeout=5, headers={"X-Team": "t"}, retries=1)
        other.things.get_thing("a")
        client.things.get_thing("a")
        assert type(other) is type(client)
        assert other._engine.transport is client._engine.transport
        assert (other._engine.settings.timeout, client._engine.settings.timeout) != (5, 5)
        assert [item.header("X-Team") for item in server.requests] == [None, "t", None]
        assert [item.header("X-Key") for item in server.requests] == ["s3cret"] * 3

    def test_credentials_and_servers(self, server: Recorder) -> None:
        """All that the client takes, but what its connections are made of. Credentials that stay share their tokens."""
        server.script(*[Reply(200, {"Content-Type": "application/json"}, b'{"access_token": "t1"}'), *[Reply(204)] * 5])
        mine = gates.ClientCredentials(client_id="me", client_secret="s3cret")
        client = gates.Gates(base_url=server.origin, machine=mine, key="k")
        client.list_things()
        client.with_options(timeout=5, key="other").list_things()
        client.with_options(machine="token").list_things()
        gates.Gates(base_url=server.origin, key="k").with_options(key="other", auth="external").add_thing()
        found = [(item.target, item.header("Authorization"), item.header("X-Key")) for item in server.requests[1:]]
        assert found == [
            ("/things", "Bearer t1", None),
            ("/things", "Bearer t1", None),
            ("/things", "Bearer token", None),
            ("/things", None, "other"),
        ]
        assert repr(gates.Gates(host="https://us.x").with_options(host="https://ap.x")) == "<Gates https://ap.x>"
        gates.Gates(host=server.origin, key="k").with_options(timeout=5, auth="external").add_thing()
        with pytest.raises(gates.ConfigurationError, match="the server variable 'host' has no value"):
            gates.Gates(key="k", auth="external").add_thing()
        with pytest.raises(TypeError, match="http_client"):
            client.with_options(http_client=None)

    def test_query_and_body_are_added_to(self, server: Recorder, client: Any) -> None:
        extra = {"extra_query": {"a b": [1, 2], "none": None}, "extra_body": {"more": [True]}}
        server.script(Reply(204), Reply(204), THING)
        client.things.change_thing("a", name="b", options=extra)
        client.things.change_thing("a", options=extra)
        assert [item.target for item in server.requests] == ["/things/a?a%20b=1&a%20b=2"] * 2
        assert [json.loads(item.body) for item in server.requests] == [{"name": "b", "more": [True]}, {"more": [True]}]
        with pytest.raises(sdk.InvalidArgumentError, match="extra_body"):
            client.things.get_thing("a", options={"extra_body": {"x": 1}})


class TestRequest:
    def test_what_the_document_does_not_have(self, server: Recorder, client: Any) -> None:
        found = client.request("post", "/new?x=1", body={"n": 1}, into=sdk.models.Thing)
        assert (type(found), found.id) == (sdk.models.Thing, "a")
        assert client.request("GET", "new") == {"id": "a"}
        first, second = server.requests
        assert (first.method, first.target, first.header("X-Key")) == ("POST", "/new?x=1", "s3cret")
        assert json.loads(first.body) == {"n": 1}
        assert (second.target, second.body) == ("/new", b"")

    def test_what_it_carries_where_the_document_as_a_whole_asks_for_nothing(self, server: Recorder) -> None:
        """What operations ask for, the most usual first, and nothing where the client has none of it."""
        for given in ({"machine": "t", "key": "k"}, {"key": "k"}, {}):
            gates.Gates(base_url=server.origin, **given).request("GET", "/new")
        found = [(item.header("Authorization"), item.header("X-Key")) for item in server.requests]
        assert found == [("Bearer t", None), (None, "k"), (None, None)]

    def test_properties_that_are_added_make_a_body(self, server: Recorder, client: Any) -> None:
        client.request("POST", "/new", options={"extra_body": {"n": 1}})
        client.request("POST", "/new", options={"body": {"m": 2}})
        assert [json.loads(item.body) for item in server.requests] == [{"n": 1}, {"m": 2}]

    def test_its_errors_are_those_of_methods(self, server: Recorder, client: Any) -> None:
        server.script(Reply(404, {"Content-Type": "application/json"}, b'{"message": "no"}'))
        with pytest.raises(sdk.NotFoundError, match=r"^404 DELETE /new: no$"):
            client.request("DELETE", "/new")
        with pytest.raises(sdk.MissingCredentialsError, match="GET /new: give key"):
            sdk.Doors(base_url=server.origin).request("GET", "/new")
        with pytest.raises(sdk.InvalidArgumentError, match="not a URL"):
            client.request("GET", "https://other.example/x")

    def test_bytes_and_text(self, server: Recorder, client: Any) -> None:
        server.script(
            Reply(200, {"Content-Type": "image/png"}, b"\x00"), Reply(200, {"Content-Type": "text/plain"}, b"t")
        )
        assert client.request("PUT", "/raw", body=b"\x01") == b"\x00"
        assert client.request("GET", "/raw") == "t"
        assert server.requests[0].header("Content-Type") == "application/octet-stream"

    async def test_asynchronous_twins(self, server: Recorder) -> None:
        async with sdk.AsyncDoors(base_url=server.origin, key="k") as client:
            found = await client.with_options(timeout=3).request("GET", "/new", into=sdk.models.Thing)
        assert found.id == "a"


class TestLog:
    def test_a_line_for_each_attempt(
        self, server: Recorder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setenv("DOORS_LOG", "debug")
        level = logging.getLogger("sdk_doors").level
        try:
            with sdk.Doors(base_url=server.origin, key="s3cret") as client:
                client.things.get_thing("a", options={"extra_query": {"token": "s3cret"}})
        finally:
            logging.getLogger("sdk_doors").setLevel(level)
        lines = [record.getMessage() for record in caplog.records if record.name == "sdk_doors"]
        assert len(lines) == 1
        assert lines[0].startswith("GET /things/a -> 200 in ") and lines[0].endswith(" ms (request id r1)")
        assert "s3cret" not in caplog.text

    def test_hooks_see_operation_and_route(self, server: Recorder) -> None:
        seen = []
        hooks = sdk.Hooks(after_response=lambda request, _: seen.append((request.operation, request.route)))
        with sdk.Doors(base_url=server.origin, key="k", hooks=hooks) as client:
            client.things.get_thing("a")
        assert seen == [("getThing", "/things/{id}")]
