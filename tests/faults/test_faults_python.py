"""Faults of servers and networks (docs/faults.md) against the printed Python SDK, with threads and with asyncio."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import CASES, DOCUMENT, HERE, Command, Ended, is_long, run_once
from tests.support.printed import print_python

pytestmark = pytest.mark.slow
CLIENTS = ("sync", "async")


def ended(client: str) -> dict[str, Ended]:
    def build() -> Command:
        sdk = print_python(DOCUMENT, "sdk_faults", Path(tempfile.mkdtemp(prefix="faults")))
        return [sys.executable, HERE / "python_driver.py", client], {"PYTHONPATH": str(sdk.folder)}

    return run_once(f"python-{client}", build, long=client == "sync")


@pytest.mark.parametrize("fault", [case["fault"] for case in CASES])
def test_fault(fault: str) -> None:
    assert differences(ended("sync")[fault]) == []


@pytest.mark.parametrize("fault", [case["fault"] for case in CASES if not is_long(case)])
def test_fault_with_asyncio(fault: str) -> None:
    assert differences(ended("async")[fault]) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_no_secret_in_a_debug_log(client: str) -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended(client)) == []
