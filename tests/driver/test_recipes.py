"""The recipes of docs/build-tools.md, run by the tools that they are for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import building
from tests.support.places import ROOT
from tests.support.run import COMMON, SPLIT, configure, run_program, write
from tests.support.toolchain import tool

PAGE = (ROOT / "docs" / "build-tools.md").read_text("utf-8")
APIS = ("trains", "billing")


def recipe(language: str, having: str = "") -> str:
    """The first example of the page in a language, with a text in it."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return next(text for text in found if having in text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two documents of several files, and a program `codegen` on PATH that notes when it runs."""
    for name in APIS:
        write(tmp_path, f"{name}/openapi.yaml", SPLIT)
        write(tmp_path, f"{name}/parts/common.yaml", COMMON)
    program = f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nPYTHONPATH={ROOT} exec {sys.executable} -m compiler "$@"\n'
    write(tmp_path, "bin/codegen", program).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "cache"))
    yield tmp_path


def run(folder: Path, *command: str) -> str:
    return run_program(command, folder)


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
    time.sleep(0.02)  # ninja notes when a command began: a file of the future is newer than that again


def test_make(folder: Path) -> None:
    go = write(folder, "bin/go", "#!/bin/sh\necho tested\n")
    go.chmod(0o755)
    write(folder, "Makefile", recipe("make", "billing"))
    assert "tested" in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    assert builds(folder) == ["billing", "trains"]
    change(folder, "billing/openapi.yaml", SPLIT + "# a comment\n")
    assert "tested" not in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    change(folder, "billing/parts/common.yaml", COMMON.replace("ok", "well"))
    assert "tested" in run(folder, tool("make"), "-j2", "sdk", "test-billing.done")
    write(folder, "api/openapi.yaml", SPLIT)
    write(folder, "api/parts/common.yaml", COMMON)
    write(folder, "Makefile", "CODEGEN_FLAGS := -t python\n" + recipe("make", "CODEGEN_SPEC"))
    run(folder, tool("make"), "test")
    assert (folder / "sdk/python/pyproject.toml").exists()


def test_ninja(folder: Path) -> None:
    ninja = building.program("ninja")
    after = "\nrule touch\n  command = touch $out\nbuild used: touch trains.stamp\n"
    write(folder, "build.ninja", recipe("ninja") + after)
    run(folder, ninja)
    assert builds(folder) == ["billing", "trains"]
    assert (folder / "sdk/trains/python/pyproject.toml").exists()
    run(folder, ninja)
    assert "no work to do" in run(folder, ninja)
    builds(folder)
    used = (folder / "used").stat().st_mtime_ns
    change(folder, "trains/openapi.yaml", SPLIT + "# a comment\n")
    run(folder, ninja)
    assert builds(folder) == ["trains"] and (folder / "used").stat().st_mtime_ns == used
    assert "no work to do" in run(folder, ninja)
    change(folder, "trains/parts/common.yaml", COMMON.replace("ok", "well"))
    run(folder, ninja)
    assert builds(folder) == ["trains"] and (folder / "used").stat().st_mtime_ns > used
    run(folder, ninja)
    assert "no work to do" in run(folder, ninja)


@pytest.mark.parametrize("generator", ["Ninja", pytest.param("Unix Makefiles", marks=pytest.mark.hunt)])
def test_cmake(folder: Path, generator: str) -> None:
    cmake = building.program("cmake")
    made_by = building.program("ninja") if generator == "Ninja" else tool("make")
    write(folder, "CMakeLists.txt", recipe("cmake"))
    run(folder, cmake, "-S", ".", "-B", "out", "-G", generator, f"-DCMAKE_MAKE_PROGRAM={made_by}")
    build = (cmake, "--build", "out", "--parallel", "2")
    run(folder, *build)
    assert builds(folder) == ["billing", "trains"]
    assert (folder / "out/sdk/billing/go/go.mod").exists()
    run(folder, *build)
    builds(folder)
    run(folder, *build)
    assert builds(folder) == []
    used = (folder / "out/used.txt").stat().st_mtime_ns
    change(folder, "trains/openapi.yaml", SPLIT + "# a comment\n")
    run(folder, *build)
    assert builds(folder) == ["trains"] and (folder / "out/used.txt").stat().st_mtime_ns == used
    change(folder, "trains/parts/common.yaml", COMMON.replace("ok", "well"))
    run(folder, *build)
    assert builds(folder) == ["trains"] and (folder / "out/used.txt").stat().st_mtime_ns > used


