"""A printed SDK against a real server: Prefect, which serves its own OpenAPI 3.1 document.

The document is taken from the running server, `x-codegen-*` keys are added to it, the SDK is compiled from that and
talks to the server: it creates flows, pages through them by offset in the body and by page in the body, and through
events by URL, where a POST is followed by GETs. Skips only where the package registry does not answer.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import time
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from printed import Printed, print_python
from servers import prefect

FLOWS = 23
EVENTS = 17
OFFSET = {
    "type": "offsetLimit",
    "inputs": [
        {"name": "offset", "in": "requestBody", "type": "offset"},
        {"name": "limit", "in": "requestBody", "type": "limit"},
    ],
    "outputs": {"results": "$"},
}
PAGE = {
    "type": "offsetLimit",
    "inputs": [{"name": "page", "in": "requestBody", "type": "page"}],
    "outputs": {"results": "$.results", "numPages": "$.pages"},
}
URL = {"type": "url", "outputs": {"results": "$.events", "nextUrl": "$.next_page"}}

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    try:
        environment = prefect.install()
    except prefect.RegistryUnavailableError as error:
        pytest.skip(f"the package registry does not answer, so Prefect cannot be installed: {error}")
    with prefect.running(environment, tmp_path_factory.mktemp("prefect")) as found:
        yield found


def configured(document: dict[str, Any]) -> dict[str, Any]:
    """The served document with names and pagination (D3, D6)."""
    paths = document["paths"]
    keys = {
        "/flows/": {"x-codegen-name-override": "create"},
        "/flows/filter": {"x-codegen-name-override": "list", "x-codegen-pagination": OFFSET},
        "/flows/paginate": {"x-codegen-name-override": "paginate", "x-codegen-pagination": PAGE},
        "/events": {"x-codegen-name-override": "create"},
        "/events/filter": {"x-codegen-name-override": "list", "x-codegen-pagination": URL},
    }
    for path, added in keys.items():
        paths[path]["post"].update(added)
    return document


@dataclass
class Prefect:
    """The compiled SDK and a client of the running server."""

    sdk: Printed
    client: Any
    base_url: str


@pytest.fixture(scope="module")
def api(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prefect]:
    with urllib.request.urlopen(f"{origin}/openapi.json", timeout=60) as response:
        document = configured(json.load(response))
    sdk = print_python(document, "prefect_api", tmp_path_factory.mktemp("sdk"))
    base_url = f"{origin}/api"
    with getattr(sdk.module, sdk.plan.surface.client)(base_url=base_url) as client:
        for number in range(FLOWS):
            client.flows.create(body={"name": f"flow-{number:02}", "tags": ["codegen"]})
        yield Prefect(sdk, client, base_url)


def names(flows: Any) -> list[str]:
    return sorted(flow.name for flow in flows)


ALL = [f"flow-{number:02}" for number in range(FLOWS)]


def test_a_flow_is_created(api: Prefect) -> None:
    """spec 2.6: a required JSON body; creating it again answers the same flow."""
    again = api.client.flows.create(body={"name": "flow-00"})
    assert isinstance(again, api.sdk.module.models.Flow)
    assert again.id and again.tags == ["codegen"]
    assert isinstance(again.created, datetime.datetime) and again.created.tzinfo


def test_pages_by_offset_in_the_body(api: Prefect) -> None:
    """spec 2.5, D6.4: offset and limit in the request body, the body of the answer is the list."""
    page = api.client.flows.list(body={"limit": 10, "sort": "NAME_ASC"})
    counts, found = [], []
    while page is not None:
        counts.append(len(page.result))
        found += [flow.name for flow in page.result]
        page = page.next()
    assert counts == [10, 10, 3]
    assert found == ALL


def test_the_empty_page_ends_the_pages(api: Prefect) -> None:
    """D6.4: where the last page is full, the empty one is returned once; Prefect answers it with an empty list."""
    body = {"limit": 5, "flows": {"name": {"any_": ALL[:10]}}}
    assert [len(page.result) for page in api.client.flows.list(body=body).pages()] == [5, 5, 0]


def test_a_missing_optional_body_is_made(api: Prefect) -> None:
    """D6.7: the first call sends no body at all, the second one the offset."""
    page = api.client.flows.list()
    assert names(page.result) == ALL
    following = page.next()
    assert following is not None and following.result == [] and following.next() is None


def test_pages_by_page_in_the_body(api: Prefect) -> None:
    """spec 2.5: page in the request body, ended by numPages."""
    page = api.client.flows.paginate(body={"limit": 10, "page": 1})
    counts = []
    while page is not None:
        counts.append((page.result.page, len(page.result.results)))
        page = page.next()
    assert counts == [(1, 10), (2, 10), (3, 3)]
    assert names(api.client.flows.paginate(body={"limit": 7})) == ALL


def test_pages_with_await(api: Prefect) -> None:
    """D6.10: the same with the asynchronous client."""

    async def walk() -> list[str]:
        kind = getattr(api.sdk.module, f"Async{api.sdk.plan.surface.client}")
        async with kind(base_url=api.base_url) as client:
            return names([flow async for flow in client.flows.list(body={"limit": 4})])

    assert asyncio.run(walk()) == ALL


def test_pages_by_url(api: Prefect) -> None:
    """D6.5: the next page of a POST is the GET of the URL that it answers."""
    run = uuid.uuid4().hex
    now = datetime.datetime.now(datetime.UTC)
    events = [
        {
            "id": str(uuid.uuid4()),
            "occurred": now - datetime.timedelta(seconds=number),
            "event": f"codegen.{run}.{number:02}",
            "resource": {"prefect.resource.id": f"codegen.{run}"},
        }
        for number in range(EVENTS)
    ]
    api.client.events.create(body=events)
    wanted = {"filter": {"resource": {"id": [f"codegen.{run}"]}}, "limit": 5}
    wait_until(lambda: api.client.events.list(body=wanted).result.total == EVENTS)
    pages = list(api.client.events.list(body=wanted).pages())
    assert [len(page.result.events) for page in pages] == [5, 5, 5, 2]
    assert sorted(event.event for event in api.client.events.list(body=wanted)) == sorted(e["event"] for e in events)
    assert pages[-1].result.next_page is None


def wait_until(holds: Any) -> None:
    """Events are stored a little later than they are taken."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "the server does not store the events"
        time.sleep(0.3)


def test_a_missing_required_body(api: Prefect) -> None:
    """D7.1: an error before any I/O."""
    with pytest.raises(api.sdk.module.MissingBodyError):
        api.client.flows.create(body=None)


def test_an_error_of_the_server(api: Prefect) -> None:
    """D13: statuses of errors are errors, with what the server says."""
    with pytest.raises(api.sdk.module.NotFoundError) as caught:
        api.client.flows.read_flow_flows_id_get(id=str(uuid.uuid4()))
    assert caught.value.status == 404
    with pytest.raises(api.sdk.module.UnprocessableEntityError):
        api.client.flows.create(body={"name": "not/allowed"})


def test_the_server_is_a_folder_of_its_own() -> None:
    """Full pins: nothing is resolved at test time."""
    lines = [line for line in prefect.REQUIREMENTS.read_text().splitlines() if line and not line.startswith("#")]
    assert all("==" in line for line in lines)
    assert Path(prefect.REQUIREMENTS).name.startswith("prefect")
