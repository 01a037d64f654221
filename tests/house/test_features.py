"""docs/features.md names tests that exist: functions, Go tests, programs' cases, files of wire vectors."""

from __future__ import annotations

import re

import pytest

from tests.support.places import ROOT

TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "features.md"
ROWS = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ") and "---" not in line][1:]


def _exists(name: str) -> bool:
    file, _, case = name.partition("::")
    if not case:
        return (TESTS / f"{file}.yaml").exists()
    found = [path for path in TESTS.rglob(f"{file}.*") if path.suffix in (".py", ".go", ".mjs")]
    text = "".join(path.read_text("utf-8") for path in found)
    return re.search(rf"(?:def|func|async|static)\s+{re.escape(case)}\(", text) is not None


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip() or "languages" for row in ROWS])
def test_the_tests_of_a_feature_are_there(row: str) -> None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert len(cells) == 4
    assert all(cells), "a feature has a test in each language, or says that it has none"
    missing = [name for cell in cells[1:] for name in re.findall("`([^`]+)`", cell) if not _exists(name)]
    assert missing == []
