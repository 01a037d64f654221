"""Apidiff, of the Go project, compares two modules."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support.toolchain import go_program

PIN = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4"


def breaks(old: Path, new: Path) -> list[str]:
    """Return what breaks between two versions of a module; skips where apidiff cannot be installed."""
    program = go_program(PIN)
    exported = old.parent / "old.export"
    _run(program, "-w", str(exported), ".", folder=old)
    said = _run(program, "-incompatible", str(exported), ".", folder=new)
    return [line.removeprefix("- ") for line in said.splitlines() if line.startswith("- ")]


def _run(program: str, *arguments: str, folder: Path) -> str:
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
