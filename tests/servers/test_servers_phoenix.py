"""Printed SDKs of Phoenix's own document against Phoenix, in every language (issue 4, D6, D8, D11).

The same program in each language walks pages by cursor, uploads a file with parts such as `input_keys[]`, sends and
receives members of unions by discriminator, and is refused without its token. The requests of the languages are
compared. Run by `make test-servers`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.servers import environments
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

TOKEN = "admin0123456789abcdefghijklmnopqrstuvw"
PROJECTS = 12

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@contextlib.contextmanager
def serving(home: Path) -> Iterator[str]:
    """Run a server without data; gives its origin."""
    environment = environments.require("phoenix", slow=True)
    port = environments.free_port()
    origin = f"http://127.0.0.1:{port}"
    settings = {
        "PHOENIX_WORKING_DIR": str(home),
        "PHOENIX_HOST": "127.0.0.1",
        "PHOENIX_PORT": str(port),
        "PHOENIX_GRPC_PORT": str(environments.free_port()),
        "PHOENIX_TELEMETRY_ENABLED": "false",
        "PHOENIX_ENABLE_AUTH": "true",
        "PHOENIX_SECRET": "abcdefghijklmnopqrstuvwxyz0123456789",
        "PHOENIX_ADMIN_SECRET": TOKEN,
        "HOME": str(home),
        "PATH": os.environ["PATH"],
    }
    command = [environment / "bin/phoenix", "serve"]
    with environments.running(command, f"{origin}/openapi.json", home, settings, patience=240):
        yield origin


@pytest.fixture(scope="module")
def tell(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """Runs the program of a language, once, on a server of its own."""

    @functools.cache
    def told(language: str) -> Told:
        folder = tmp_path_factory.mktemp(language)
        document = folder / "phoenix.json"
        with serving(folder) as origin, Proxy(origin) as proxy:
            with urllib.request.urlopen(f"{origin}/openapi.json", timeout=300) as answer:
                document.write_bytes(answer.read())
            overlay = HERE / "phoenix.overlay.yaml"
            sdk = print_for("phoenix", language, document, folder, [overlay], sdkClassName="Phoenix")
            seen = program("phoenix", language, sdk, folder)(proxy.origin, TOKEN)
            return Told(seen, requests_of(proxy, Changing()))

    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_phoenix(language: str, tell: Callable[[str], Told]) -> None:
    """D6.4, D8.1, D11.2: what the program of a language sees."""
    assert tell(language).seen == {
        "pages": [5, 5, 2],
        "names": [f"codegen-{number:02}" for number in range(PROJECTS)],
        "examples": [
            [{"question": "Why?", "context": "here"}, {"answer": "Because"}],
            [{"question": "Who?", "context": "there"}, {"answer": "Ämilia"}],
        ],
        "lines": 3,
        "template": "Hi {{name}}",
        "temperature": 0.5,
        "refused": 401,
        "not found": [404, "Project with name codegen-00 not found"],
        "unprocessable": 422,
    }


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/phoenix-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "phoenix-requests.txt")
    assert side_by_side("What Phoenix was asked, by language", logs) == snapshot.use_extension(golden)
