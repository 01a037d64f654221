"""Features of an SDK printed for Go besides its calls (sdk 2, sdk 8): hooks, logs, contexts, timeouts, errors, streams,
files, servers, webhooks. tests/go/go_features_test.go uses it, as a package of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.go_things import go, print_go, unformatted

HERE = Path(__file__).parent


@pytest.mark.slow
def test_the_features_of_the_runtime(tmp_path: Path) -> None:
    """Each is a test of its own in Go; a gigabyte goes up twice and down once without being loaded."""
    document: dict[str, Any] = yaml.safe_load((HERE / "go_features.yaml").read_text())
    sdk = print_go(document, "features", tmp_path)
    assert unformatted(sdk.folder) == ""
    shutil.copy(HERE / "go_features_test.go", sdk.folder)
    go("vet", "./...", folder=sdk.folder)
    said = go("test", "-v", "-count=1", ".", folder=sdk.folder)
    wanted = re.findall(r"^func (Test\w+)", (HERE / "go_features_test.go").read_text(), re.MULTILINE)
    assert [name for name in wanted if f"--- PASS: {name} " not in said] == []


def test_deprecation_notes(tmp_path: Path) -> None:
    """What tools look for: a paragraph that begins with Deprecated, with the document's own words."""
    document: dict[str, Any] = yaml.safe_load((HERE / "go_features.yaml").read_text())
    files = {path.name: path.read_text() for path in print_go(document, "features", tmp_path).folder.glob("*.go")}
    assert "//\n// Deprecated: use getThing\nfunc (c *Features) OldThing(" in files["client.go"]
    assert "\t// Deprecated: sizes are gone\n\tSize Opt[int]" in files["thing_models.go"]
    assert "Deprecated: use colour" in files["client.go"]
