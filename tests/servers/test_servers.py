"""Printed SDKs in every language against real servers: tests/support/servers/table.py says which, and what is seen.

The same program in each language is run through a proxy, and the programs' results and requests are compared. Those
of `make test` are run on httpbin; its others, and the servers that take minutes to start, are long hunts (`make
test-all`, `make test-servers`). Skipped where the package registry does not answer, or a language's tools are missing.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import urllib.error
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.servers import table
from tests.support.servers.programs import HERE, LANGUAGES
from tests.support.servers.request_logs import side_by_side
from tests.support.servers.table import PASSWORD, STRIPE, TEXT, USER, Server, ask
from tests.support.servers.trials import Trial

NOTHING: dict[str, Any] = {"args": {}, "data": "", "files": {}, "form": {}}
PNG = "data:{};base64,iVBORw0KGgo="

pytestmark = [pytest.mark.slow, pytest.mark.servers]
every = pytest.mark.parametrize("language", LANGUAGES)


def whole_of_stripe(origin: str, folder: Path) -> Path:
    if not os.environ.get("SLOW_SERVERS"):
        pytest.skip("the whole of Stripe takes a minute: make test-servers compiles it")
    return STRIPE


def on(server: Server, name: str = "") -> Any:
    """A server as a parameter; all but httpbin are hunts."""
    marks = [pytest.mark.hunt] if server is not table.HTTPBIN else []
    if server.client == "Stripe" and not STRIPE.exists():
        marks.append(pytest.mark.skip(reason="there is no ../shared/specs/stripe.yaml"))
    return pytest.param(server, marks=marks, id=name or server.name)


def only(server: Server) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("trial", [on(server)], indirect=True)


@pytest.fixture(
    scope="module",
    params=[
        *map(on, (table.HTTPBIN, table.WIREMOCK, table.LOCALSTRIPE, table.PREFECT)),
        *map(on, (table.PHOENIX, table.ZENML, table.LABEL_STUDIO)),
        on(replace(table.LOCALSTRIPE, document=whole_of_stripe), "localstripe, whole"),
    ],
)
def trial(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    with Trial(request.param, tmp_path_factory.mktemp("server")) as made:
        yield made


# --------------------------------------------------------------------------- all of them


@every
def test_what_the_program_sees(language: str, trial: Trial) -> None:
    """What the table says, in each language; the rules stand there."""
    assert trial.server.plain(trial.told(language).seen) == trial.server.seen


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, trial: Trial) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert trial.told(language).requests == trial.told("python").requests


def test_the_logs_side_by_side(trial: Trial, snapshot: SnapshotAssertion) -> None:
    """golden/servers: request by request, what each language sent."""
    logs = {language: trial.told(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / f"{trial.server.name}-requests.txt")
    assert side_by_side(f"What {trial.server.title} was asked, by language", logs) == snapshot.use_extension(golden)


def test_every_server_is_pinned() -> None:
    """Full pins: nothing is resolved at test time."""
    for requirements in HERE.glob("*-requirements.txt"):
        lines = [line for line in requirements.read_text().splitlines() if line and not line.startswith("#")]
        assert lines and all("==" in line for line in lines)


# --------------------------------------------------------------------------- httpbin, which returns what it understood


def understood(trial: Trial, language: str, name: str) -> dict[str, Any]:
    echo = trial.told(language).seen["echo"][name]
    return {key: echo[key] for key in NOTHING}


@every
@only(table.HTTPBIN)
def test_parameters(language: str, trial: Trial) -> None:
    """D8.6: each style, as a server of another house reads it."""
    assert understood(trial, language, "query") == NOTHING | {
        "args": {
            "text": TEXT,
            "exploded": ["a b", "c,d", "é"],
            "comma": "1,2,3",
            "pipes": "a|b c",
            "spaces": "a b",
            "filter[from]": "1",
            "filter[to]": "9",
            "from": "2",
            "to": "8",
            "reserved": "a/b:c?d@e",
            "where": '{"from":3,"to":7}',
        }
    }
    headers = trial.told(language).seen["echo"]["query"]["headers"]
    assert (headers["X-Tags"], headers["Cookie"]) == ("red,green", "session=s-1")


@every
@only(table.HTTPBIN)
def test_a_form(language: str, trial: Trial) -> None:
    """D8.1, D8.2: repeated, joined, JSON and deepObject properties."""
    form = {"name": TEXT, "tags": ["a", "b&c"], "ids": "1,2", "range": '{"from":1,"to":2}', "ok": "true"}
    deep = {"deep[from]": "5", "deep[to]": "6"}
    assert understood(trial, language, "form") == NOTHING | {"form": form | deep}


@every
@only(table.HTTPBIN)
def test_parts(language: str, trial: Trial) -> None:
    """D8.1, D8.3: what is a file is taken as one, what is text as a field. Of two files httpbin shows the first."""
    labels = {"labels[]": ["x", "y z"], "note": "# Ä\n"}
    assert understood(trial, language, "parts") == NOTHING | {
        "form": {"name": TEXT, "count": "3", "range": '{"from":1,"to":2}'} | labels,
        "files": {"file": "a,b\n1,2\n", "more": PNG.format("image/png")},
    }


@every
@only(table.HTTPBIN)
def test_other_bodies(language: str, trial: Trial) -> None:
    """D7.3, D7.5, D11.3: bytes, text, JSON with null and a 64-bit integer, each with its media type."""
    assert understood(trial, language, "upload") == NOTHING | {"data": PNG.format("application/octet-stream")}
    assert understood(trial, language, "text") == NOTHING | {"data": TEXT}
    sent = {"price": 0.1, "at": "2026-01-02T03:04:05Z", "list": [TEXT, None], "deep": {"a/b~c": 1}}
    data = json.loads(understood(trial, language, "json")["data"])
    assert data == sent | {"name": None, "big": 9007199254740993}
    echo = trial.told(language).seen["echo"]
    assert {name: echo[name]["headers"]["Content-Type"] for name in ("upload", "text", "json")} == {
        "upload": "application/octet-stream",
        "text": "text/plain",
        "json": "application/merge-patch+json",
    }


# --------------------------------------------------------------------------- WireMock, which answers what matches


@only(table.WIREMOCK)
def test_the_judge_refuses(trial: Trial) -> None:
    """What differs by one content type of a part, or by an exploded array, matches nothing: 404, or 500 where WireMock
    cannot tell what differs."""
    origin, asked = trial.origin, [request for request, _ in trial.told("python").pairs]
    parts = next(item for item in asked if item.target == "/anything/parts")
    kind = {"Content-Type": parts.header("content-type") or ""}
    assert ask(f"{origin}/anything/parts", "POST", parts.body, **kind) == {"matched": "parts"}
    query = next(item.target for item in asked if "/anything/query" in item.target)
    same = {"X-Tags": "red,green", "Cookie": "session=s-1"}
    assert ask(origin + query, "GET", **same) == {"matched": "query"}
    with pytest.raises(urllib.error.HTTPError, match=r"404|500"):
        ask(f"{origin}/anything/parts", "POST", parts.body.replace(b"text/markdown", b"text/plain"), **kind)
    with pytest.raises(urllib.error.HTTPError, match=r"404|500"):
        ask(origin + query.replace("comma=1,2,3", "comma=1&comma=2&comma=3"), "GET", **same)


@every
@only(table.WIREMOCK)
def test_attempts(language: str, trial: Trial) -> None:
    """sdk 4: a broken connection is an error after three attempts.

    Go's net/http asks once more by itself where a connection that it kept is reset.
    """
    asked = [request for request, _ in trial.told(language).pairs]
    assert sum("fault=always" in item.target for item in asked) in ((3, 4) if language == "go" else (3,))


# --------------------------------------------------------------------------- what one of the others is asked besides


@pytest.fixture
def sdk(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(trial.printed("python")))
    return importlib.import_module(f"{trial.server.name}_api")


@only(table.PREFECT)
def test_pages_with_await(trial: Trial, sdk: ModuleType) -> None:
    """D6.10: the same with the asynchronous client, after the synchronous one of the program."""
    assert trial.told("python")

    async def walk() -> list[str]:
        async with sdk.AsyncPrefectREST(base_url=f"{trial.origin}/api") as client:
            return sorted([flow.name async for flow in client.flows.list(limit=4)])

    assert asyncio.run(walk()) == table.numbered("flow", table.FLOWS)


def options(sdk: ModuleType, origin: str) -> dict[str, Any]:
    credentials = sdk.PasswordCredentials(username=USER, password=PASSWORD)
    return {"base_url": origin, "cookie_oauth2_token_bearer": credentials}


@only(table.ZENML)
def test_a_token_for_a_password(trial: Trial, sdk: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    """sdk 5: the token is had once, though the server says nothing of its end, and no secret is logged."""
    caplog.set_level(logging.DEBUG)
    with sdk.ZenML(**options(sdk, trial.origin)) as client:
        assert client.users.current().name == USER
        assert client.users.current().body.is_admin is True
    assert caplog.text.count("/api/v1/login") == 1
    assert PASSWORD not in caplog.text


@only(table.ZENML)
def test_tags_with_await(trial: Trial, sdk: ModuleType) -> None:
    """D6.10: pages and their end with the asynchronous client."""
    names = table.numbered("await", 12)

    async def found() -> list[Any]:
        async with sdk.AsyncZenML(**options(sdk, trial.origin)) as client:
            for name in names:
                await client.tags.create(body={"name": name, "color": "red"})
            tags = [tag async for tag in client.tags.list(size=5)]
            for tag in tags:
                await client.tags.delete(tag.id)
            return tags

    assert sorted(tag.name for tag in asyncio.run(found())) == names
