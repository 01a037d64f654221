"""Programs that a test needs: without one the test is skipped by name, except in CI, where all must be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def tool(name: str, *otherwise: Path) -> str:
    """The path of a program: on PATH, else the first of the files given that is there.

    Skips the test without it; fails where ``CI=true``.
    """
    found = shutil.which(name) or next((str(path) for path in otherwise if path.exists()), None)
    if found is None:
        missing = f"{name} is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def other_pythons() -> list[str]:
    """Other versions of CPython that this machine has and that an SDK supports: on PATH, or kept by pyenv."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, str] = {}
    for minor in range(11, 20):
        names = [shutil.which(f"python3.{minor}"), *sorted(map(str, root.glob(f"3.{minor}.*/bin/python")))]
        for name in names if sys.version_info[:2] != (3, minor) else []:
            done = subprocess.run([name or "false", "-c", "import sys; print(sys.executable)"], capture_output=True)
            if done.returncode == 0:  # what pyenv puts on PATH may refuse
                found.setdefault(str(minor), done.stdout.decode().strip())
    return [*found.values()]
