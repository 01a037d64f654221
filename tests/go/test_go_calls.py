"""Example calls of printed Go SDKs compile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import document_of
from tests.support.go_things import calls_file, go, print_go


@pytest.mark.slow
def test_every_example_call_of_the_reference_compiles(tmp_path: Path) -> None:
    """What the reference pages show for each method is Go as it stands; test_go_example has those of the trains."""
    sdk = print_go(document_of("languages/harbour.yaml"), "calls", tmp_path)
    (sdk.folder / "calls_test.go").write_text(calls_file(sdk.plan, sdk.methods(), "example.com/calls"))
    go("vet", "./...", folder=sdk.folder)