@pytest.fixture
def workspace(folder: Path) -> Iterator[Path]:
    """A workspace of Bazel as the page describes it."""
    write(folder, "WORKSPACE", "")
    write(folder, "BUILD", recipe("starlark", "codegen_sdk"))
    write(folder, "tools/codegen/BUILD", recipe("starlark", "exports_files"))
    write(folder, "tools/codegen/defs.bzl", (ROOT / "compiler/commands/init/rules/defs.bzl").read_text("utf-8"))
    script = recipe("sh", "exec codegen").replace("exec codegen", f"exec {folder}/bin/codegen")
    write(folder, "tools/codegen/codegen.sh", script).chmod(0o755)
    yield folder


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where Bazel unpacks itself, once for all tests, and keeps what it builds."""
    made = tmp_path_factory.mktemp("bazel")
    yield made
    subprocess.run(["chmod", "-R", "u+w", str(made)], check=False)


class Bazel:
    """A Bazel that works in a folder, and ends with the block."""

    def __init__(self, program: str, root: Path, folder: Path) -> None:
        self._command = (program, f"--output_user_root={root}", "--max_idle_secs=15")
        self._folder = folder

    def __enter__(self) -> Bazel:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run([*self._command, "shutdown"], cwd=self._folder, capture_output=True)

    def build(self, *options: str) -> str:
        return run(self._folder, *self._command, "build", *options, "//:trains")

    def failure(self, *options: str) -> str:
        """What is said by a build that fails."""
        command = [*self._command, "build", *options, "//:trains"]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True)
        assert done.returncode
        return done.stderr


def plain_build_is(workspace: Path, made: Path) -> None:
    """A build without Bazel gives the same files."""
    plain, targets = workspace / "plain", ("-t", "python", "-t", "reference")
    run(workspace, "codegen", "build", "trains/openapi.yaml", *targets, "-q", "-o", str(plain))
    for path in (path for path in plain.rglob("*") if path.is_file()):
        assert path.read_bytes() == (made / path.relative_to(plain)).read_bytes(), path


@pytest.mark.slow
def test_bazel(workspace: Path, root: Path) -> None:
    """Inputs and outputs are those that the rule declares: Bazel's sandbox hides all others."""
    with Bazel(building.bazel(), root, workspace) as bazel:
        bazel.build()
        made = workspace / "bazel-bin" / "trains"
        assert (made / "python/pyproject.toml").exists() and (made / "reference/README.md").exists()
        plain_build_is(workspace, made)
        builds(workspace)
        bazel.build()
        assert builds(workspace) == []
        change(workspace, "trains/parts/common.yaml", COMMON.replace("ok", "all is well"))
        bazel.build("--output_groups=reference")
        assert "all is well" in "".join(path.read_text("utf-8") for path in made.rglob("*.md"))
        text = (workspace / "BUILD").read_text("utf-8")
        write(workspace, "BUILD", text.replace('srcs = ["trains/parts/common.yaml"],', ""))
        assert "parts/common.yaml" in bazel.failure(), "an input that is not declared is not there"


@pytest.mark.slow
def test_bazel_keeps_names_by_the_lock(workspace: Path, root: Path) -> None:
    configure(workspace / "trains", "reference: {}\n")
    run(workspace, "codegen", "build", "trains/openapi.yaml", "-q", "-o", "sdk")
    more = 'config = "trains/gen.yaml",\n    lock = "trains/codegen.lock",\n    targets ='
    text = recipe("starlark", "codegen_sdk").replace('["python", "reference"]', '["reference"]')
    write(workspace, "BUILD", text.replace("targets =", more))
    with Bazel(building.bazel(), root, workspace) as bazel:
        bazel.build()
        assert (workspace / "bazel-bin/trains/reference/README.md").exists()
        change(
            workspace, "trains/openapi.yaml", SPLIT.replace("/things:", "/trips:").replace("listThings", "listTrips")
        )
        assert "error[CG14" in bazel.failure()


@pytest.mark.slow
def test_bazel_with_workers_off(workspace: Path, root: Path) -> None:
    """`worker = True` with another strategy is a build by arguments in a file.

    The Bazel of the npm registry is older than workers that speak JSON: test_worker.py has the dialogue.
    """
    text = recipe("starlark", "codegen_sdk")
    write(workspace, "BUILD", text.replace("targets =", "worker = True,\n    targets ="))
    with Bazel(building.bazel(), root, workspace) as bazel:
        bazel.build("--strategy=Codegen=sandboxed")
        plain_build_is(workspace, workspace / "bazel-bin" / "trains")


@pytest.mark.slow
def test_bazel_keeps_a_worker(workspace: Path, root: Path) -> None:
    """Bazels from 4.0 on speak JSON with workers; npm has none, Debian has one (bazel-bootstrap)."""
    program = shutil.which("bazel")
    if program is None:
        pytest.skip("no Bazel is on PATH")
    options = ("--experimental_worker_allow_json_protocol", "--worker_verbose")
    help_ = subprocess.run([program, "help", "build", "--long"], cwd=workspace, capture_output=True, text=True).stdout
    if options[0].removeprefix("--") not in help_:
        pytest.skip("this Bazel has no option for JSON")
    text = (workspace / "BUILD").read_text("utf-8")
    write(workspace, "BUILD", text.replace('name = "trains",', 'name = "trains",\n    worker = True,'))
    with Bazel(program, root, workspace) as bazel:
        said = bazel.build(*options)
        assert "Created new" in said and "Codegen" in said and "1 worker" in said
        made = workspace / "bazel-bin" / "trains"
        for description in ("all is well", "all is better"):
            change(workspace, "trains/parts/common.yaml", COMMON.replace("ok", description))
            said = bazel.build(*options)
            assert "Created new" not in said and "1 worker" in said
            assert description in "".join(path.read_text("utf-8") for path in made.rglob("*.md"))
        change(workspace, "trains/parts/common.yaml", COMMON.replace("string", "nothing"))
        assert "error[CG0316]" in bazel.failure(*options)
        change(workspace, "trains/parts/common.yaml", COMMON)
        assert "Created new" not in bazel.build(*options)
