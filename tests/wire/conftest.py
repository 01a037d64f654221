"""What the tests of the wire share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.wire_go import driver, hook_driver
from tests.support.wire_vectors import Check, Session, Vector


@pytest.fixture(scope="session", autouse=True)
def drivers(request: pytest.FixtureRequest) -> None:
    """Name every SDK of Go that this session may ask for, so that the first call builds one program of all of them."""
    here = [item for item in request.session.items if item.path.parent == Path(__file__).parent]
    for given in (item.callspec.params for item in here if hasattr(item, "callspec")):
        for name, value in given.items():
            if name == "stem":
                hook_driver(value)
            elif name == "file" or isinstance(value, Check | Session | Vector):
                driver(getattr(value, "file", value))
