"""`codegen upgrade-calls` as a program: inputs, looks, bad input, exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from migrate.upgrade.stored import read_renames, renames_text
from tests.support.run import codegen
from tests.upgrade.versions import OLD, build, renamed, upgrade

PROGRAM = "from acme import Acme\n\nprint(Acme().trips.get_trip('a', language='en'))\n"
AFTER = PROGRAM.replace("trips.get_trip", "travel.journeys.fetch").replace("language", "locale")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(folder, "old", OLD, "python")
    build(folder, "new", renamed(), "python")
    return folder


@pytest.fixture
def folder(built: Path) -> Path:
    shutil.rmtree(built / "src", ignore_errors=True)
    (built / "src").mkdir()
    (built / "src/a.py").write_text(PROGRAM)
    return built


def test_looks_write_nothing(folder: Path) -> None:
    """`--check` has exit code 1 where something would change, `--dry-run` and `--diff` show it."""
    check = upgrade(folder, "python", "src", "--check")
    assert check.returncode == Exit.STALE and "src/a.py: would be rewritten\n" in check.stderr
    dry = upgrade(folder, "python", "src", "--dry-run")
    assert dry.returncode == Exit.OK and "1 file would be rewritten, 0 places to look at" in dry.stderr
    diff = upgrade(folder, "python", "src", "--diff")
    assert diff.stdout.startswith("--- a/src/a.py\n+++ b/src/a.py\n") and "+print(Acme().travel" in diff.stdout
    assert (folder / "src/a.py").read_text() == PROGRAM
    found = json.loads(upgrade(folder, "python", "src", "--format", "json").stdout)
    assert found["rewritten"] == ["src/a.py"] and found["places"] == []
    assert (folder / "src/a.py").read_text() == AFTER
    assert upgrade(folder, "python", "src", "--check").returncode == Exit.OK


def test_documents_and_renames_in_a_file(folder: Path) -> None:
    sides = ("--from", "old.json", "--to", "new.json", "-t", "python")
    done = codegen("upgrade-calls", "src", *sides, "--write-renames", "renames.json", cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    assert (folder / "src/a.py").read_text() == AFTER
    text = (folder / "renames.json").read_text()
    assert renames_text(read_renames(text)) == text
    (folder / "src/a.py").write_text(PROGRAM)
    again = codegen("upgrade-calls", "src", "--renames", "renames.json", cwd=folder)
    assert again.returncode == Exit.OK and (folder / "src/a.py").read_text() == AFTER


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_revisions_of_git(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(OLD))
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {source: openapi.json}\npython: {}\n")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "first")):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)
    (tmp_path / "openapi.json").write_text(json.dumps(renamed()))
    (tmp_path / "a.py").write_text(PROGRAM)
    sides = ("--from", "git:HEAD:gen.yaml", "--to", "gen.yaml", "-t", "python")
    done = codegen("upgrade-calls", "a.py", *sides, cwd=tmp_path)
    assert done.returncode == Exit.OK, done.stderr
    assert (tmp_path / "a.py").read_text() == AFTER


def test_a_program_with_errors_is_told_and_left_alone(folder: Path) -> None:
    (folder / "src/b.py").write_text("from acme import Acme\nAcme(\n")
    (folder / "src/c.py").write_bytes(b"# -*- coding: utf-8 -*-\nimport acme  # \xff\n")
    done = upgrade(folder, "python", "src")
    assert done.returncode == Exit.OK and "src/b.py: left alone: line " in done.stderr
    assert "src/c.py: left alone: " in done.stderr
    assert (folder / "src/a.py").read_text() == AFTER
    assert (folder / "src/b.py").read_text() == "from acme import Acme\nAcme(\n"
    assert upgrade(folder, "python", "src", "--strict").returncode == Exit.ERRORS


def test_what_cannot_be_written_stops_everything(folder: Path) -> None:
    """One read-only file: none is rewritten. Permissions and links stay, and nothing outside is touched."""
    (folder / "src/z.py").write_text(PROGRAM)
    (folder / "src/z.py").chmod(0o444)
    done = upgrade(folder, "python", "src")
    assert done.returncode == Exit.USAGE and "`src/z.py` cannot be rewritten: it is read-only" in done.stderr
    assert (folder / "src/a.py").read_text() == PROGRAM
    (folder / "src/z.py").chmod(0o755)
    (folder / "outside.py").write_text(PROGRAM)
    (folder / "src/link.py").symlink_to("../outside.py")
    (folder / "src/.hidden").mkdir()
    (folder / "src/.hidden/d.py").write_text(PROGRAM)
    assert upgrade(folder, "python", "src").returncode == Exit.OK
    assert (folder / "src/z.py").stat().st_mode & 0o777 == 0o755
    assert (folder / "src/z.py").read_text() == AFTER
    assert (folder / "outside.py").read_text() == (folder / "src/.hidden/d.py").read_text() == PROGRAM
    assert upgrade(folder, "python", "src/link.py").returncode == Exit.OK
    assert (folder / "src/link.py").is_symlink() and (folder / "outside.py").read_text() == AFTER
    assert not list((folder / "src").glob(".codegen*")), "no temporary file is left"


def test_printed_code_is_not_rewritten(folder: Path) -> None:
    before = {path: path.read_bytes() for path in (folder / "old").rglob("*.py")}
    done = upgrade(folder, "python", "old", "--check")
    assert done.returncode == Exit.OK and before == {path: path.read_bytes() for path in before}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["src"], "--from OLD and --to NEW, or --renames FILE, say what changed"),
        (["--from", "a.surface", "--to", "b.surface"], "name the files or folders of the program"),
        (["src", "--renames", "x", "--to", "b"], "--renames is in place of --from and --to"),
        (["src", "--renames", "nowhere.json"], "error[CG1903]: `nowhere.json` holds no renames"),
        (["src", "--from", "old.json", "--to", "new.json"], "error[CG1901]: programs cannot be led"),
        (["src", "--from", "git:x:old.json", "--to", "new.json", "-t", "python"], "error[CG1704]"),
        (["src", "--from", "old/python.surface", "--to", "plain.surface"], "as surfaces of format 1"),
        (["src", "--from", "old/python.surface", "--to", "later.surface"], "error[CG1705]"),
        (["nothing", "--from", "old/python.surface", "--to", "new/python.surface"], "error[CG1902]: `nothing`"),
        (["old.json", "--from", "old/python.surface", "--to", "new/python.surface"], "it is no file of python"),
    ],
)
def test_mistakes(words: list[str], said: str, folder: Path) -> None:
    (folder / "plain.surface").write_text(
        "codegen surface 1 python\nmethod client.trips.get_trip(id: string) -> Trip\n"
    )
    (folder / "later.surface").write_text("codegen surface 9 python\n")
    done = codegen("upgrade-calls", *words, cwd=folder)
    assert done.returncode == Exit.USAGE and said in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"methods": {"a.b": 1}}, "the method `a.b` leads to no path"),
        ({"methods": {"a.b": {"to": "c", "arguments": {"x": 1}}}}, "the arguments of `a.b` are no names"),
        ({"types": []}, "`types` is no object"),
        ({"metods": {}}, "it has unknown keys: metods"),
        ({"target": 1}, "`target` is missing"),
        ({"format": "codegen renames 2"}, 'it has no `"format": "codegen renames 1"`'),
        ({"clients": {"A": None}}, "`A` of `clients` leads to no name"),
    ],
)
def test_renames_that_are_none(change: object, said: str, folder: Path) -> None:
    data = {"format": "codegen renames 1", "target": "python", "package": ["acme", "acme"]}
    assert isinstance(change, dict)
    (folder / "r.json").write_text(json.dumps(data | change))
    done = codegen("upgrade-calls", "src", "--renames", "r.json", cwd=folder)
    assert done.returncode == Exit.USAGE and said in done.stderr, done.stderr
