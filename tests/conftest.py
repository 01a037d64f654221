"""Fixtures and hooks of all tests."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.support.recorder import Recorder
from tests.support.scheduling import group_of, order_of

# Builds of tests leave no records in the cache folder of whoever runs them (compiler/driver/build_record.py).
os.environ.setdefault("CODEGEN_CACHE", "off")


_FOLDER = pytest.StashKey[str]()
_STARTED = time.monotonic()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what tests print for one another in one folder, which goes with the session."""
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # for tmp_path, which pytest looks after
    tempfile.tempdir = config.stash[_FOLDER] = tempfile.mkdtemp(prefix="codegen-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove it."""
    tempfile.tempdir = None
    shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


class GroupScheduling(LoadScopeScheduling):
    """Gives each worker whole groups of test files, so that what is cached in a process is made once a session."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> GroupScheduling:
    """Distribute tests by groups, in the order in which they are collected."""
    config.option.loadscopereorder = False  # by the number of tests, which says little about their time
    return GroupScheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the groups that take long, where workers share the tests: none of them is left to the end."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: order_of(item.nodeid))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no hunt begin after the time that there is for them, as in CI."""
    seconds = os.environ.get("HUNT_SECONDS")
    if seconds and item.get_closest_marker("hunt") and time.monotonic() - _STARTED > float(seconds):
        pytest.skip("there is no time left for this hunt")


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Recorder, Recorder]]:
    """The API's origin, and another one."""
    with Recorder() as here, Recorder() as there:
        yield here, there
