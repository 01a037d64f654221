"""What tests of Python share: a server, and pyright's judgement of their programs."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator

import pytest

from tests.support.recorder import Recorder
from tests.support.type_checkers import Diagnostic, Judgement


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of tests that pyright judges."""
    config.addinivalue_line("markers", "pyright(make): what pyright says of what `make` makes is the fixture `pyright`")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
    return True


@pytest.fixture(scope="module")
def server() -> Iterator[Recorder]:
    """A server for all tests of a module."""
    with Recorder() as recorder:
        yield recorder


@pytest.fixture(scope="session")
def judgement(request: pytest.FixtureRequest) -> Judgement:
    """What pyright says of the programs of all tests that are to run."""
    return Judgement(request.session.items)


@pytest.fixture
def pyright(judgement: Judgement, request: pytest.FixtureRequest) -> list[Diagnostic]:
    """What pyright says of the programs of a test."""
    return judgement.of(request.node)
