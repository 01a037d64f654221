"""Apidiff, of the Go project, compares two modules."""

from __future__ import annotations

import functools
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.toolchain import tool

PIN = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4"
FOLDER = ROOT / "build" / "tools" / "apidiff"


def breaks(old: Path, new: Path) -> list[str]:
    """Return what breaks between two versions of a module; skips where apidiff cannot be installed."""
    program = _program()
    exported = old.parent / "old.export"
    _run(program, "-w", str(exported), ".", folder=old)
    said = _run(program, "-incompatible", str(exported), ".", folder=new)
    return [line.removeprefix("- ") for line in said.splitlines() if line.startswith("- ")]


@functools.cache
def _program() -> str:
    found = FOLDER / "apidiff"
    if not found.exists():
        go = tool("go", Path("/usr/local/go/bin/go"))
        FOLDER.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"GOBIN": str(FOLDER)}
        done = subprocess.run([go, "install", PIN], env=environment, capture_output=True, text=True, timeout=600)
        if done.returncode:
            pytest.skip(f"apidiff cannot be installed: {done.stderr.strip()}")
    return str(found)


def _run(program: str, *arguments: str, folder: Path) -> str:
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
