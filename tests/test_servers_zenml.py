"""The printed Python SDK of ZenML's own document against ZenML: OAuth2 by password, pages ended by their number.

A page past the end is an error there, so that numPages must end the pages (issue 4, D6.4). Run by `make test-servers`.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import urllib.request
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from servers import environments
from servers.programs import HERE, print_for

USER, PASSWORD = "admin", "Passw0rd-of-the-test"
TAGS = [f"tag-{number:02}" for number in range(23)]

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
        with urllib.request.urlopen(request, timeout=60):
            yield origin


@pytest.fixture(scope="module")
def sdk(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("sdk")
    document = folder / "zenml.json"
    with urllib.request.urlopen(f"{origin}/openapi.json", timeout=60) as answer:
        document.write_bytes(answer.read())
    printed = print_for("zenml", "python", document, folder, [HERE / "zenml.overlay.yaml"], sdkClassName="ZenML")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(os.fspath(printed))
        yield importlib.import_module("zenml_api")


def options(sdk: ModuleType, origin: str, password: str = PASSWORD) -> dict[str, Any]:
    credentials = sdk.PasswordCredentials(username=USER, password=password)
    return {"base_url": origin, "cookie_oauth2_token_bearer": credentials}


@pytest.fixture(scope="module")
def client(sdk: ModuleType, origin: str) -> Iterator[Any]:
    with sdk.ZenML(**options(sdk, origin)) as client:
        for name in TAGS:
            client.tags.create(body={"name": name, "color": "red"})
        yield client


def test_a_token_for_a_password(sdk: ModuleType, origin: str, caplog: pytest.LogCaptureFixture) -> None:
    """sdk.md, auth: the token is had once, though the server says nothing of its end, and no secret is logged."""
    caplog.set_level(logging.DEBUG)
    with sdk.ZenML(**options(sdk, origin)) as client:
        assert client.users.current().name == USER
        assert client.users.current().body.is_admin is True
    assert caplog.text.count("/api/v1/login") == 1
    assert PASSWORD not in caplog.text


def test_a_wrong_password(sdk: ModuleType, origin: str) -> None:
    with sdk.ZenML(**options(sdk, origin, "wrong-password")) as client, pytest.raises(sdk.TokenError) as caught:
        client.users.current()
    assert caught.value.status == 401
    assert "wrong-password" not in str(caught.value)


def test_no_password(sdk: ModuleType, origin: str) -> None:
    with sdk.ZenML(base_url=origin) as client, pytest.raises(sdk.AuthenticationError):
        client.users.current()


def test_the_number_of_pages_ends_them(sdk: ModuleType, client: Any) -> None:
    """D6.4, D6.13: the page after the last one is not asked for; it would be an error."""
    page, seen = client.tags.list(size=10), []
    while page is not None:
        seen.append((page.result.index, len(page.items), page.result.total_pages))
        page = page.next()
    assert seen == [(1, 10, 3), (2, 10, 3), (3, 3, 3)]
    assert sorted(tag.name for tag in client.tags.list(size=7)) == TAGS
    with pytest.raises(sdk.BadRequestError):
        client.tags.list(page=4, size=10)


def test_with_await(sdk: ModuleType, client: Any, origin: str) -> None:
    async def names() -> list[str]:
        async with sdk.AsyncZenML(**options(sdk, origin)) as client:
            return [tag.name async for tag in client.tags.list(size=5)]

    assert sorted(asyncio.run(names())) == TAGS
