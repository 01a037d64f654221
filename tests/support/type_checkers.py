"""Type checkers of Python over printed packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run_mypy(folder: Path, *arguments: str) -> str:
    """What mypy says in a folder."""
    command = [sys.executable, "-m", "mypy", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    return done.stdout + done.stderr
