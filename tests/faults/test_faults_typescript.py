"""Faults of servers and networks (docs/faults.md) against the printed TypeScript SDK, in node."""

from __future__ import annotations

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import CASES, DOCUMENT, HERE, Command, Ended, run_once
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow


def ended() -> dict[str, Ended]:
    node = require_node()

    def build() -> Command:
        return [node, HERE / "typescript_driver.mjs", print_typescript(DOCUMENT, "sdk_faults").folder], {}

    return run_once("typescript", build)


@pytest.mark.parametrize("fault", [case["fault"] for case in CASES])
def test_fault(fault: str) -> None:
    assert differences(ended()[fault]) == []


def test_no_secret_in_a_debug_log() -> None:
    """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
    assert leaks(ended()) == []
