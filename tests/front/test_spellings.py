"""Several documents of one API give one SDK: Swagger 2.0 and 3.0 (D1.1), one file and several (D1.4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.documents import SPECS, find_document
from compiler.diagnostics import Diagnostics
from compiler.source import Limits, load_file
from tests.support.generated import spellings

pytestmark = pytest.mark.slow


def _read(name: str) -> Any:
    path = find_document(name).path
    document = load_file(path, path.name, Limits(), Diagnostics())
    assert document is not None
    return json.loads(json.dumps(document.root))


@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.hunt)])
def test_documents_by_chance(seed: int, tmp_path: Path) -> None:
    assert list(spellings.spelling_differences(seed, tmp_path)) == []


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize(
    "name", ["museum", *(pytest.param(name, marks=pytest.mark.hunt) for name in ("resend", "plex"))]
)
def test_real_documents_in_files(name: str, tmp_path: Path) -> None:
    assert list(spellings.in_files(_read(name), 1, tmp_path)) == []


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize("name", ["museum", "readme-parameters-style", pytest.param("resend", marks=pytest.mark.hunt)])
def test_real_documents_with_defaults(name: str, tmp_path: Path) -> None:
    assert list(spellings.with_defaults(_read(name), tmp_path)) == []


def test_what_differs_is_told(tmp_path: Path) -> None:
    one, other = (
        spellings.words({"go/api.go": text, "go/.codegen-manifest.json": text}) for text in (b"a b b", b"a b c")
    )
    assert spellings.told(one, other) == [("go", "b", 1), ("go", "c", -1)]
