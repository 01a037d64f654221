"""Programs that were written for the old SDK, run with the new one: what `codegen diff` calls a break ends them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from tests.diff.test_surfaces import (
    BREAK,
    NOTE,
    OPEN,
    OPEN_MORE,
    PROBLEM,
    RATE,
    RISK,
    TEXT,
    changed,
    document,
    of_types,
    with_response,
)
from tests.support.run import codegen


class Answers(BaseHTTPRequestHandler):
    """404 for `/trips/none`; a trip of an unlisted kind else, and what was sent as its note."""

    def do_GET(self) -> None:
        self.answer(404 if self.path.endswith("/none") else 200, {"id": "a", "kind": "night", "title": "no"})

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.answer(200, {"id": "a", "note": sent})

    def answer(self, status: int, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


CATCHES = """
try:
    client.get_trip("none")
except t.WishError as error:
    print("caught", error.status)
"""
MATCHES = """
match client.get_trip("a").kind:
    case "fast" | "slow":
        print("known")
    case other:
        print("other")
"""
NOTHING = "print(client.book_trip(seat=None).note)"
HEADER = """
raw = client.with_raw_response.get_trip("a")
print(raw.headers.get("x-rate"))
"""


@pytest.mark.parametrize(
    ("old", "new", "program", "rule", "level", "before", "after"),
    [
        pytest.param(
            with_response(status404=PROBLEM), document(), CATCHES, "raises-removed", BREAK, "caught 404\n", None,
            id="an error without its class",
        ),
        pytest.param(
            OPEN, OPEN_MORE, MATCHES, "member-added", NOTE, "other\n", "other\n", id="a value of an open enum"
        ),
        pytest.param(
            of_types(TEXT, TEXT), of_types({"type": ["string", "null"]}, TEXT), NOTHING, "argument-type-changed", RISK,
            None, '{"seat":null}\n', id="null is sent",
        ),
        pytest.param(
            with_response(headers=RATE), document(), HEADER, "header-removed", RISK, "None\n", "None\n", id="a header"
        ),
    ],
)  # fmt: skip
def test_a_program_of_the_old_version(
    old: Any, new: Any, program: str, rule: str, level: str, before: str | None, after: str | None,
    server: str, tmp_path: Path,
) -> None:  # fmt: skip
    """None: it ends with an error."""
    assert changed(tmp_path, old, new)["python"][rule] == level
    for which, wanted in (("old", before), ("new", after)):
        built = codegen("build", f"{which}.json", "-t", "python", "-o", which, "-q", cwd=tmp_path)
        assert built.returncode == Exit.OK, built.stderr
        text = f"import t\nclient = t.T(base_url={server!r}, retries=0)\n{program}"
        environment = os.environ | {"PYTHONPATH": str(tmp_path / which / "python")}
        done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=60)
        if wanted is None:
            assert done.returncode != 0 and "Error" in done.stderr, done.stdout
        else:
            assert (done.returncode, done.stdout.replace(": ", ":")) == (0, wanted), done.stderr
