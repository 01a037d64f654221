"""Faults of servers and networks (docs/faults.md) against the printed TypeScript SDK, in node."""

from __future__ import annotations

import pytest

from tests.support.faults.run import DOCUMENT, HERE, Command
from tests.support.faults.suite import FaultTests
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def command() -> Command:
    """The driver in node."""
    return [require_node(), HERE / "typescript_driver.mjs", print_typescript(DOCUMENT, "sdk_faults").folder], {}


class TestTypeScript(FaultTests):
    """Every test of faults."""
