"""Tries a command on a file, for `codegen bisect` and `codegen reduce`."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path


def exit_code(command: str, file: Path, seconds: int | None = None) -> int | None:
    """Run a command with a file, whose path takes the place of `{}`, or is its last word.

    Returns its exit code; None if it cannot be run, or takes longer than ``seconds``.
    """
    words = shlex.split(command)
    given = [word.replace("{}", str(file)) for word in words] if "{}" in command else [*words, str(file)]
    try:
        return subprocess.run(given, capture_output=True, check=False, timeout=seconds).returncode
    except (OSError, subprocess.TimeoutExpired):
        return None
