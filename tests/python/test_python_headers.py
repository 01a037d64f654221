"""Header values from the caller, in the printed Python: UTF-8, no outer spaces, no line break (RFC 9110, 5.5).

The wire vectors test parameters and credentials; these tests, headers of a client, of a call and of hooks."""

from __future__ import annotations

from typing import Any

import httpx
import httpx2
import pytest

from tests.support.both_clients import settle
from tests.support.python_things import both, things
from tests.support.recorder import Recorder, Reply

sdk: Any = things().module


@both(sdk)
@pytest.mark.parametrize("own", [None, httpx, httpx2], ids=["ours", "httpx", "httpx2"])
async def test_headers_are_utf_8_without_outer_spaces(own: Any, client_class: Any, server: Recorder) -> None:
    server.script(Reply(204))
    http = own and (own.Client if client_class is sdk.Things else own.AsyncClient)()
    client = client_class(base_url=server.origin, headers={"X-Client": " Käse →\t"}, http_client=http)
    await settle(client.ping(options={"headers": {"X-Call": "\ta b "}}))
    (request,) = server.requests
    assert (request.header("X-Client"), request.header("X-Call")) == ("Käse →", "a b")


@pytest.mark.parametrize("bad", ["s3cret\r\nX-Evil: 1", "s3cret\x00", "s3cret\x01", "s3cret\x7f", "s3cret\ud800"])
def test_what_no_header_can_hold_is_refused_before_anything_is_sent(bad: str, server: Recorder) -> None:
    server.script()
    client = sdk.Things(base_url=server.origin, token="t")
    calls = [
        lambda: sdk.Things(base_url=server.origin, headers={"X-A": bad}),
        lambda: client.ping(options={"headers": {"X-A": bad}}),
        lambda: client.ping(options={"headers": {bad: "x"}}),
        lambda: client.things.create(id="a", options={"idempotency_key": bad}),
        lambda: sdk.Things(base_url=server.origin, token=bad).things.get("a"),
    ]
    for call, name in zip(calls, ["X-A", "X-A", "s3cret", "Idempotency-Key", "Authorization"], strict=True):
        with pytest.raises(sdk.InvalidArgumentError) as caught:
            call()
        assert name in str(caught.value)
        assert name == "s3cret" or "s3cret" not in str(caught.value)
    assert not server.requests


def test_what_is_no_text_is_no_header(server: Recorder) -> None:
    with pytest.raises(sdk.InvalidArgumentError, match="'X-A' must be a str, not int"):
        sdk.Things(base_url=server.origin).ping(options={"headers": {"X-A": 1}})


def test_a_header_of_a_hook_is_not_repeated_in_the_error(server: Recorder) -> None:
    def add(request: Any) -> None:
        request.headers.append(("X-A", "s3cret\r\n"))

    client = sdk.Things(base_url=server.origin, hooks=sdk.Hooks(before_request=add))
    with pytest.raises(sdk.InvalidArgumentError, match=r"the request cannot be sent: Illegal header value$"):
        client.ping()
