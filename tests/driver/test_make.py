"""codegen.mk, as a user's Makefile includes it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.run import COMMON, SPLIT, codegen, configure, write
from tests.support.toolchain import tool

ONE = "CODEGEN_SPEC := api/openapi.yaml\nCODEGEN_FLAGS := -t reference\n"
TWO = """\
CODEGEN_APIS := trains billing
trains_SPEC := trains/openapi.yaml
trains_FLAGS := -t reference
billing_SPEC := billing/openapi.yaml
billing_FLAGS := -t reference
billing_OUT := clients
"""
USE = "\nused: $({name}_STAMP)\n\t@echo use {name}; touch used\n"


def project(folder: Path, makefile: str, *apis: str, after: str = "") -> Path:
    """A project with APIs of several files, and a Makefile that includes codegen.mk."""
    for name in apis:
        write(folder, f"{name}/openapi.yaml", SPLIT)
        write(folder, f"{name}/parts/common.yaml", COMMON)
    line = codegen("init", "--make", cwd=folder).stdout.splitlines()[-1]
    write(folder, "Makefile", f"{makefile}{line}\n{after}")
    return folder


def make(folder: Path, *args: str, code: int = 0) -> list[str]:
    """Run make and return what codegen and the recipes of the Makefile say."""
    command = [tool("make"), f"CODEGEN={shlex.quote(sys.executable)} -m compiler", *args]
    write(folder, "bin/codegen", f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m compiler "$@"\n')
    (folder / "bin/codegen").chmod(0o755)
    path = f"{folder}/bin{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "CODEGEN_CACHE": str(folder / "cache"), "PATH": path}
    done = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode != 0) == (code != 0), done.stdout
    return [line for line in done.stdout.splitlines() if line.startswith(("wrote", "use", "removed"))]


@pytest.mark.parametrize("jobs", [pytest.param("-j1", marks=pytest.mark.hunt), "-j4"])
def test_several_documents(tmp_path: Path, jobs: str) -> None:
    folder = project(tmp_path, TWO, "trains", "billing", after=USE.format(name="billing"))
    make(folder, "sdk-check", code=1)
    assert len(make(folder, jobs, "sdk")) == 2
    assert (folder / "sdk/trains/reference/README.md").exists() and (folder / "clients/reference/README.md").exists()
    make(folder, jobs, "sdk-check")
    assert all(line.startswith("wrote 0 files") for line in make(folder, jobs, "sdk"))
    assert make(folder, jobs, "used")[1:] == ["use billing"]
    write(folder, "trains/parts/common.yaml", COMMON.replace("ok", "all is well"))
    assert sorted(line[:8] for line in make(folder, jobs, "sdk", "used")) == ["wrote 0 ", "wrote 1 "]
    write(folder, "billing/parts/common.yaml", COMMON.replace("ok", "all is well"))
    make(folder, "sdk-check", code=1)
    make(folder, "sdk-check-trains")
    assert make(folder, jobs, "sdk-billing", "used")[1:] == ["use billing"]
    make(folder, "sdk-clean-trains")
    assert not (folder / "sdk/trains/reference").exists() and (folder / "clients/reference").exists()
    make(folder, jobs, "sdk-clean")
    assert not (folder / "clients/reference").exists() and not (folder / "clients/.codegen-stamp").exists()


def test_an_error_in_one_document_fails_make_and_leaves_its_stamp(tmp_path: Path) -> None:
    folder = project(tmp_path, TWO, "trains", "billing")
    make(folder, "sdk")
    before = (folder / "clients/.codegen-stamp").read_text("utf-8")
    write(folder, "billing/openapi.yaml", "openapi: [")
    make(folder, "-k", "sdk", code=2)
    assert (folder / "clients/.codegen-stamp").read_text("utf-8") == before
    write(folder, "billing/openapi.yaml", SPLIT)
    make(folder, "sdk")


def test_gen_yaml_names_document_and_targets(tmp_path: Path) -> None:
    """It is found here, and needs no variable."""
    folder = project(tmp_path, "", "api")
    config = "generation: {source: api/openapi.yaml}\nreference: {}\n"
    configure(folder, config)
    assert make(folder, "sdk")[0].startswith("wrote 7 files")
    configure(folder, config.replace("reference: {}", "go: {modulePath: example.com/test}"))
    assert make(folder, "sdk")[0].startswith("wrote ") and (folder / "sdk/go/go.mod").exists()


def test_gen_yaml_names_several_documents(tmp_path: Path) -> None:
    """Its outputs count, and one command builds all."""
    folder = project(tmp_path, "", "trains", "billing", after=USE.format(name="CODEGEN"))
    apis = "".join(
        f"  {name}: {{source: {name}/openapi.yaml, output: clients/{name}}}\n" for name in ("trains", "billing")
    )
    configure(folder, f"reference: {{}}\napis:\n{apis}")
    assert make(folder, "used")[-1] == "use CODEGEN"
    assert (folder / "clients/trains/reference/README.md").exists()
    assert (folder / "clients/billing/reference/README.md").exists()
    assert "use CODEGEN" not in make(folder, "used")
    write(folder, "billing/parts/common.yaml", COMMON.replace("ok", "all is well"))
    make(folder, "sdk-check", code=1)
    assert make(folder, "used")[-1] == "use CODEGEN"
    make(folder, "sdk-check")


def test_the_diff_is_what_would_change(tmp_path: Path) -> None:
    folder = project(tmp_path, ONE, "api")
    make(folder, "sdk")
    write(folder, "api/parts/common.yaml", COMMON.replace("ok", "all is well"))
    command = [tool("make"), "-s", f"CODEGEN={shlex.quote(sys.executable)} -m compiler", "sdk-diff"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout
    assert "\n+++ sdk/reference/groups/" in shown and "all is well" in shown


@pytest.mark.slow
def test_the_example_of_the_page(tmp_path: Path) -> None:
    """`bench.make_record` shows what make says there."""
    for name in ("make", "trains"):
        shutil.copytree(ROOT / "examples" / name, tmp_path / name, ignore=shutil.ignore_patterns("sdk"))
    folder = tmp_path / "make"
    assert len(make(folder, "-j2", "sdk")) == 2
    text = (folder / "billing/schemas/invoice.yaml").read_text("utf-8")
    write(folder, "billing/schemas/invoice.yaml", text.replace("in cents", "in euro cents"))
    assert sorted(line.partition(",")[0] for line in make(folder, "-j2", "sdk")) == ["wrote 0 files", "wrote 2 files"]


def test_a_program_of_another_name_is_named_in_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "codegen"
    write(tmp_path, "bin/codegen", "#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert codegen("init", "--make", cwd=tmp_path).stdout.startswith(
        f"CODEGEN := {program}\ninclude $(shell $(CODEGEN) "
    )
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    assert codegen("init", "--make", cwd=tmp_path).stdout == "include $(shell codegen init --make=path)\n"
    assert codegen("init", "--make=mk", cwd=tmp_path).returncode == 3
