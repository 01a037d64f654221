"""Build tools of registries, installed on first use: pre-commit, check-jsonschema, hadolint, Bazel, CMake, ninja."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.base.output.turns import of_folder, turn
from tests.support.places import ROOT

PINS = ROOT / "tests" / "tools" / "building"
TOOLS = ROOT / "build" / "tools" / "building"


def python_program(name: str) -> str:
    """The path of a program of a Python package. Skips the test where it cannot be installed."""
    folder = TOOLS / "python" / ("Scripts" if os.name == "nt" else "bin")
    with _alone():
        if not (folder / name).exists():  # or of an older list
            venv.create(TOOLS / "python", with_pip=True)
            install = [str(folder / "python"), "-m", "pip", "install", "--quiet", "-r", str(PINS / "requirements.txt")]
            _installed(install, ROOT)
    return str(folder / name)


def program(name: str) -> str:
    """The path of a program of the machine, else of a Python package that has it."""
    return shutil.which(name) or python_program(name)


def bazel() -> str:
    """The path of Bazel. Skips the test where it cannot be installed, or is not made for."""
    if sys.platform != "linux":
        pytest.skip("this Bazel is a program for Linux")
    found = TOOLS / "npm" / "node_modules" / "@bazel" / "bazel-linux_x64" / "bazel-2.1.0-linux-x86_64"
    with _alone():
        if not found.exists():
            (TOOLS / "npm").mkdir(exist_ok=True)
            for name in ("package.json", "package-lock.json"):
                shutil.copy(PINS / name, TOOLS / "npm")
            _installed(["npm", "ci", "--no-audit", "--no-fund"], TOOLS / "npm")
    found.chmod(0o755)
    return str(found)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let one process of the tests install at a time."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    with turn([of_folder(TOOLS)], 900, lambda path: None):
        yield


def _installed(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except FileNotFoundError:
        pytest.skip(f"{command[0]} is not installed")
    if done.returncode:
        pytest.skip("the packages of tests/tools/building cannot be installed")
