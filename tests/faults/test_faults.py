"""Faults of servers and networks (docs/faults.md) against the printed SDKs; Python's with threads and with asyncio."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import DOCUMENT, HERE, LONG, SHORT, Command, Ended, run_all
from tests.support.go_things import go, print_go
from tests.support.places import ROOT
from tests.support.printed import print_python
from tests.support.toolchain import tool
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["python", "asyncio", "typescript", "go"])
def language(request: pytest.FixtureRequest) -> str:
    """A language, and Python's other client."""
    return str(request.param)


@pytest.fixture(scope="module")
def command(language: str) -> Command:
    """The driver of a language, with its SDK."""
    folder = Path(tempfile.mkdtemp(prefix="faults"))
    match language:
        case "typescript":
            return [require_node(), HERE / "typescript_driver.mjs", print_typescript(DOCUMENT, "sdk_faults").folder], {}
        case "go":
            tool("go", Path("/usr/local/go/bin/go"))
            sdk = print_go(DOCUMENT, "sdkfaults", folder).folder
            (sdk / "faults").mkdir()
            shutil.copy(HERE / "go_driver.go", sdk / "faults" / "main.go")
            go("build", "-o", "faults.bin", "./faults", folder=sdk)
            return [sdk / "faults.bin"], {}
        case client:
            sdk = print_python(DOCUMENT, "sdk_faults", folder).folder
            words = ["async"] if client == "asyncio" else []
            path = os.pathsep.join(map(str, (sdk, ROOT)))
            return [sys.executable, HERE / "python_driver.py", *words], {"PYTHONPATH": path}


@pytest.fixture(scope="module")
def ended(command: Command, language: str) -> dict[str, Ended]:
    """What came of every case, by the name of its fault."""
    return run_all([case | case.get(language, {}) for case in SHORT.values()], command)


@pytest.mark.parametrize("fault", SHORT)
def test_fault(ended: dict[str, Ended], fault: str) -> None:
    assert differences(ended[fault]) == []


@pytest.mark.hunt
def test_thousands_of_pages(command: Command) -> None:
    assert [differences(one) for one in run_all(LONG, command).values()] == [[]]


def test_no_secret_in_a_debug_log(ended: dict[str, Ended]) -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended) == []
