"""Errors, client options and undocumented calls of SDKs printed for Go (D16.1 to D16.4).

tests/go/go_doors_test.go is a package of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.python.test_python_doors import NO_ROOT
from tests.support.go_things import go, print_go, unformatted

HERE = Path(__file__).parent


@pytest.mark.slow
def test_doors(tmp_path: Path) -> None:
    """Credentials that are missing, other settings, what the document does not have, the log, what hooks are told."""
    document: dict[str, Any] = yaml.safe_load((HERE / "go_doors.yaml").read_text())
    sdk = print_go(document, "doors", tmp_path)
    assert unformatted(sdk.folder) == ""
    shutil.copy(HERE / "go_doors_test.go", sdk.folder)
    go("vet", "./...", folder=sdk.folder)
    said = go("test", "-v", "-count=1", ".", folder=sdk.folder)
    wanted = re.findall(r"^func (Test\w+)", (HERE / "go_doors_test.go").read_text(), re.MULTILINE)
    assert [name for name in wanted if f"--- PASS: {name} " not in said] == []


def test_what_a_request_carries_where_the_document_as_a_whole_asks_for_nothing(tmp_path: Path) -> None:
    """D16.3: what operations ask for, the most usual first, and nothing where the client has none of it."""
    client = (print_go(NO_ROOT, "gates", tmp_path).folder / "client.go").read_text()
    assert 'security: [][]need{{{"machine", "read"}}, {{"key", ""}}, {}},' in client
