"""What holds for all tests."""

import os
from collections.abc import Iterator

import pytest
from recorder import Recorder

# Builds of tests leave no records in the cache folder of whoever runs them (compiler/fresh.py).
os.environ.setdefault("CODEGEN_CACHE", "off")


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Recorder, Recorder]]:
    """The API's origin, and another one."""
    with Recorder() as here, Recorder() as there:
        yield here, there
