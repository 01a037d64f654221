"""A build that would change nothing does not run: the last build's output is printed again (speed 3)."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.driver import build as driver_build
from compiler.driver.options import Exit
from tests.support.places import ROOT
from tests.support.run import COMMON, codegen, configure, write

DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: "1", x-codegen-nothing: 1}
paths:
  /things: {get: {operationId: listThings, responses: {"200": {$ref: "common.yaml#/Answer"}}}}
"""
HEAVY = ("yaml", "libcst", "backends.python", "compiler.driver.build", "passes")


Build = Callable[..., tuple[str, bool]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "openapi.yaml", DOCUMENT)
    write(tmp_path, "common.yaml", COMMON)
    configure(tmp_path, "go: {modulePath: example.com/test}\n")
    old = time.time_ns() - 10**10
    for path in tmp_path.iterdir():
        os.utime(path, ns=(old, old))
    return tmp_path


@pytest.fixture
def build(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Builds as the command does; returns what it said, and whether it compiled."""
    compiled: list[bool] = []
    real = driver_build.build

    def noted(*given: Any) -> int:
        compiled.append(True)
        return real(*given)

    monkeypatch.setattr(driver_build, "build", noted)

    def build(*arguments: str, cache: str = "cache", document: str = "openapi.yaml") -> tuple[str, bool]:
        monkeypatch.setenv("CODEGEN_CACHE", cache)
        compiled.clear()
        done = codegen("build", document, *arguments, cwd=folder)
        assert done.returncode == Exit.OK, done.stderr
        return done.stderr, bool(compiled)

    return build


def test_a_second_build_repeats_what_the_first_said(folder: Path) -> None:
    """In a process of its own, which imports nothing heavy then."""
    script = (
        "import sys; from compiler.commands import main; code = main(['build', 'openapi.yaml']); "
        f"print(code, any(name in sys.modules for name in {HEAVY!r}))"
    )
    env = {**os.environ, "CODEGEN_CACHE": "cache", "PYTHONPATH": str(ROOT)}
    first, again = (
        subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True)
        for _ in range(2)
    )
    assert first.stdout.splitlines()[-1] == "0 True", first.stderr
    assert "info[CG" in first.stderr or "warning[CG" in first.stderr, "the case has something to say again"
    assert again.stdout.splitlines()[-1] == "0 False", again.stderr
    assert "wrote 0 files" in again.stderr
    assert again.stderr.splitlines()[:-1] == first.stderr.splitlines()[:-1]


@pytest.mark.parametrize("name", ["openapi.yaml", "common.yaml", "gen.yaml", "codegen.lock", "sdk/go/go.mod"])
def test_whatever_was_read_or_written_counts(folder: Path, build: Build, name: str) -> None:
    build("--force")
    with (folder / name).open("a") as file:
        file.write("\n")
    assert build("--force")[1]


def test_other_options_and_another_folder_are_other_builds(build: Build) -> None:
    build()
    assert build("--keep-going")[1]
    assert build("-o", "other")[1]


def test_a_configuration_that_would_be_found_first_counts(folder: Path, build: Build) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for name in ("openapi.yaml", "common.yaml"):
        (folder / name).rename(inner / name)
    build(document="inner/openapi.yaml")
    assert not build(document="inner/openapi.yaml")[1]
    (inner / "gen.yaml").write_bytes((folder / "gen.yaml").read_bytes())
    assert build(document="inner/openapi.yaml")[1]


def test_a_replaced_edit_and_a_new_title_are_told_once(folder: Path, build: Build) -> None:
    build("--force")
    with (folder / "sdk/go/go.mod").open("a") as file:
        file.write("// mine\n")
    assert "CG1212" in build("--force")[0]
    assert "CG1212" not in build("--force")[0]
    at = (folder / "openapi.yaml").stat().st_mtime_ns
    write(folder, "openapi.yaml", DOCUMENT.replace("Test", "Tests"))
    os.utime(folder / "openapi.yaml", ns=(at, at))
    assert "CG1409" in build("-v")[0]
    assert "CG1409" not in build("-v")[0]


def test_a_killed_build_is_looked_after_though_nothing_changed(folder: Path, build: Build) -> None:
    build()
    assert not build()[1]
    (folder / "sdk/.codegen").mkdir()
    (folder / "sdk/.codegen/journal").write_text("cut o")
    assert "CG1209" in build()[0]
    assert not (folder / "sdk/.codegen").exists()


def test_it_can_be_switched_off(folder: Path, build: Build) -> None:
    build(cache="off")
    assert build(cache="off")[1]
    assert not (folder / "off").exists()
