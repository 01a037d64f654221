"""Printed SDKs of Phoenix's own document against Phoenix, in every language (issue 4, D6, D8, D11).

The same program in each language walks pages by cursor, uploads a file with parts such as `input_keys[]`, sends and
receives members of unions by discriminator, and is refused without its token. Run by `make test-servers`.
"""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import environments
from servers.programs import HERE, LANGUAGES, print_for, program

TOKEN = "admin0123456789abcdefghijklmnopqrstuvw"
PROJECTS = 12

pytestmark = [pytest.mark.slow, pytest.mark.servers]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[str]:
    """A server without data."""
    environment = environments.require("phoenix", slow=True)
    port = environments.free_port()
    origin = f"http://127.0.0.1:{port}"
    settings = {
        "PHOENIX_WORKING_DIR": str(tmp_path),
        "PHOENIX_HOST": "127.0.0.1",
        "PHOENIX_PORT": str(port),
        "PHOENIX_GRPC_PORT": str(environments.free_port()),
        "PHOENIX_TELEMETRY_ENABLED": "false",
        "PHOENIX_ENABLE_AUTH": "true",
        "PHOENIX_SECRET": "abcdefghijklmnopqrstuvwxyz0123456789",
        "PHOENIX_ADMIN_SECRET": TOKEN,
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
    }
    command = [environment / "bin/phoenix", "serve"]
    with environments.running(command, f"{origin}/openapi.json", tmp_path, settings, patience=240):
        yield origin


@pytest.mark.parametrize("language", LANGUAGES)
def test_phoenix(language: str, serve: str, tmp_path: Path) -> None:
    """D6.4, D8.1, D11.2: what the program of a language sees."""
    document = tmp_path / "phoenix.json"
    with urllib.request.urlopen(f"{serve}/openapi.json", timeout=60) as answer:
        document.write_bytes(answer.read())
    sdk = print_for("phoenix", language, document, tmp_path, [HERE / "phoenix.overlay.yaml"], sdkClassName="Phoenix")
    seen = program("phoenix", language, sdk, tmp_path)(serve, TOKEN)
    assert seen == {
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
