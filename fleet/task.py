"""The task of a cluster: start codegen for a job, and wait for it as long as it may take.

The module is sent to the workers as it stands, so that it imports nothing of ours: there, codegen is installed under a
name of its own, and may be another version.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

RESULT, LATE, ENDED = b"r", b"t", b"e"
"""How a task ended: with a result, not in time, or without a result; the rest of the bytes says more."""
MAIN = """\
try:
    import codegen_sdk
except ImportError:
    pass
from fleet.job import main
main()
"""
"""What the process of a job does."""


def run(program: str, job: bytes, limit: float | None) -> bytes:
    """Return the result of a job, which a program (`MAIN`) does in at most `limit` seconds."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        result, said = process.communicate(job, timeout=limit)
    except subprocess.TimeoutExpired:
        _kill(process)
        return LATE
    except BaseException:
        _kill(process)
        raise
    if process.returncode == 0:
        return RESULT + result
    told = said.decode("utf-8", "replace").strip().splitlines()[-1:]
    code = process.returncode
    why = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
    return ENDED + ": ".join([why, *told])[:300].encode()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and those that it started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.communicate()
