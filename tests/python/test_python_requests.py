"""Request objects of printed Python: which values are accepted in place of one (D4, D7.1)."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from tests.support.documents import document, object_of, operation, parameter, sends
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

ID = parameter("id", "path")
WEIGHT = parameter("weight", schema={"type": "number", "format": "decimal"})
LIMIT = parameter("limit", schema={"type": "integer"})
ORDER = {"title": "Order", **object_of()}
DOCUMENT = document(
    "Orders",
    {
        "/orders": {"get": operation("list", parameters=[LIMIT, WEIGHT])},
        "/orders/{id}": {
            "get": operation("get", parameters=[ID]),
            "put": sends("put", ORDER, parameters=[ID]),
        },
    },
)


@pytest.fixture(scope="module")
def sdk() -> Any:
    return package_of(DOCUMENT, "sdk_orders", maxMethodParams=0).module


def test_a_dict_is_no_request_object(sdk: Any) -> None:
    """It says which class is meant, before anything is sent."""
    client, later = sdk.Orders(base_url="http://127.0.0.1:1"), sdk.AsyncOrders(base_url="http://127.0.0.1:1")
    for method, kind in (("get", "GetParams"), ("list", "ListParams")):
        said = f"^the argument 'request' must be a {kind}, not dict$"
        with pytest.raises(TypeError, match=said):
            getattr(client, method)({"id": "a"})
        with pytest.raises(TypeError, match=said):
            asyncio.run(getattr(later, method)({"id": "a"}))
    with pytest.raises(TypeError, match="GetParams, not ListParams"):
        client.get(sdk.models.ListParams())
    with pytest.raises(sdk.MissingArgumentError, match="request"):
        client.get(None)
    for nothing in (None, sdk.models.PutParams(id="a")):
        with pytest.raises(sdk.MissingBodyError):
            client.put(nothing)


@pytest.mark.parametrize("text", ["12345678901234567890.120", "0.5", "7"])
def test_a_decimal_number_keeps_its_digits_in_a_query(sdk: Any, text: str, server: Recorder) -> None:
    """D11.3"""
    server.script(Reply(204))
    with sdk.Orders(base_url=server.origin) as client:
        client.list(sdk.models.ListParams(weight=Decimal(text)))
    assert [item.target for item in server.requests] == [f"/orders?weight={text}"]


def test_what_needs_nothing_may_be_left_out(sdk: Any) -> None:
    with Recorder() as server, sdk.Orders(base_url=server.origin) as client:
        server.script(*[Reply(204)] * 4)
        client.list()
        client.list(None)
        client.list(sdk.models.ListParams(limit=2))
        client.get(sdk.models.GetParams(id="a"))
        assert [item.target for item in server.requests] == ["/orders", "/orders", "/orders?limit=2", "/orders/a"]
