"""What came of all faults, once for a driver."""

from __future__ import annotations

import pytest

from tests.support.faults.run import SHORT, Command, Ended, run_all


@pytest.fixture(scope="module")
def ended(command: Command) -> dict[str, Ended]:
    """What came of every case, by the name of its fault."""
    return run_all([*SHORT.values()], command)
