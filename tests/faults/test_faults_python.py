"""Faults of servers and networks (docs/faults.md) against the printed Python SDK, with threads and with asyncio."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import DOCUMENT, HERE, LONG, SHORT, Command, Ended, run_all
from tests.support.printed import print_python

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["sync", "async"])
def command(request: pytest.FixtureRequest) -> Command:
    """The driver with each client."""
    sdk = print_python(DOCUMENT, "sdk_faults", Path(tempfile.mkdtemp(prefix="faults")))
    return [sys.executable, HERE / "python_driver.py", request.param], {"PYTHONPATH": str(sdk.folder)}


@pytest.mark.parametrize("fault", SHORT)
def test_fault(ended: dict[str, Ended], fault: str) -> None:
    assert differences(ended[fault]) == []


@pytest.mark.hunt
def test_thousands_of_pages(command: Command) -> None:
    assert [differences(one) for one in run_all(LONG, command).values()] == [[]]


def test_no_secret_in_a_debug_log(ended: dict[str, Ended]) -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended) == []
