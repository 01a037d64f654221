"""The size of printed Python (sdk 14): at most 16 kB per operation, with the runtime, without tests and examples."""

from __future__ import annotations

import json

import pytest

from tests.support.python_things import build_shared

MOST = 16.0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openai", pytest.param("stripe", marks=pytest.mark.hunt)])
def test_what_is_printed_of_an_operation_stays_small(name: str) -> None:
    """Measured as ``make bench-sdk`` does: streaming methods are operations of their own."""
    folder = build_shared(name)
    manifest = json.loads((folder / ".codegen-manifest.json").read_text("utf-8"))
    (package,) = (path.parent for path in folder.glob("*/_client.py"))
    size = sum(path.stat().st_size for path in package.rglob("*.py"))
    assert size / 1000 / len(manifest["operations"]) <= MOST
