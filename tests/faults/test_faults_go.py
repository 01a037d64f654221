"""Faults of servers and networks (docs/faults.md) against the printed Go SDK."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import DOCUMENT, HERE, LONG, SHORT, Command, Ended, run_all
from tests.support.go_things import go, print_go
from tests.support.toolchain import tool

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def command() -> Command:
    """The driver, built."""
    tool("go", Path("/usr/local/go/bin/go"))
    folder = print_go(DOCUMENT, "sdkfaults", Path(tempfile.mkdtemp(prefix="faults"))).folder
    (folder / "faults").mkdir()
    shutil.copy(HERE / "go_driver.go", folder / "faults" / "main.go")
    go("build", "-o", "faults.bin", "./faults", folder=folder)
    return [folder / "faults.bin"], {}


@pytest.mark.parametrize("fault", SHORT)
def test_fault(ended: dict[str, Ended], fault: str) -> None:
    assert differences(ended[fault]) == []


@pytest.mark.hunt
def test_thousands_of_pages(command: Command) -> None:
    assert [differences(one) for one in run_all(LONG, command).values()] == [[]]


def test_no_secret_in_a_debug_log(ended: dict[str, Ended]) -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended) == []
