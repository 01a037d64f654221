"""Programs that a test needs: without one the test is skipped by name, except in CI, where all must be installed."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.places import ROOT


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


@functools.cache
def go_program(pin: str) -> str:
    """The path of a program of Go: on PATH, else installed from its module (`path@version`) on first use.

    Skips the test where it cannot be installed; fails where ``CI=true``.
    """
    name = pin.partition("@")[0].rpartition("/")[2]
    folder = ROOT / "build" / "tools" / name
    if shutil.which(name) is None and not (folder / name).exists():
        go = tool("go", Path("/usr/local/go/bin/go"))
        folder.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"GOBIN": str(folder)}
        done = subprocess.run([go, "install", pin], env=environment, capture_output=True, text=True, timeout=600)
        if done.returncode and os.environ.get("CI") != "true":
            pytest.skip(f"{name} cannot be installed: {done.stderr.strip()}")
        assert done.returncode == 0, done.stderr
    return tool(name, folder / name)


def ask_line(process: subprocess.Popen[str], line: str, patience: float = 300) -> str:
    """Write a line to a program that stays, and wait for the line that it answers; nothing where it has ended.

    It is ended where it says nothing for so many seconds.
    """
    assert process.stdin is not None and process.stdout is not None
    watch = threading.Timer(patience, process.kill)
    watch.start()
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline()
    except BrokenPipeError:
        return ""
    finally:
        watch.cancel()


def other_pythons() -> list[str]:
    """Other versions of CPython that this machine has and that an SDK supports: kept by pyenv, or on PATH."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = []
    for minor in (number for number in range(11, 20) if sys.version_info[:2] != (3, number)):
        kept = sorted(map(str, root.glob(f"versions/3.{minor}.*/bin/python")))
        on_path = shutil.which(f"python3.{minor}")
        if on_path and Path(on_path).parent != root / "shims":  # which lead to what is kept, or refuse
            kept.append(on_path)
        found += kept[:1]
    return found
