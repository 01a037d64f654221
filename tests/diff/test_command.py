"""`codegen diff` as a program: inputs, revisions of git, formats, exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.run import codegen

OLD = """\
openapi: 3.1.0
info: {title: T, version: 1.0.0}
paths:
  /trips:
    get:
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "parts/trip.yaml"}}}}}
"""
TRIP = "type: object\nrequired: [id]\nproperties: {id: {type: string}, note: {type: string}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/trip.yaml").write_text(TRIP)
    (tmp_path / "old.yaml").write_text(OLD)
    (tmp_path / "new.yaml").write_text(
        OLD.replace("schema: {type: integer}", "required: true, schema: {type: integer}")
    )
    return tmp_path


def test_exit_codes(folder: Path) -> None:
    """1 for what `--fail-on` names, 2 for documents that cannot be read, 3 for a mistake of the command line."""
    done = codegen("diff", "old.yaml", "new.yaml", cwd=folder)
    assert done.returncode == Exit.STALE
    assert "error[CG1701]: GET /trips: query parameter `limit` is required now" in done.stderr
    assert done.stderr.endswith("1 break: a major version\n")
    assert codegen("diff", "old.yaml", "new.yaml", "--fail-on", "never", cwd=folder).returncode == Exit.OK
    assert codegen("diff", "new.yaml", "old.yaml", cwd=folder).returncode == Exit.OK
    assert codegen("diff", "new.yaml", "old.yaml", "--fail-on", "note", cwd=folder).returncode == Exit.STALE
    same = codegen("diff", "old.yaml", "old.yaml", cwd=folder)
    assert (same.returncode, same.stderr) == (Exit.OK, "nothing changed: a patch version\n")
    (folder / "broken.yaml").write_text("openapi: 3.1.0\ninfo: [\n")
    broken = codegen("diff", "old.yaml", "broken.yaml", cwd=folder)
    assert broken.returncode == Exit.ERRORS and "broken.yaml:" in broken.stderr
    assert codegen("diff", "old.yaml", cwd=folder).returncode == Exit.USAGE


def test_formats_for_programs(folder: Path) -> None:
    found = json.loads(codegen("diff", "old.yaml", "new.yaml", "--format", "json", cwd=folder).stdout)
    (change,) = found["changes"]
    assert found["version"] == "major"
    assert (change["rule"], change["level"]) == ("request-parameter-became-required", "break")
    assert change["operations"] == ["GET /trips"]
    assert (change["new"]["file"], change["new"]["line"]) == ("new.yaml", 6)
    markdown = codegen("diff", "old.yaml", "new.yaml", "--format", "markdown", cwd=folder).stdout
    assert markdown.startswith("**1 break: a major version**\n\n### Breaks\n\n- GET /trips: ")
    sarif = json.loads(codegen("diff", "old.yaml", "new.yaml", "--format", "sarif", cwd=folder).stdout)
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["CG1701"]
    github = codegen("diff", "old.yaml", "new.yaml", "--format", "github", cwd=folder).stdout
    assert github.startswith("::error title=CG1701,file=new.yaml,line=6,col=")


def test_gen_yaml_stands_for_its_document_and_overlays(folder: Path) -> None:
    (folder / "overlay.yaml").write_text(
        "overlay: 1.0.0\ninfo: {title: O, version: '1'}\n"
        "actions: [{target: \"$.paths['/trips'].get.parameters[0]\", update: {required: true}}]\n"
    )
    (folder / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {source: old.yaml, overlays: overlay.yaml}\n")
    done = codegen("diff", "old.yaml", "gen.yaml", cwd=folder)
    assert done.returncode == Exit.STALE and "is required now" in done.stderr


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_revisions_of_git(folder: Path) -> None:
    """A revision is read with the files that its document refers to; places name the revision."""

    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    (folder / "parts/trip.yaml").write_text(TRIP.replace("id: {type: string}", "id: {type: integer}"))
    done = codegen("diff", "git:HEAD:old.yaml", "old.yaml", cwd=folder)
    assert done.returncode == Exit.STALE
    assert "GET /trips: response property `id`: type `string` became `integer`" in done.stderr
    assert "--> parts/trip.yaml:3:14" in done.stderr and "--> HEAD:parts/trip.yaml:3:14" in done.stderr
    here = codegen("diff", "git:HEAD:./trip.yaml", "git:HEAD:parts/trip.yaml", cwd=folder / "parts")
    assert here.returncode == Exit.ERRORS and "HEAD:parts/trip.yaml" in here.stderr
    for name, said in (
        ("git:nowhere:old.yaml", "git does not give `git:nowhere:old.yaml`"),
        ("git:HEAD:other.yaml", "does not exist in 'HEAD'"),
        ("git:HEAD", "the revision or the path is missing"),
    ):
        failed = codegen("diff", name, "old.yaml", cwd=folder)
        assert failed.returncode == Exit.USAGE and said in failed.stderr
