"""A printed SDK against a real server: Prefect, which serves its own OpenAPI 3.1 document.

The document is taken from the running server, `x-codegen-*` keys are added to it, the SDK is compiled from that and
talks to the server: it creates flows, pages through them by offset in the body and by page in the body, and through
events by URL, where a POST is followed by GETs. Then the same program runs in every language through a proxy, and the
programs' results and requests are compared. Skipped only if the package registry does not answer, or if a language's
tools are missing.
"""

from __future__ import annotations

import asyncio
import datetime
import functools
import json
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.printed import Printed, print_python
from tests.support.servers import environments, prefect, programs
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

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
    with prefect.running(environments.require("prefect"), tmp_path_factory.mktemp("prefect")) as found:
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
    paths["/flows/{id}"]["get"]["x-codegen-name-override"] = "get"
    return document


@dataclass
class Prefect:
    """The compiled SDK and a client of the running server."""

    sdk: Printed
    client: Any
    base_url: str


@pytest.fixture(scope="module")
def document(origin: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{origin}/openapi.json", timeout=300) as response:
        return configured(json.load(response))


@pytest.fixture(scope="module")
def api(origin: str, document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prefect]:
    sdk = print_python(document, "prefect_api", tmp_path_factory.mktemp("sdk"))
    base_url = f"{origin}/api"
    with getattr(sdk.module, sdk.plan.surface.client)(base_url=base_url) as client:
        for number in range(FLOWS):
            client.flows.create(name=f"flow-{number:02}", tags=["codegen"])
        yield Prefect(sdk, client, base_url)


def names(flows: Any) -> list[str]:
    return sorted(flow.name for flow in flows)


ALL = [f"flow-{number:02}" for number in range(FLOWS)]


def test_a_flow_is_created(api: Prefect) -> None:
    """spec 2.6: a required JSON body; creating it again answers the same flow."""
    again = api.client.flows.create(name="flow-00")
    assert isinstance(again, api.sdk.module.models.Flow)
    assert again.id and again.tags == ["codegen"]
    assert isinstance(again.created, datetime.datetime) and again.created.tzinfo


def test_pages_by_offset_in_the_body(api: Prefect) -> None:
    """spec 2.5, D6.4: offset and limit in the request body, the body of the answer is the list."""
    page = api.client.flows.list(limit=10, sort="NAME_ASC")
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
    assert [len(page.result) for page in api.client.flows.list(**body).pages()] == [5, 5, 0]


def test_a_missing_optional_body_is_made(api: Prefect) -> None:
    """D6.7: the first call sends no body at all, the second one the offset."""
    page = api.client.flows.list()
    assert names(page.result) == ALL
    following = page.next()
    assert following is not None and following.result == [] and following.next() is None


def test_pages_by_page_in_the_body(api: Prefect) -> None:
    """spec 2.5: page in the request body, ended by numPages."""
    page = api.client.flows.paginate(limit=10, page=1)
    counts = []
    while page is not None:
        counts.append((page.result.page, len(page.result.results)))
        page = page.next()
    assert counts == [(1, 10), (2, 10), (3, 3)]
    assert names(api.client.flows.paginate(limit=7)) == ALL


def test_pages_with_await(api: Prefect) -> None:
    """D6.10: the same with the asynchronous client."""

    async def walk() -> list[str]:
        kind = getattr(api.sdk.module, f"Async{api.sdk.plan.surface.client}")
        async with kind(base_url=api.base_url) as client:
            return names([flow async for flow in client.flows.list(limit=4)])

    assert asyncio.run(walk()) == ALL


def test_pages_by_url(api: Prefect) -> None:
    """D6.5: the next page of a POST is the GET of the URL that it answers."""
    run, now = new_run()
    events = store_events(api, run, now)
    wanted = {"filter": {"resource": {"id": [f"codegen.{run}"]}}, "limit": 5}
    pages = list(api.client.events.list(**wanted).pages())
    assert [len(page.result.events) for page in pages] == [5, 5, 5, 2]
    assert sorted(event.event for event in api.client.events.list(**wanted)) == sorted(e["event"] for e in events)
    assert pages[-1].result.next_page is None


def wait_until(holds: Any) -> None:
    """Events are stored a little later than they are taken."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "the server does not store the events"
        time.sleep(0.3)


def new_run() -> tuple[str, datetime.datetime]:
    """What tells the events of one test from those of others: the front of their ids, and their time."""
    return str(uuid.uuid4())[:23], datetime.datetime.now(datetime.UTC).replace(microsecond=0)


def store_events(api: Prefect, run: str, now: datetime.datetime) -> list[dict[str, Any]]:
    """Send events, as the programs of tests/servers do, and wait until they are stored."""
    events = [
        {
            "id": f"{run}-{number:012}",
            "occurred": now - datetime.timedelta(seconds=number),
            "event": f"codegen.{number:02}",
            "resource": {"prefect.resource.id": f"codegen.{run}"},
        }
        for number in range(EVENTS)
    ]
    api.client.events.create(body=events)
    wanted = {"filter": {"resource": {"id": [f"codegen.{run}"]}}}
    wait_until(lambda: api.client.events.list(**wanted).result.total == EVENTS)
    return events


def test_a_missing_required_body(api: Prefect) -> None:
    """D7.1: an error before any I/O."""
    with pytest.raises(api.sdk.module.MissingBodyError):
        api.client.flows.create()


def test_an_error_of_the_server(api: Prefect) -> None:
    """D13: statuses of errors are errors, with what the server says."""
    with pytest.raises(api.sdk.module.NotFoundError) as caught:
        api.client.flows.get(id=str(uuid.uuid4()))
    assert caught.value.status == 404
    with pytest.raises(api.sdk.module.UnprocessableEntityError):
        api.client.flows.create(name="not/allowed")


# --------------------------------------------------------------------------- the same in every language


@pytest.fixture(scope="module")
def proxy(origin: str) -> Iterator[Proxy]:
    with Proxy(origin) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def tell(
    proxy: Proxy, api: Prefect, document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Told]:
    """Runs the program of a language, once; all programs send the same events, which are stored before."""
    run, now = new_run()
    store_events(api, run, now)
    ago = {number: f"{now - datetime.timedelta(seconds=number):%Y-%m-%dT%H:%M:%SZ}" for number in range(EVENTS)}
    first = api.client.flows.create(name=ALL[0])
    changing = {run: "<run>", first.id: "<id of flow-00>"} | {time: f"<{number} s ago>" for number, time in ago.items()}

    @functools.cache
    def told(language: str) -> Told:
        folder = tmp_path_factory.mktemp(language)
        (folder / "openapi.json").write_text(json.dumps(document))
        sdk = programs.print_for("prefect", language, folder / "openapi.json", folder)
        program = programs.program("prefect", language, sdk, folder)
        proxy.forget()
        seen = program(f"{proxy.origin}/api", run, now.isoformat())
        return Told(seen, requests_of(proxy, Changing(changing)))

    return told


def test_what_the_program_sees(tell: Callable[[str], Told]) -> None:
    """spec 2.5, D6.4, D6.5, D7.1, D13: the program that the languages share, in Python."""
    every = [f"codegen.{number:02}" for number in range(EVENTS)]
    assert tell("python").seen == {
        "created again": ["flow-00", ["codegen"]],
        "read": "flow-00",
        "offset and limit": [ALL[:10], ALL[10:20], ALL[20:]],
        "until one is empty": [5, 5, 0],
        "without a body": [FLOWS, 0, True],
        "page and numPages": [[1, 10], [2, 10], [3, 3]],
        "by iteration": ALL,
        "url": [every[:5], every[5:10], every[10:15], every[15:]],
        "missing body": True,
        "not found": 404,
        "unprocessable": 422,
    }


@pytest.mark.parametrize("language", programs.LANGUAGES[1:])
def test_the_same_pages(language: str, tell: Callable[[str], Told]) -> None:
    """The program sees in each language what it sees in Python."""
    assert tell(language).seen == tell("python").seen


@pytest.mark.parametrize("language", programs.LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the value of the body of each request, in the same order."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/prefect-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in programs.LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "prefect-requests.txt")
    assert side_by_side("What Prefect was asked, by language", logs) == snapshot.use_extension(golden)


def test_a_next_page_is_asked_as_it_was_answered(tell: Callable[[str], Told]) -> None:
    """D6.5: the query of the URL that the server answers goes back as it is."""
    targets = [request["target"] for request in tell("python").requests]
    assert targets.count("/api/events/filter/next?page-token=<as answered>") == 3


def test_every_server_is_pinned() -> None:
    """Full pins: nothing is resolved at test time."""
    for requirements in programs.HERE.glob("*-requirements.txt"):
        lines = [line for line in requirements.read_text().splitlines() if line and not line.startswith("#")]
        assert lines and all("==" in line for line in lines)
