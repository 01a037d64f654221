"""Printed SDKs of Label Studio's own document against Label Studio, in every language (issue 4, D2.1, D6.5, D8.1, D9).

The names are those that the document has for another vendor's generator. The same program in each language
walks pages by the next URL (a page past the end is 404 there), uploads a file, receives the webhook about it, and is
refused. The requests of the languages are compared. Run by `make test-servers`.
"""

from __future__ import annotations

import contextlib
import functools
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.servers import environments
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

TOKEN = "0123456789abcdef0123456789abcdef01234567"
OVERLAYS = [HERE / "labelstudio-names.overlay.yaml", HERE / "labelstudio.overlay.yaml"]
CHANGING = Changing(ids=r"http://127\.0\.0\.1:\d+/hooks")

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@contextlib.contextmanager
def serving(home: Path) -> Iterator[str]:
    """Run a server with one user and no data; gives its origin."""
    environment = environments.require("labelstudio", slow=True)
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
def tell(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """Runs the program of a language, once, on a server of its own."""

    @functools.cache
    def told(language: str) -> Told:
        folder = tmp_path_factory.mktemp(language)
        document = folder / "labelstudio.json"
        with serving(folder) as origin, Proxy(origin) as proxy:
            with urllib.request.urlopen(f"{origin}/docs/api/schema/json/", timeout=300) as answer:
                document.write_bytes(answer.read())
            sdk = print_for("labelstudio", language, document, folder, OVERLAYS, sdkClassName="LabelStudio")
            seen = program("labelstudio", language, sdk, folder)(proxy.origin, TOKEN)
            return Told(seen, requests_of(proxy, CHANGING))

    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_labelstudio(language: str, tell: Callable[[str], Told]) -> None:
    """D6.4, D6.5, D8.1, D9.2: what the program of a language sees; the server may give tasks in any order."""
    seen = dict(tell(language).seen)
    tasks = sorted(seen.pop("tasks"), key=lambda data: int(data["number"]))
    assert tasks == [{"text": "hello", "number": 1}, {"text": "Ämilia", "number": 2}]
    assert seen == {
        "pages": [2, 2, 1],
        "titles": [f"project-{number:02}" for number in range(5)],
        "exports": [],
        "types": ["azure", "gcs", "localfiles", "redis", "s3"],
        "s3": [],
        "imported": 2,
        "event": [True, True, 2],
        "past the end": 404,
        "refused": 401,
        "left": 0,
    }


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/labelstudio-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "labelstudio-requests.txt")
    assert side_by_side("What Label Studio was asked, by language", logs) == snapshot.use_extension(golden)
