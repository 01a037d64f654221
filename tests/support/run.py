"""Runs the command line in this process, as a user would in a folder; and other programs."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


LANGUAGES = ("python", "typescript", "go")


def build(
    folder: Path,
    document: str | Mapping[str, Any],
    config: str | Mapping[str, Any] = "python: {}\ntypescript: {}\ngo: {}\n",
    *arguments: str,
) -> Path:
    """Build a document, for every language unless gen.yaml says otherwise; returns the folder of what is printed.

    Args:
        folder: where the document and gen.yaml are written, and `sdk`.
        document: as text or as a value.
        config: gen.yaml, likewise, without the version of the configuration.
        arguments: of ``codegen build``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = (
        config if isinstance(config, str) else "".join(f"{key}: {json.dumps(item)}\n" for key, item in config.items())
    )
    (folder / "gen.yaml").write_text(f"configVersion: 2.0.0\n{text}", "utf-8")
    (folder / "openapi.yaml").write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    done = codegen("build", "openapi.yaml", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "sdk"


def run_program(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a program, which has to end well; returns all that it said."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout
