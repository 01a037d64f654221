"""A fault of the compiler leaves the IR it failed on, and the command that repeats it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

import passes.rename
from backends import load_backend
from compiler.driver.options import Exit
from tests.support.run import codegen, simple, write


def repeated(folder: Path, args: list[str], file: str) -> list[str]:
    """Build, and run the command that the message names; return the last lines of both tracebacks."""
    write(folder, "openapi.yaml", simple())
    done = codegen(*args, cwd=folder)
    assert done.returncode == Exit.INTERNAL
    assert "internal error" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == [file, "openapi.yaml"]
    line = next(line for line in done.stderr.splitlines() if "to repeat it: " in line)
    again = codegen(*shlex.split(line.partition("to repeat it: codegen ")[2]), cwd=folder)
    assert again.returncode == Exit.INTERNAL
    return [next(line for line in run.stderr.splitlines() if line.startswith("RuntimeError")) for run in (done, again)]


def test_a_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(sdk: Any, context: Any) -> Any:
        raise RuntimeError(f"{len(sdk.operations)} operations")

    monkeypatch.setattr(passes.rename, "run", broken)
    args = ["build", "openapi.yaml", "-t", "python"]
    assert repeated(tmp_path, args, "codegen-crash-rename.ir") == ["RuntimeError: 1 operations"] * 2


def test_a_backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, plan: Any, *_: Any) -> Any:
        raise RuntimeError(f"{len(plan.wire.operations)} operations")

    monkeypatch.setattr(type(load_backend("go")), "emit", broken)
    args = ["build", "openapi.yaml", "-t", "go"]
    assert repeated(tmp_path, args, "codegen-crash-go.ir") == ["RuntimeError: 1 operations"] * 2
