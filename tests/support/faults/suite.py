"""The tests of faults, for each language: a module with a fixture ``command`` has a class that inherits them."""

from __future__ import annotations

import pytest

from tests.support.faults.judge import differences, leaks
from tests.support.faults.run import LONG, SHORT, Command, Ended, run_all


class FaultTests:
    """Every case of the table."""

    @pytest.mark.parametrize("fault", SHORT)
    def test_fault(self, ended: dict[str, Ended], fault: str) -> None:
        assert differences(ended[fault]) == []

    @pytest.mark.hunt
    def test_thousands_of_pages(self, command: Command) -> None:
        assert [differences(one) for one in run_all(LONG, command).values()] == [[]]

    def test_no_secret_in_a_debug_log(self, ended: dict[str, Ended]) -> None:
        """sdk 5: no secret, given as key, header, cookie or query, in a log at DEBUG level that shows the requests."""
        assert leaks(ended) == []
