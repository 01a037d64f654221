"""Real documents and the public suites through lowering: no exceptions, and only justified errors."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostics
from compiler.front import LoadOptions, Lowering, lower_document
from compiler.source import Limits, load_file
from tests.support.places import SHARED

SPECS, SUITES = SHARED / "specs", SHARED / "suites"

needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="needs the documents in ../shared")

RIGHT = {
    "spk-sdk-openapi32.yaml": {"CG1303"},
}
"""Errors of real documents: features that have a name."""

SUITE_ERRORS = {
    "ogen-positive": {"CG1303"},
    "learn-openapis": set(),
    "readme-oas-examples": set(),
    "oapi-codegen": {"CG0302", "CG0316", "CG0404", "CG0504", "CG1102"},
    "oas-schema-tests/v3.0/pass": set(),
    "oas-schema-tests/v3.1/pass": {"CG0404"},
    "oas-schema-tests/v3.2/pass": {
        "CG0404", "CG1302", "CG1303", "CG1306", "CG1308",
    },
    "openapi3-examples/3.0/pass": {"CG0401", "CG0403"},
    "openapi3-examples/3.1/pass": set(),
    "kin-openapi-refs": {"CG0316", "CG0401", "CG0402"},
}  # fmt: skip
"""Errors that the positive suites have beside their point: their documents are valid, not complete."""


LARGE = 1_000_000
"""Bytes of a document that a hunt reads; a description of several files counts as large, but for one."""


def documents() -> Iterator[object]:
    if SPECS.exists():
        with (SPECS / "MANIFEST.csv").open(encoding="utf-8") as file:
            names = [row["file"] for row in csv.DictReader(file)]
        one, *split = (name for name in names if "/" in name)
        for name in names:
            is_hunt = name in split or (name != one and (SPECS / name).stat().st_size > LARGE)
            yield pytest.param(name, marks=pytest.mark.hunt if is_hunt else ())


def lower(path: Path, ref_root: Path, prefix: str | None = None) -> tuple[Lowering | None, Diagnostics]:
    diagnostics = Diagnostics()
    document = load_file(path, path.name, Limits(), diagnostics)
    if document is None:
        return None, diagnostics
    options = LoadOptions(folder=str(path.parent), ref_root=str(ref_root))
    return lower_document(document, diagnostics, options, extension_prefix=prefix), diagnostics


@needs_shared
@pytest.mark.parametrize("name", list(documents()))
def test_a_real_document(name: str) -> None:
    """issue "on real input": also with the prefix of another vendor (D2.1)."""
    path = SPECS / name
    lowering, diagnostics = lower(path, path.parent, "x-speakeasy-")
    assert {item.code for item in diagnostics.errors} == RIGHT.get(name, set())
    assert lowering is not None
    assert lowering.sdk.operations or lowering.sdk.events


def suite(name: str) -> Iterator[Path]:
    for folder, _, files in os.walk(SUITES / name):
        yield from (Path(folder, file) for file in sorted(files) if file.endswith((".yaml", ".yml", ".json")))


@needs_shared
@pytest.mark.parametrize("name", SUITE_ERRORS)
def test_a_positive_suite(name: str) -> None:
    found: set[str] = set()
    count = 0
    for path in suite(name):
        lowering, diagnostics = lower(path, SUITES / name)
        count += lowering is not None
        if lowering is not None:
            found |= {item.code for item in diagnostics.errors}
    assert count > 5
    assert found == SUITE_ERRORS[name]
