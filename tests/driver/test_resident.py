"""A process that builds again and again does what builds in processes of their own do (docs/watch.md)."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.support.places import ROOT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "judges.resident", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.hunt)])
def test_random_edits_give_what_a_build_by_itself_gives(seed: int) -> None:
    """Output, messages, exit code and codegen.lock, byte for byte; `make soak` makes 2,000 edits."""
    done = run("--edits", "12", "--length", "12", "--seed", str(seed), "--document", "openapi")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "12 edits in 1 sittings, 0 faults" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_stays_the_same_over_many_builds() -> None:
    """A build that left 80 KiB behind would be seen."""
    done = run("--builds", "60")
    assert done.returncode == 0, done.stdout + done.stderr
    half, end = (int(size.replace(",", "")) for size in re.findall(r"([\d,]+) KiB", done.stdout))
    assert end < half + 30 * 80, done.stdout
