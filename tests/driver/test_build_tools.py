"""What a build says to build tools: what it reads and leaves, what would change, when the output last changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from tests.support import run
from tests.support.run import COMMON, tree
from tests.support.toolchain import tool

DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: "1"}
paths:
  /things: {get: {operationId: listThings, responses: {"200": {$ref: "parts/common.yaml#/Answer"}}}}
  /thing: {put: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}}
components: {schemas: {Thing: {type: object, properties: {name: {type: string}}}}}
"""
RENAMED = DOCUMENT.replace("Thing", "Trip")
OVERLAY = """\
overlay: 1.0.0
info: {title: More, version: "1"}
actions: [{target: $.info, update: {description: From an overlay.}}]
"""
LISTED = ["gen.yaml", "more.overlay.yaml", "openapi.yaml", "parts/common.yaml"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document with a reference, an overlay and a gen.yaml."""
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "cache"))
    write(tmp_path, "openapi.yaml", DOCUMENT)
    write(tmp_path, "parts/common.yaml", COMMON)
    write(tmp_path, "more.overlay.yaml", OVERLAY)
    write(tmp_path, "gen.yaml", "configVersion: 2.0.0\ngeneration: {overlays: [more.overlay.yaml]}\nreference: {}\n")
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    """Write a file that is old, so that make knows what is newer."""
    os.utime(run.write(folder, name, text), (1e9, 1e9))


def build(folder: Path, *args: str, code: int = Exit.OK) -> tuple[str, str]:
    done = run.build(folder, "openapi.yaml", *args, code=code)
    return done.stdout, done.stderr


def said(folder: Path, *args: str, code: int = Exit.OK) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(build(folder, *args, "--format", "json", code=code)[0])
    return parsed


def files(folder: Path) -> list[str]:
    return sorted([*(f"sdk/{name}" for name in tree(folder / "sdk")), "codegen.lock"])


# --------------------------------------------------------------------------- what is read, what is left


def test_inputs_are_all_files_that_are_read(folder: Path) -> None:
    assert build(folder, "--list-inputs")[0].split() == LISTED
    assert said(folder, "--list-inputs") == {"diagnostics": [], "inputs": LISTED}
    assert not (folder / "sdk").exists()
    build(folder)
    assert build(folder, "--list-inputs")[0].split() == ["codegen.lock", *LISTED]


def test_outputs_are_listed_without_being_written(folder: Path) -> None:
    listed = build(folder, "--list-outputs")[0].split()
    assert not (folder / "sdk").exists()
    build(folder)
    assert sorted(listed) == files(folder)
    assert sorted(said(folder, "--list-outputs")["outputs"]) == files(folder)


def test_after_an_error_the_inputs_are_still_those_that_were_read(folder: Path) -> None:
    """So that an editor or a watcher knows what to wait for."""
    write(folder, "openapi.yaml", DOCUMENT.replace("#/Answer", "#/Answers"))
    stdout, stderr = build(folder, "--list-inputs", code=Exit.ERRORS)
    assert stdout.split() == LISTED
    assert "error[CG" in stderr
    assert build(folder, "--list-outputs", code=Exit.ERRORS)[0] == ""


# --------------------------------------------------------------------------- what would change


def test_a_dry_run_lists_what_a_build_does(folder: Path) -> None:
    build(folder)
    write(folder, "openapi.yaml", RENAMED)
    (folder / "sdk/reference/README.md").unlink()
    before = files(folder)
    rows = [line.split() for line in build(folder, "--dry-run")[0].splitlines()]
    assert files(folder) == before
    assert {what for what, _ in rows} == {"create", "change", "remove"}
    assert ["create", "sdk/reference/README.md"] in rows and ["change", "codegen.lock"] in rows
    dry = said(folder, "--dry-run")["output"]
    assert dry["dry"]
    assert dry["stale"] == sorted(name for _, name in rows)
    done = said(folder)["output"]
    assert not done["dry"]
    assert (done["written"], done["removed"], done["stale"]) == (dry["written"], dry["removed"], [])
    assert sorted(done["removed"]) == sorted(set(before) - set(files(folder)))
    again = said(folder)["output"]
    assert (again["written"], again["removed"]) == ([], [])
    assert build(folder, "--dry-run") == ("", "the output is up to date\n")


def test_the_diff_is_what_patch_makes_a_build_of(folder: Path) -> None:
    patch = tool("patch")
    build(folder)
    write(folder, "openapi.yaml", RENAMED)
    write(folder, "parts/common.yaml", COMMON.replace("ok", "all is well"))
    diff, told = build(folder, "--dry-run", "--diff")
    assert "files would change" in told
    assert said(folder, "--dry-run", "--diff")["output"]["diff"] == diff
    patched = folder.parent / f"{folder.name}-patched"
    shutil.copytree(folder, patched)
    subprocess.run([patch, "-p0", "--silent", "--remove-empty-files"], cwd=patched, input=diff, text=True, check=True)
    build(folder)
    assert files(patched) == files(folder)
    for name in files(folder):
        assert (patched / name).read_bytes() == (folder / name).read_bytes(), name
    shutil.rmtree(patched)


def test_a_last_line_without_an_end_is_shown_as_such(folder: Path) -> None:
    build(folder)
    page = folder / "sdk/reference/README.md"
    page.write_text(page.read_text("utf-8").rstrip("\n"), "utf-8")
    diff = build(folder, "--check", "--force", "--diff", code=Exit.STALE)[0]
    assert "\\ No newline at end of file\n" in diff


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_a_check_speaks_in_every_format(folder: Path, form: str, quiet: tuple[str, ...]) -> None:
    stdout, stderr = build(folder, "--check", "--format", form, *quiet, code=Exit.STALE)
    count = len(said(folder, "--check", code=Exit.STALE)["output"]["stale"])
    assert f"{count} files would change" in (stderr if form == "text" else stdout)
    build(folder)
    stdout, stderr = build(folder, "--check", "--format", form, *quiet)
    assert "would change" not in stdout + stderr


def test_without_a_build_there_is_no_output_to_tell_of(folder: Path) -> None:
    write(folder, "openapi.yaml", "openapi: [")
    assert said(folder, code=Exit.ERRORS)["output"] is None


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--diff"], "--diff shows"),
        (["--check", "--stamp", "s"], "are written by builds"),
        (["--list-inputs", "--depfile", "d"], "are written by builds"),
        (["--check", "--dry-run"], "not allowed with"),
        (["--jobs", "0"], "is not a positive number"),
    ],
)
def test_options_that_do_not_go_together(folder: Path, args: list[str], told: str) -> None:
    assert told in build(folder, *args, code=Exit.USAGE)[1]


# --------------------------------------------------------------------------- depfile and stamp


def test_the_depfile_is_read_by_make(folder: Path) -> None:
    """Names are escaped as gcc does; a deleted input is no mistake for make, since codegen says what is missing."""
    odd = ["a b.yaml", "a#b.yaml", "a$b.yaml", "tête.yaml", "50%.yaml", "a:b.yaml"]
    for name in odd:
        write(folder, f"parts/{name}", COMMON)
    entries = "".join(
        f'  /{n}: {{get: {{operationId: get{n}, responses: {{"200": {{$ref: "parts/{quoted}#/Answer"}}}}}}}}\n'
        for n, name in enumerate(odd)
        for quoted in [name.replace("#", "%23").replace(" ", "%20").replace("50%", "50%25")]
    )
    write(folder, "openapi.yaml", DOCUMENT.replace("components:", entries + "components:"))
    build(folder, "--depfile", "sdk.d", "--stamp", "sdk.stamp")
    assert sorted(build(folder, "--list-inputs")[0].splitlines()) == sorted(
        [*LISTED, "codegen.lock", *(f"parts/{name}" for name in odd)]
    )
    (folder / "Makefile").write_text("sdk.stamp:\n\t@echo again\n-include sdk.d\n", "utf-8")
    make = [tool("make"), "-s", "sdk.stamp"]

    def asked() -> str:
        return subprocess.run(make, cwd=folder, capture_output=True, text=True, check=True).stdout

    assert "again" not in asked()
    for name in odd:
        os.utime(folder / "parts" / name)
        os.utime(folder / "sdk.stamp", (2e9, 2e9))
        assert "again" not in asked()
        os.utime(folder / "parts" / name, (3e9, 3e9))
        assert "again" in asked(), name
        os.utime(folder / "parts" / name, (1e9, 1e9))
    (folder / "parts/a b.yaml").unlink()
    assert "again" in asked()


def test_without_a_stamp_manifests_depend_on_the_inputs(folder: Path) -> None:
    build(folder, "--depfile", "sdk.d")
    assert (folder / "sdk.d").read_text("utf-8").startswith("sdk/reference/.codegen-manifest.json: \\\n  codegen.lock")


def test_the_stamp_changes_with_the_output_alone(folder: Path) -> None:
    stamp = folder / "sdk.stamp"

    def built() -> tuple[str, bool]:
        os.utime(stamp, (1e9, 1e9)) if stamp.exists() else None
        build(folder, "--stamp", "sdk.stamp")
        return stamp.read_text("utf-8"), stamp.stat().st_mtime != 1e9

    first, _ = built()
    assert built() == (first, False)
    write(folder, "openapi.yaml", DOCUMENT + "# a comment\n")
    assert built() == (first, False)
    (folder / "sdk/reference/README.md").unlink()
    assert built() == (first, True)
    write(folder, "parts/common.yaml", COMMON.replace("ok", "well"))
    second, newer = built()
    assert newer and second != first
    stamp.unlink()
    assert built()[0] == second


def test_a_build_that_fails_leaves_the_stamp(folder: Path) -> None:
    build(folder, "--stamp", "sdk.stamp", "--depfile", "sdk.d")
    before = [(folder / name).read_text("utf-8") for name in ("sdk.stamp", "sdk.d")]
    write(folder, "openapi.yaml", "openapi: [")
    build(folder, "--stamp", "sdk.stamp", "--depfile", "sdk.d", code=Exit.ERRORS)
    assert [(folder / name).read_text("utf-8") for name in ("sdk.stamp", "sdk.d")] == before


@pytest.mark.parametrize("name", ["sdk.stamp", "sdk.d", "sdk/reference/README.md"])
def test_a_missing_file_for_build_tools_is_made_again(folder: Path, name: str) -> None:
    args = ("--stamp", "sdk.stamp", "--depfile", "sdk.d")
    build(folder, *args)
    (folder / name).unlink()
    build(folder, *args)
    assert (folder / name).exists()


@pytest.mark.parametrize("option", ["--stamp", "--depfile"])
@pytest.mark.parametrize("place", ["gen.yaml", "parts/common.yaml", "sdk/reference/x"])
def test_a_place_that_is_taken_is_refused(folder: Path, option: str, place: str) -> None:
    before = (folder / place).read_bytes() if (folder / place).exists() else None
    assert "error[CG1216]" in build(folder, option, place, code=Exit.USAGE)[1]
    assert ((folder / place).read_bytes() if (folder / place).exists() else None) == before
    assert not (folder / "sdk").exists()


def test_a_place_that_cannot_be_written_is_told(folder: Path) -> None:
    (folder / "file").write_text("", "utf-8")
    assert "error[CG1205]" in build(folder, "--stamp", "file/sdk.stamp", code=Exit.USAGE)[1]
