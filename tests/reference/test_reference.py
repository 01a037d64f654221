"""Reference pages of compiled documents: spec 1.6 (webhook pages without configuration), D9.1, D12.2."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.golden import golden_file
from tests.support.places import ROOT
from tests.support.rendered import check_pages
from tests.support.run import codegen

SPECS = ROOT.parent / "shared" / "specs"
CASE = ROOT / "golden" / "reference"
TRAINS = ROOT / "examples" / "trains"
pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")


def read_pages(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}


def build(document: Path, out: Path, *more: str) -> dict[str, str]:
    run = codegen("build", str(document), "-o", str(out), *more, cwd=document.parent)
    assert run.returncode == 0, run.stderr
    return read_pages(out / "reference")


@pytest.fixture(scope="module")
def trains(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return build(TRAINS / "openapi.yaml", tmp_path_factory.mktemp("trains"), "-c", str(TRAINS / "gen.yaml"))


def test_the_pages_of_the_example_hold_together(trains: dict[str, str]) -> None:
    check_pages(trains)


def test_webhooks_and_callbacks_have_pages_without_any_configuration(tmp_path: Path) -> None:
    """spec 1.6, D9.1."""
    pages = build(CASE / "openapi.yaml", tmp_path, "-t", "reference")
    check_pages(pages)
    assert {"webhooks/new-order.md", "callbacks/on-shipped.md"} < set(pages)


def test_every_method_shows_its_signature_and_an_example_call(trains: dict[str, str]) -> None:
    sections = [
        section for path, text in trains.items() if path.startswith("groups/") for section in text.split("\n## ")[1:]
    ]
    assert len(sections) > 20
    for section in sections:
        assert len(re.findall(r"^```python", section, re.MULTILINE)) == 2, section
        assert re.search(r"\*\*Example\*\*\n\n(?:```\w+ .*\n(?:.+\n)*?```\n\n)*?```python.*\nclient\.", section), (
            section
        )


@pytest.mark.parametrize("name", ["README.md", "groups/orders.md", "types/Order.md", "webhooks/new-order.md"])
def test_pages_of_a_small_document(name: str, tmp_path: Path, snapshot: object) -> None:
    """The whole text of some pages, HTML of the document's texts escaped."""
    pages = build(CASE / "openapi.yaml", tmp_path, "-t", "reference")
    expected = CASE / name.replace("/", "-").replace(".md", ".txt")
    assert pages[name] == snapshot.use_extension(golden_file(expected))  # type: ignore[attr-defined]


def test_the_same_document_gives_the_same_pages_whatever_the_hash_seed(tmp_path: Path) -> None:
    """D12.2."""
    made = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        command = [sys.executable, "-m", "compiler", "build", str(TRAINS / "openapi.yaml"), "-t", "reference", "-q"]
        subprocess.run([*command, "-o", str(out)], check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed})
        made.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    assert made[0] == made[1]


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize("name", ["museum.yaml", "figma.yaml", "resend.yaml", "stripe.yaml"])
def test_the_pages_of_real_documents_hold_together(name: str, tmp_path: Path) -> None:
    check_pages(build(SPECS / name, tmp_path, "-t", "reference", "-k"))
