"""The size of printed Python (sdk 14): at most 16 kB per operation, with the runtime, without tests and examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.documents import named
from tests.support.run import codegen

MOST = 16.0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openai", "stripe"])
def test_what_is_printed_of_an_operation_stays_small(name: str, tmp_path: Path) -> None:
    """Measured as ``make bench-sdk`` does: streaming methods are operations of their own."""
    document = named(name)
    done = codegen("build", str(document.path), *document.flags, "-t", "python", "-q", "-o", "sdk", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "sdk/python/.codegen-manifest.json").read_text("utf-8"))
    (package,) = (path.parent for path in (tmp_path / "sdk/python").glob("*/_client.py"))
    size = sum(path.stat().st_size for path in package.rglob("*.py"))
    assert size / 1000 / len(manifest["operations"]) <= MOST
