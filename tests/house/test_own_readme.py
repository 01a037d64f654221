"""The project's README: its gen.yaml builds, and its program type-checks and runs against the example's server."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.run import build, run_program
from tests.support.type_checkers import run_mypy

TRAINS = ROOT / "examples" / "trains"
README = (ROOT / "README.md").read_text("utf-8")


def _block(language: str) -> str:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    return found[0]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder in which README was followed."""
    shutil.copy(TRAINS / "openapi.yaml", tmp_path)
    (tmp_path / "gen.yaml").write_text(_block("yaml"), "utf-8")
    assert "next: pip install ./sdk/python" in build(tmp_path).stderr
    return tmp_path


@pytest.mark.slow
def test_the_program_type_checks(project: Path) -> None:
    """mypy --strict, as its reader would."""
    sdk = project / "sdk" / "python"
    (sdk / "program.py").write_text(_block("python"), "utf-8")
    assert run_mypy(sdk, "--strict", "program.py").startswith("Success")


def test_the_program_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All trips of all pages, then page by page."""
    monkeypatch.syspath_prepend(str(TRAINS))
    from server import TOKEN, TrainServer

    (project / "program.py").write_text(_block("python").replace('"..."', repr(TOKEN)), "utf-8")
    with TrainServer() as server:
        settings = {"PYTHONPATH": str(project / "sdk" / "python"), "TRAIN_TRAVEL_BASE_URL": server.url}
        lines = run_program([sys.executable, "program.py"], project, settings).splitlines()
    assert [line.partition(" ")[0] for line in lines[:20]] == [f"trip_{number:02}" for number in range(1, 21)]
    assert sum(map(int, lines[20:])) == 20
