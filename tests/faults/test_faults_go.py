"""Faults of servers and networks (docs/faults.md) against the printed Go SDK."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import CASES, DOCUMENT, HERE, Command, Ended, run_once
from tests.support.go_things import go, print_go
from tests.support.toolchain import tool

pytestmark = pytest.mark.slow


def ended() -> dict[str, Ended]:
    tool("go", Path("/usr/local/go/bin/go"))

    def build() -> Command:
        folder = print_go(DOCUMENT, "sdkfaults", Path(tempfile.mkdtemp(prefix="faults"))).folder
        (folder / "faults").mkdir()
        shutil.copy(HERE / "go_driver.go", folder / "faults" / "main.go")
        go("build", "-o", "faults.bin", "./faults", folder=folder)
        return [folder / "faults.bin"], {}

    return run_once("go", build)


@pytest.mark.parametrize("fault", [case["fault"] for case in CASES])
def test_fault(fault: str) -> None:
    assert differences(ended()[fault]) == []


def test_no_secret_in_a_debug_log() -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended()) == []
