"""Folders with documents, and the command line that runs there in this process; and other programs."""

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

from compiler.commands import main


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


def build(folder: Path, *arguments: str, code: int = 0) -> Run:
    """Run ``codegen build ARGUMENTS`` in a folder; it must end with a code."""
    done = codegen("build", *arguments, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def write(folder: Path, name: str, content: str | Mapping[str, Any]) -> Path:
    """Write a file, with its folder: a text, or JSON."""
    path = folder / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def configure(folder: Path, text: str) -> None:
    """Write a gen.yaml."""
    write(folder, "gen.yaml", f"configVersion: 2.0.0\n{text}")


def tree(folder: Path) -> dict[str, bytes]:
    """Return what all files below a folder hold."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def simple(name: str = "listThings", text: str = "done") -> str:
    """Return a document with one operation, without any schema."""
    return (
        'openapi: 3.1.0\ninfo: {title: Test, version: "1"}\n'
        f'paths: {{/things: {{get: {{operationId: {name}, responses: {{"204": {{description: {text}}}}}}}}}}}\n'
    )


SPLIT = simple().replace('"204": {description: done}', '"200": {$ref: "parts/common.yaml#/Answer"}')
"""The same, with an answer of another file, `parts/common.yaml`."""
COMMON = "Answer: {description: ok, content: {application/json: {schema: {type: string}}}}\n"
"""That file."""


def build_sdks(
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
    if not isinstance(config, str):
        config = "".join(f"{key}: {json.dumps(item)}\n" for key, item in config.items())
    configure(folder, config)
    write(folder, "openapi.yaml", document)
    build(folder, "openapi.yaml", *arguments)
    return folder / "sdk"


def run_program(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a program, which has to end well; returns all that it said."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout
