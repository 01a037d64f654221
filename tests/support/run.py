"""Runs the command line in this process, as a user would in a folder."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from compiler.cli import main


@dataclass(frozen=True)
class Run:
    returncode: int
    stdout: str
    stderr: str


def codegen(*arguments: str, cwd: Path) -> Run:
    """Run ``codegen ARGUMENTS`` in a folder."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return Run(code, out.getvalue(), err.getvalue())
