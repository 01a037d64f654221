"""`make golden CASE=...`: which goldens it chooses, and how it rewrites their upper halves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import update_goldens
from tests.support.golden import GOLDEN
from tests.support.places import ROOT
from tests.support.update_goldens import TESTS, of_case, spread, write_uppers

LOOSE = """\
// D3.6: two names.
sdk "Trips" "1.0.0" names="operationId" {
    operation @paths/~1a/get GET "/a" operation_id="list"  groups=[""]  {
      name "list" origin=inferred }
}
"""


def test_every_folder_of_goldens_has_its_test() -> None:
    folders = {path.name for path in GOLDEN.iterdir() if path.is_dir()}
    assert folders == {*TESTS, "servers"}
    assert all(len(list((ROOT / "tests").rglob(name))) == 1 for name in TESTS.values())


@pytest.mark.parametrize(
    ("path", "case", "expected"),
    [
        ("rename/regex.ir", "rename", True),
        ("rename/regex.ir", "rename/regex", True),
        ("rename/regex_more.ir", "rename/regex", False),
        ("CG0504-list", "CG0504", True),
        ("enum_of_numbers/go", "enum", False),
        ("enum/go", "go/enum", True),
        ("", "rename", False),
    ],
)
def test_a_case_is_chosen_by_whole_parts(path: str, case: str, expected: bool) -> None:
    assert of_case(path, case.split("/")) is expected


def test_an_upper_half_becomes_canonical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments stay on top, the lower half stays; what cannot be read is told by file and line, and left alone."""
    monkeypatch.setattr(update_goldens, "GOLDEN", tmp_path)
    folder = tmp_path / "passes" / "rename"
    folder.mkdir(parents=True)
    (folder / "loose.ir").write_text(f"{LOOSE}// -----\nold\n")
    (folder / "new.ir").write_text(LOOSE)
    (folder / "wrong.ir").write_text(LOOSE.replace("operation @", "operaton @"))
    wrong = write_uppers("passes", ["rename"])
    assert [told.partition(": ")[2] for told in wrong] == ["line 3: Sdk holds no 'operaton'"]
    assert "operaton" in (folder / "wrong.ir").read_text()
    made = (folder / "new.ir").read_text()
    assert made.startswith('// D3.6: two names.\nsdk "Trips" "1.0.0" names="operationId" {\n  operation @paths/~1a/get')
    assert (folder / "loose.ir").read_text() == f"{made}// -----\nold\n"


def test_a_case_of_printers_is_copied_to_the_other_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_goldens, "GOLDEN", tmp_path)
    for language in ("go", "python"):
        (tmp_path / "printers" / language).mkdir(parents=True)
    (tmp_path / "printers" / "python" / "new.txt").write_text(f"{LOOSE}// -----\nclass Python: ...\n")
    spread(["new"])
    assert (tmp_path / "printers" / "go" / "new.txt").read_text() == LOOSE


def test_an_unknown_folder_is_told() -> None:
    command = [sys.executable, "-m", "tests.support.update_goldens", "pases/rename"]
    done = subprocess.run(command, cwd=GOLDEN.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("golden/ has no 'pases' that can be written by CASE: commands, diagnostics")
