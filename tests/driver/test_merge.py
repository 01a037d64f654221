"""Generated code in version control: a build resolves the conflicts of a merge, and CI detects stale files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.support.documents import answers, document, ref
from tests.support.run import build, configure, write
from tests.support.toolchain import tool

MARKS = ("<<<<<<<", "=======", ">>>>>>>")


def _git(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    return subprocess.run([tool("git"), *who, *args], cwd=folder, capture_output=True, text=True, check=False)


def _document(folder: Path, *names: str) -> None:
    """Write a document with an operation and a property for each of the names."""
    paths = {
        f"/{name}": {"get": {"operationId": f"get_{name}", "tags": ["all"], "responses": answers(ref("Trip"))}}
        for name in names
    }
    trip = {"type": "object", "properties": {name: {"type": "object", "properties": {name: {}}} for name in names}}
    made = document("Trips", paths, {"Trip": trip})
    write(folder, "openapi.yaml", yaml.safe_dump(made, sort_keys=False))


def _build(folder: Path, *args: str, code: int = 0) -> str:
    return build(folder, "openapi.yaml", *args, code=code).stderr


@pytest.fixture
def merged(tmp_path: Path) -> Path:
    """A repository in which two branches added something each, merged; the document is settled, nothing else is."""
    configure(tmp_path, "python: {}\ngo: {}\n")
    _git(tmp_path, "init", "-q", "-b", "main")
    for branch, names in (("main", ["base"]), ("north", ["base", "north"]), ("south", ["base", "south"])):
        _git(tmp_path, "checkout", "-q", "main")
        _git(tmp_path, "checkout", "-q", "-b", branch)
        _document(tmp_path, *names)
        _build(tmp_path)
        _git(tmp_path, "add", "-A")
        _git(tmp_path, "commit", "-q", "-m", branch)
    assert _git(tmp_path, "merge", "north").returncode != 0
    _document(tmp_path, "base", "north", "south")
    return tmp_path


def _in_conflict(folder: Path) -> list[str]:
    found = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    return sorted(
        path.relative_to(folder).as_posix() for path in found if path.read_text("utf-8").startswith(MARKS[0])
        or f"\n{MARKS[0]} " in path.read_text("utf-8")
    )  # fmt: skip


def test_a_build_settles_what_a_merge_left(merged: Path) -> None:
    """The lock, the manifests, and files without a header among them; edits are not told of, since nobody made any."""
    before = _in_conflict(merged)
    assert {"codegen.lock", "sdk/go/.codegen-manifest.json", "sdk/go/schemas.json"} <= {*before}
    said = _build(merged)
    assert "CG12" not in said and "CG14" not in said, said
    assert _in_conflict(merged) == []
    assert "up to date" in _build(merged, "--check", "--locked")
    lock = (merged / "codegen.lock").read_text("utf-8")
    assert '"TripNorth"' in lock and '"TripSouth"' in lock


def test_ci_sees_a_conflict(merged: Path) -> None:
    """`--check` and `--locked` settle nothing, and say where the mark stands."""
    for flag in ("--check", "--locked"):
        assert "is the mark of a merge conflict" in _build(merged, flag, code=2)
    assert "codegen.lock" in _in_conflict(merged)


def test_two_names_for_one_thing_are_for_people_to_settle(merged: Path) -> None:
    ours, theirs = (json.dumps({"lockVersion": 1, "names": {"schemas/Trip": name}}) + "\n" for name in "AB")
    (merged / "codegen.lock").write_text(f"{MARKS[0]} HEAD\n{ours}{MARKS[1]}\n{theirs}{MARKS[2]} north\n", "utf-8")
    assert "is the mark of a merge conflict" in _build(merged, code=2)


def test_check_sees_a_stale_lock(tmp_path: Path) -> None:
    """The lock is part of the output: a build would write it."""
    configure(tmp_path, "reference: {}\n")
    _document(tmp_path, "base")
    _build(tmp_path)
    lock = tmp_path / "codegen.lock"
    text = lock.read_text("utf-8")
    for change in (lock.unlink, lambda: lock.write_text(text.replace('"schemas/Trip"', '"schemas/Old"'), "utf-8")):
        change()
        said = _build(tmp_path, "--check", code=1)
        assert said.startswith("error[CG1215]: 1 file would change\n  --> codegen.lock")
        lock.write_text(text, "utf-8")
    assert _build(tmp_path, "--check") == "the output is up to date\n"


def test_check_says_how_many_more_would_change(tmp_path: Path) -> None:
    _document(tmp_path, "base")
    said = _build(tmp_path, "--check", "-t", "python", code=1).splitlines()
    count = int(said[0].split()[1])
    assert said[21].endswith(f"note: and {count - 20} more") and "help:" in said[22]
