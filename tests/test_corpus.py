"""Real documents compile, and what is printed parses and imports ("On real input")."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.corpus import DOCUMENTS, SPECS, Document, build

pytestmark = pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
SMALL = {"museum", "dub"}
"""Documents that compile in about a second: these run in every check."""


@pytest.mark.parametrize(
    "document",
    [pytest.param(one, id=one.name, marks=() if one.name in SMALL else pytest.mark.slow) for one in DOCUMENTS],
)
def test_a_real_document(document: Document, tmp_path: Path) -> None:
    result = build(document, tmp_path)
    assert result.faults == ()
    assert result.operations > 0
    assert result.methods >= result.operations
    if "-k" not in document.flags:
        assert not result.left_out


@pytest.mark.slow
def test_dangling_references_leave_out_their_operations_alone(tmp_path: Path) -> None:
    """D1.4: nine dangling references; without -k nothing is written, with it the rest is."""
    mistral = next(one for one in DOCUMENTS if one.name == "mistral-public")
    refused = build(Document("refused", mistral.file, mistral.flags[:-1]), tmp_path)
    assert refused.cost.code == 2
    assert not (tmp_path / "refused").exists()
    result = build(mistral, tmp_path)
    assert result.faults == ()
    assert result.left_out
    assert result.operations > 250
