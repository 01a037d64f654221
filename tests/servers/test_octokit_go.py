"""Payloads that GitHub sent (tests/servers/test_octokit.py) against the receiver printed for Go."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.servers import test_octokit
from tests.servers.test_octokit import SPEC, changes, recorded
from tests.support.go_things import go, print_go

pytestmark = test_octokit.pytestmark
PROGRAM = Path(__file__).parent / "go_octokit.go"


def test_no_value_is_lost_and_the_valid_ones_are_found(tmp_path: Path) -> None:
    """D11.1: all 327 are read, and written as they came; validation finds the 215, and the formats of 8."""
    sdk = print_go(json.loads(SPEC.read_bytes()), "octokit", tmp_path)
    command = sdk.folder / "octokit"
    command.mkdir()
    (command / "main.go").write_text(PROGRAM.read_text())
    binary = sdk.folder / "octokit.bin"
    go("build", "-o", str(binary), "./octokit", folder=sdk.folder)
    events = [(name, payload) for name, payload in recorded() if name]
    file = tmp_path / "events.json"
    file.write_text(json.dumps([[name, json.dumps(payload)] for name, payload in events]))
    done = subprocess.run([str(binary), str(file)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    said = json.loads(done.stdout)
    found = [
        change for (_, sent), written in zip(events, said["Written"], strict=True) for change in changes(sent, written)
    ]
    assert found == []
    assert said["Valid"] == 215
    assert said["Formed"] == 215 - 8
