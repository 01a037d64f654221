"""Runs a command and measures it: CPU seconds (user and system), wall seconds, peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took, and how it ended."""

    code: int
    cpu: float
    wall: float
    megabytes: float
    errors: str


def run(command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Cost:
    """Run a command to its end; its output is thrown away, its errors are kept."""
    started = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=env, cwd=cwd
    )
    assert process.stderr is not None
    errors = process.stderr.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Cost(
        code=process.returncode,
        cpu=usage.ru_utime + usage.ru_stime,
        wall=time.monotonic() - started,
        megabytes=usage.ru_maxrss / scale,
        errors=errors,
    )
