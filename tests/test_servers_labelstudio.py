"""The printed Python SDK of Label Studio's own document against Label Studio: uploads, next URLs, webhooks (issue 4).

A page past the end is 404 there, so that only the URL that the server gives may lead on (D6.5). Run by
`make test-servers`.
"""

from __future__ import annotations

import importlib
import os
import queue
import threading
import urllib.request
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from servers import environments
from servers.programs import HERE, print_for

TOKEN = "0123456789abcdef0123456789abcdef01234567"
TITLES = [f"project-{number:02}" for number in range(5)]
CSV = "text,number\nhello,1\nÄmilia,2\n"

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with one user."""
    environment = environments.require("labelstudio", slow=True)
    home = tmp_path_factory.mktemp("labelstudio")
    port = str(environments.free_port())
    settings = {
        "LABEL_STUDIO_BASE_DATA_DIR": str(home / "data"),
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "COLLECT_ANALYTICS": "False",
        "SSRF_PROTECTION_ENABLED": "false",
        "HOME": str(home),
    }
    start = [environment / "bin/label-studio", "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", port]
    user = ["--username", "a@example.com", "--password", "Passw0rd-of-the-test", "--user-token", TOKEN]
    origin = f"http://127.0.0.1:{port}"
    with environments.running([*start, *user], f"{origin}/health", home, settings, patience=300):
        yield origin


@pytest.fixture(scope="module")
def sdk(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("sdk")
    document = folder / "labelstudio.json"
    with urllib.request.urlopen(f"{origin}/docs/api/schema/json/", timeout=120) as answer:
        document.write_bytes(answer.read())
    overlay = HERE / "labelstudio.overlay.yaml"
    printed = print_for("labelstudio", "python", document, folder, [overlay], sdkClassName="LabelStudio")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(os.fspath(printed))
        yield importlib.import_module("labelstudio_api")


@pytest.fixture(scope="module")
def client(sdk: ModuleType, origin: str) -> Iterator[Any]:
    config = "<View><Text name='t' value='$text'/></View>"
    with sdk.LabelStudio(base_url=origin, token=f"Token {TOKEN}") as client:
        for title in TITLES:
            client.projects.create(body={"title": title, "label_config": config})
        yield client


def test_pages_by_the_next_url(sdk: ModuleType, client: Any) -> None:
    """D6.4, D6.5: the server's absolute URL is asked with the credentials, as it has the same origin."""
    page, counts = client.projects.list(page_size=2), []
    while page is not None:
        counts.append(len(page.items))
        page = page.next()
    assert counts == [2, 2, 1]
    assert sorted(project.title for project in client.projects.list(page_size=2)) == TITLES
    with pytest.raises(sdk.NotFoundError):
        client.projects.list(page=4, page_size=2)


def test_without_a_token(sdk: ModuleType, origin: str) -> None:
    with sdk.LabelStudio(base_url=origin) as client, pytest.raises(sdk.AuthenticationError):
        client.projects.list()


def test_an_upload_and_the_webhook_that_tells_of_it(sdk: ModuleType, client: Any) -> None:
    """D8.1: the file arrives with its name and type. D9.2: the event that follows is read as its type."""
    project = next(iter(client.projects.list())).id
    events: queue.Queue[Any] = queue.Queue()
    receiver = sdk.WebhookReceiver(verify=False)
    receiver.event(events.put)
    with make_server("127.0.0.1", 0, receiver.wsgi(), handler_class=Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/hooks/event"
        client.webhooks.create(body={"url": url, "project": project, "actions": ["TASKS_CREATED"]})
        file = sdk.File(CSV.encode(), name="tasks.csv", content_type="text/csv")
        done = client.import_.upload_multipart(id=project, body={"file": file})
        event = events.get(timeout=60)
        server.shutdown()
    assert (done.task_count, done.found_formats) == (2, {".csv": 1})
    tasks = [task.data for task in client.projects.tasks(id=project)]
    assert sorted(tasks, key=lambda data: data["number"]) == [
        {"text": "hello", "number": 1},
        {"text": "Ämilia", "number": 2},
    ]
    assert isinstance(event, sdk.models.Sent)
    assert event.action == sdk.models.ActionsEnum.TASKS_CREATED
    assert event.project.id == project
    assert len(event.tasks) == 2


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
