"""Faults of servers and networks (docs/faults.md) against the printed TypeScript SDK, in node."""

from __future__ import annotations

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import DOCUMENT, HERE, LONG, SHORT, Command, Ended, run_all
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def command() -> Command:
    """The driver in node."""
    return [require_node(), HERE / "typescript_driver.mjs", print_typescript(DOCUMENT, "sdk_faults").folder], {}


@pytest.mark.parametrize("fault", SHORT)
def test_fault(ended: dict[str, Ended], fault: str) -> None:
    assert differences(ended[fault]) == []


@pytest.mark.hunt
def test_thousands_of_pages(command: Command) -> None:
    assert [differences(one) for one in run_all(LONG, command).values()] == [[]]


def test_no_secret_in_a_debug_log(ended: dict[str, Ended]) -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended) == []
