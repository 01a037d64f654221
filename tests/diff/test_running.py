"""Programs that were written for the old SDK, run with the new one: what `codegen diff` calls a break ends them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.diff import test_surfaces as given
from tests.support.recorder import Recorder, Reply
from tests.support.run import build

ANSWER = json.dumps({"id": "a", "kind": "night", "title": "no"}).encode()
"""A trip of an unlisted kind, and a problem."""
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
NOTHING = "client.book_trip(seat=None)"
HEADER = """
raw = client.with_raw_response.get_trip("a")
print(raw.headers.get("x-rate"))
"""


@pytest.mark.parametrize(
    ("old", "new", "program", "rule", "level", "before", "after"),
    [  # an error without its class, a value of an open enum, null is sent, a header
        (given.with_response(status404=given.PROBLEM), given.document(), CATCHES,
         "raises-removed", given.BREAK, "caught 404\n", None),
        (given.OPEN, given.OPEN_MORE, MATCHES, "member-added", given.NOTE, "other\n", "other\n"),
        (given.of_types(given.TEXT, given.TEXT), given.of_types({"type": ["string", "null"]}, given.TEXT), NOTHING,
         "argument-type-changed", given.RISK, None, '{"seat":null}'),
        (given.with_response(headers=given.RATE), given.document(), HEADER,
         "header-removed", given.RISK, "None\n", "None\n"),
    ],
)  # fmt: skip
def test_a_program_of_the_old_version(
    old: Any, new: Any, program: str, rule: str, level: str, before: str | None, after: str | None, tmp_path: Path
) -> None:  # fmt: skip
    """What it prints and sends; None: it ends with an error."""
    assert given.changed(tmp_path, old, new)["python"][rule] == level
    for which, wanted in (("old", before), ("new", after)):
        build(tmp_path, f"{which}.json", "-t", "python", "-o", which, "-q")
        with Recorder() as server:
            status = 404 if "none" in program else 200
            server.script(Reply(status, body=ANSWER, headers={"Content-Type": "application/json"}))
            text = f"import t\nclient = t.T(base_url={server.origin!r}, retries=0)\n{program}"
            environment = os.environ | {"PYTHONPATH": str(tmp_path / which / "python")}
            words = [sys.executable, "-c", text]
            done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
            sent = "".join(request.body.decode() for request in server.requests)
        if wanted is None:
            assert done.returncode != 0 and "Error" in done.stderr, done.stdout
        else:
            assert (done.returncode, done.stdout + sent.replace(": ", ":")) == (0, wanted), done.stderr
