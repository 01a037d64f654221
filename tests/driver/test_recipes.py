"""The recipes of docs/build-tools.md, run by the tools that they are for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.toolchain import tool

PAGE = (ROOT / "docs" / "build-tools.md").read_text("utf-8")
DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: "1"}
paths:
  /things: {get: {operationId: listThings, responses: {"200": {$ref: "parts/common.yaml#/Answer"}}}}
"""
COMMON = """\
Answer: {description: ok, content: {application/json: {schema: {type: string}}}}
"""
APIS = ("trains", "billing")


def recipe(language: str, having: str = "") -> str:
    """The first example of the page in a language, with a text in it."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return next(text for text in found if having in text)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two documents of several files, and a program `codegen` on PATH that notes when it runs."""
    for name in APIS:
        write(tmp_path, f"{name}/openapi.yaml", DOCUMENT)
        write(tmp_path, f"{name}/parts/common.yaml", COMMON)
    program = f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nPYTHONPATH={ROOT} exec {sys.executable} -m compiler "$@"\n'
    write(tmp_path, "bin/codegen", program).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "cache"))
    yield tmp_path


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def builds(folder: Path) -> list[str]:
    """The documents that codegen was asked to build since the last call."""
    path = folder / "calls"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return sorted({name for line in lines if line.startswith("build") for name in APIS if f"{name}/openapi" in line})


def change(folder: Path, name: str, text: str) -> None:
    """Change a file, and let it be newer than all others on any disk."""
    path = write(folder, name, text)
    now = max(found.stat().st_mtime_ns for found in folder.rglob("*") if found.is_file())
    os.utime(path, ns=(now + 10**7, now + 10**7))


def test_make(folder: Path) -> None:
    go = write(folder, "bin/go", "#!/bin/sh\necho tested\n")
    go.chmod(0o755)
    write(folder, "Makefile", recipe("make", "billing"))
    assert "tested" in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    assert builds(folder) == ["billing", "trains"]
    change(folder, "billing/openapi.yaml", DOCUMENT + "# a comment\n")
    assert "tested" not in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    change(folder, "billing/parts/common.yaml", COMMON.replace("ok", "well"))
    assert "tested" in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    write(folder, "api/openapi.yaml", DOCUMENT)
    write(folder, "api/parts/common.yaml", COMMON)
    write(folder, "Makefile", "CODEGEN_FLAGS := -t python\n" + recipe("make", "CODEGEN_SPEC"))
    run(folder, tool("make"), "test")
    assert (folder / "sdk/python/pyproject.toml").exists()


def test_ninja(folder: Path) -> None:
    ninja = tool("ninja")
    after = "\nrule touch\n  command = touch $out\nbuild used: touch trains.stamp\n"
    write(folder, "build.ninja", recipe("ninja") + after)
    run(folder, ninja)
    assert builds(folder) == ["billing", "trains"]
    assert (folder / "sdk/trains/python/pyproject.toml").exists()
    run(folder, ninja)
    assert "no work to do" in run(folder, ninja)
    builds(folder)
    used = (folder / "used").stat().st_mtime_ns
    change(folder, "trains/openapi.yaml", DOCUMENT + "# a comment\n")
    run(folder, ninja)
    assert builds(folder) == ["trains"] and (folder / "used").stat().st_mtime_ns == used
    assert "no work to do" in run(folder, ninja)
    change(folder, "trains/parts/common.yaml", COMMON.replace("ok", "well"))
    run(folder, ninja)
    assert builds(folder) == ["trains"] and (folder / "used").stat().st_mtime_ns > used
    run(folder, ninja)
    assert "no work to do" in run(folder, ninja)


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_cmake(folder: Path, generator: str) -> None:
    cmake = tool("cmake")
    tool("ninja" if generator == "Ninja" else "make")
    write(folder, "CMakeLists.txt", recipe("cmake"))
    run(folder, cmake, "-S", ".", "-B", "out", "-G", generator)
    build = (cmake, "--build", "out", "--parallel", "2")
    run(folder, *build)
    assert builds(folder) == ["billing", "trains"]
    assert (folder / "out/sdk/billing/go/go.mod").exists()
    run(folder, *build)
    builds(folder)
    run(folder, *build)
    assert builds(folder) == []
    used = (folder / "out/used.txt").stat().st_mtime_ns
    change(folder, "trains/openapi.yaml", DOCUMENT + "# a comment\n")
    run(folder, *build)
    assert builds(folder) == ["trains"] and (folder / "out/used.txt").stat().st_mtime_ns == used
    change(folder, "trains/parts/common.yaml", COMMON.replace("ok", "well"))
    run(folder, *build)
    assert builds(folder) == ["trains"] and (folder / "out/used.txt").stat().st_mtime_ns > used
