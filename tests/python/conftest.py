"""pyright's judgement of the programs of these tests, made once."""

from __future__ import annotations

import pytest

from tests.support.type_checkers import Diagnostic, Judgement


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of tests that pyright judges."""
    config.addinivalue_line("markers", "pyright(make): what pyright says of what `make` makes is its fixture `pyright`")


@pytest.fixture(scope="session")
def judgement(request: pytest.FixtureRequest) -> Judgement:
    """What pyright says of the programs of all tests that are to run."""
    return Judgement(request.session.items)


@pytest.fixture
def pyright(judgement: Judgement, request: pytest.FixtureRequest) -> list[Diagnostic]:
    """What pyright says of the programs of a test."""
    return judgement.of(request.node)
