"""A build that would change nothing does not run: the last build's output is printed again (speed 3)."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.places import ROOT

DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: "1", x-codegen-nothing: 1}
paths:
  /things: {get: {operationId: listThings, responses: {"200": {$ref: "common.yaml#/Answer"}}}}
"""
COMMON = """\
Answer: {description: ok, content: {application/json: {schema: {type: string}}}}
"""
HEAVY = ("yaml", "libcst", "backends.python", "compiler.driver.build", "passes")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    (tmp_path / "common.yaml").write_text(COMMON, "utf-8")
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\ngo: {modulePath: example.com/test}\n", "utf-8")
    old = time.time_ns() - 10**10
    for path in tmp_path.iterdir():
        os.utime(path, ns=(old, old))
    return tmp_path


def build(folder: Path, *args: str, cache: str = "cache", document: str = "openapi.yaml") -> tuple[str, bool]:
    """Run a build as a process; returns what it said, and whether it compiled."""
    script = (
        f"import sys; from compiler.cli import main; code = main(['build', {document!r}, *{args!r}]); "
        f"print(code, any(name in sys.modules for name in {HEAVY!r}))"
    )
    env = {**os.environ, "CODEGEN_CACHE": cache, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True)
    code, _, compiled = done.stdout.strip().rpartition("\n")[2].partition(" ")
    assert code == "0", done.stderr
    return done.stderr, compiled == "True"


def test_a_second_build_repeats_what_the_first_said(folder: Path) -> None:
    first, compiled = build(folder)
    assert compiled
    assert "info[CG" in first or "warning[CG" in first, "the case has something to say again"
    again, compiled = build(folder)
    assert not compiled
    assert "wrote 0 files" in again
    assert again.splitlines()[:-1] == first.splitlines()[:-1]


@pytest.mark.parametrize("name", ["openapi.yaml", "common.yaml", "gen.yaml", "codegen.lock", "sdk/go/go.mod"])
def test_whatever_was_read_or_written_counts(folder: Path, name: str) -> None:
    build(folder, "--force")
    with (folder / name).open("a") as file:
        file.write("\n")
    assert build(folder, "--force")[1]


def test_other_options_and_another_folder_are_other_builds(folder: Path) -> None:
    build(folder)
    assert build(folder, "--keep-going")[1]
    assert build(folder, "-o", "other")[1]


def test_a_configuration_that_would_be_found_first_counts(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for name in ("openapi.yaml", "common.yaml"):
        (folder / name).rename(inner / name)
    build(folder, document="inner/openapi.yaml")
    assert not build(folder, document="inner/openapi.yaml")[1]
    (inner / "gen.yaml").write_bytes((folder / "gen.yaml").read_bytes())
    assert build(folder, document="inner/openapi.yaml")[1]


def test_a_replaced_edit_is_told_once(folder: Path) -> None:
    build(folder, "--force")
    with (folder / "sdk/go/go.mod").open("a") as file:
        file.write("// mine\n")
    assert "CG1212" in build(folder, "--force")[0]
    assert "CG1212" not in build(folder, "--force")[0]


def test_a_killed_build_is_looked_after_though_nothing_changed(folder: Path) -> None:
    build(folder)
    assert not build(folder)[1]
    (folder / "sdk/.codegen").mkdir()
    (folder / "sdk/.codegen/journal").write_text("cut o")
    assert "CG1209" in build(folder)[0]
    assert not (folder / "sdk/.codegen").exists()


def test_it_can_be_switched_off(folder: Path) -> None:
    build(folder, cache="off")
    assert build(folder, cache="off")[1]
    assert not (folder / "off").exists()
