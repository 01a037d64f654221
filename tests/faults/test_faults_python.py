"""Faults of servers and networks (docs/faults.md) against the printed Python SDK, with threads and with asyncio."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.run import DOCUMENT, HERE, Command
from tests.support.faults.suite import FaultTests
from tests.support.printed import print_python

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["sync", "async"])
def command(request: pytest.FixtureRequest) -> Command:
    """The driver with each client."""
    sdk = print_python(DOCUMENT, "sdk_faults", Path(tempfile.mkdtemp(prefix="faults")))
    return [sys.executable, HERE / "python_driver.py", request.param], {"PYTHONPATH": str(sdk.folder)}


class TestPython(FaultTests):
    """Every test of faults."""
