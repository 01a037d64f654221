"""Faults of servers and networks (docs/faults.md) against the printed Go SDK."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.run import DOCUMENT, HERE, Command
from tests.support.faults.suite import FaultTests
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


class TestGo(FaultTests):
    """Every test of faults."""
