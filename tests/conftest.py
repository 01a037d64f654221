"""Fixtures and hooks of all tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest

from tests.support.recorder import Recorder

# Builds of tests leave no records in the cache folder of whoever runs them (compiler/driver/build_record.py).
os.environ.setdefault("CODEGEN_CACHE", "off")


_FOLDER = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what tests print for one another in one folder, which goes with the session."""
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # for tmp_path, which pytest looks after
    tempfile.tempdir = config.stash[_FOLDER] = tempfile.mkdtemp(prefix="codegen-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove it."""
    tempfile.tempdir = None
    shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Recorder, Recorder]]:
    """The API's origin, and another one."""
    with Recorder() as here, Recorder() as there:
        yield here, there
