"""Errors and doors of SDKs printed for Go (D16.1 to D16.4). tests/tools/go_doors_test.go is a package of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from go_things import go, print_go, unformatted

HERE = Path(__file__).parent


@pytest.mark.slow
def test_doors(tmp_path: Path) -> None:
    """Credentials that are missing, other settings, what the document does not have, the log, what hooks are told."""
    document: dict[str, Any] = yaml.safe_load((HERE / "go_doors.yaml").read_text())
    sdk = print_go(document, "doors", tmp_path)
    assert unformatted(sdk.folder) == ""
    shutil.copy(HERE / "tools/go_doors_test.go", sdk.folder)
    go("vet", "./...", folder=sdk.folder)
    said = go("test", "-v", "-count=1", ".", folder=sdk.folder)
    wanted = re.findall(r"^func (Test\w+)", (HERE / "tools/go_doors_test.go").read_text(), re.MULTILINE)
    assert [name for name in wanted if f"--- PASS: {name} " not in said] == []
