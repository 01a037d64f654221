"""The project's README: its gen.yaml builds, and its program type-checks and runs against the example's server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.run import codegen

TRAINS = ROOT / "examples" / "trains"
README = (ROOT / "README.md").read_text("utf-8")


def _block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    return str(found)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder in which README was followed."""
    shutil.copy(TRAINS / "openapi.yaml", tmp_path)
    (tmp_path / "gen.yaml").write_text(_block("yaml"), "utf-8")
    done = codegen("build", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "next: pip install ./sdk/python" in done.stderr
    return tmp_path


def _run(folder: Path, *command: str, **environment: str) -> str:
    path = str(folder / "sdk" / "python")
    settings = {**os.environ, "PYTHONPATH": path, "MYPYPATH": path, **environment}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=settings, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_program_type_checks(project: Path) -> None:
    """mypy --strict, as its reader would."""
    (project / "program.py").write_text(_block("python"), "utf-8")
    _run(project, "-m", "mypy", "--strict", "program.py")


def test_the_program_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All trips of all pages, then page by page."""
    monkeypatch.syspath_prepend(str(TRAINS))
    from server import TOKEN, TrainServer

    (project / "program.py").write_text(_block("python").replace('"..."', repr(TOKEN)), "utf-8")
    with TrainServer() as server:
        said = _run(project, "program.py", TRAIN_TRAVEL_BASE_URL=server.url)
    lines = said.splitlines()
    assert [line.partition(" ")[0] for line in lines[:20]] == [f"trip_{number:02}" for number in range(1, 21)]
    assert sum(map(int, lines[20:])) == 20
