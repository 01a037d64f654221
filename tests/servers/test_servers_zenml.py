"""Printed SDKs of ZenML's own document against ZenML: OAuth2 by password, pages ended by their number (issue 4, D6.4).

A page past the end is an error there, so that numPages must end the pages. The same program runs in each language, and
the requests are compared; only Python tests asyncio and logging. Run by `make test-servers`.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import json
import logging
import os
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.servers import environments
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

USER, PASSWORD = "admin", "Passw0rd-of-the-test"
IDS = r"eyJ[\w.-]+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
"""Tokens, and the ids of what is stored."""

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with one user."""
    environment = environments.require("zenml", slow=True)
    home = tmp_path_factory.mktemp("zenml")
    port = environments.free_port()
    origin = f"http://127.0.0.1:{port}"
    settings = {"ZENML_CONFIG_PATH": str(home), "ZENML_ANALYTICS_OPT_IN": "false", "HOME": str(home)}
    where = ["--host", "127.0.0.1", "--port", str(port)]
    command = [environment / "bin/uvicorn", "zenml.zen_server.zen_server_api:app", *where]
    with environments.running(command, f"{origin}/openapi.json", home, settings, patience=240):
        activation = {"server_name": "test", "admin_username": USER, "admin_password": PASSWORD}
        request = urllib.request.Request(
            f"{origin}/api/v1/activate", json.dumps(activation).encode(), {"Content-Type": "application/json"}
        )
        request.method = "PUT"
        with urllib.request.urlopen(request, timeout=300):
            yield origin


@pytest.fixture(scope="module")
def document(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("document") / "zenml.json"
    with urllib.request.urlopen(f"{origin}/openapi.json", timeout=300) as answer:
        path.write_bytes(answer.read())
    return path


@pytest.fixture(scope="module")
def printed(document: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The SDK of a language, printed once."""

    @functools.cache
    def folder(language: str) -> Path:
        made = tmp_path_factory.mktemp(f"sdk-{language}")
        return print_for("zenml", language, document, made, [HERE / "zenml.overlay.yaml"], sdkClassName="ZenML")

    return folder


@pytest.fixture(scope="module")
def sdk(printed: Callable[[str], Path]) -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(os.fspath(printed("python")))
        yield importlib.import_module("zenml_api")


def options(sdk: ModuleType, origin: str, password: str = PASSWORD) -> dict[str, Any]:
    credentials = sdk.PasswordCredentials(username=USER, password=password)
    return {"base_url": origin, "cookie_oauth2_token_bearer": credentials}


def test_a_token_for_a_password(sdk: ModuleType, origin: str, caplog: pytest.LogCaptureFixture) -> None:
    """sdk 5: the token is had once, though the server says nothing of its end, and no secret is logged."""
    caplog.set_level(logging.DEBUG)
    with sdk.ZenML(**options(sdk, origin)) as client:
        assert client.users.current().name == USER
        assert client.users.current().body.is_admin is True
    assert caplog.text.count("/api/v1/login") == 1
    assert PASSWORD not in caplog.text


def test_with_await(sdk: ModuleType, origin: str) -> None:
    """D6.10: pages and their end with the asynchronous client."""
    names = [f"await-{number:02}" for number in range(12)]

    async def found() -> list[Any]:
        async with sdk.AsyncZenML(**options(sdk, origin)) as client:
            for name in names:
                await client.tags.create(body={"name": name, "color": "red"})
            tags = [tag async for tag in client.tags.list(size=5)]
            for tag in tags:
                await client.tags.delete(tag.id)
            return tags

    assert sorted(tag.name for tag in asyncio.run(found())) == names


# --------------------------------------------------------------------------- the same in every language


@pytest.fixture(scope="module")
def tell(
    origin: str, printed: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Told]]:
    """Runs the program of a language, once; it leaves no tags behind."""
    with Proxy(origin) as proxy:

        @functools.cache
        def told(language: str) -> Told:
            run = program("zenml", language, printed(language), tmp_path_factory.mktemp(language))
            proxy.forget()
            seen = run(proxy.origin, USER, PASSWORD)
            return Told(seen, requests_of(proxy, Changing(ids=IDS)))

        yield told


@pytest.mark.parametrize("language", LANGUAGES)
def test_zenml(language: str, tell: Callable[[str], Told]) -> None:
    """D6.4, D6.13: the page after the last one is not asked for, as it would be an error; sdk 5: tokens."""
    assert tell(language).seen == {
        "user": USER,
        "admin": True,
        "pages": [[1, 10, 3], [2, 10, 3], [3, 3, 3]],
        "names": [f"tag-{number:02}" for number in range(23)],
        "past the end": 400,
        "wrong password": [401, False],
        "no password": 401,
        "left": 0,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_token_for_all_calls(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 5: one login for the client, one more for the one with the wrong password."""
    targets = [request["target"] for request in tell(language).requests]
    assert targets.count("/api/v1/login") == 2


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/zenml-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "zenml-requests.txt")
    assert side_by_side("What ZenML was asked, by language", logs) == snapshot.use_extension(golden)
