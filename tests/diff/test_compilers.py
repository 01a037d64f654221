"""`codegen diff --compiler`: what another version of codegen makes of a document, beside what this one makes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from compiler.commands.diff.other_compiler import command_of
from compiler.driver.options import Exit
from tests.support.diffs import document, path, query
from tests.support.places import ROOT
from tests.support.run import Run, codegen, write

OTHER = """\
import pathlib, sys
words = sys.argv[1:]
folder = pathlib.Path(words[words.index("--surface") + 1])
folder.mkdir(parents=True)
(folder / "python.surface").write_text({text!r})
pathlib.Path("codegen.lock").write_text("changed")
"""
SURFACE = """\
codegen surface 2 python 1.0.0 by codegen 0.0.9
client T
method client.fetch_trip(id: string) -> Trip\tpaths/~1trips~1{id}/get\tid=path/id
package t
"""


def script(folder: Path, text: str) -> str:
    """A program of that text, as a command."""
    return f"{sys.executable} {write(folder, 'other.py', text)}"


def compared(folder: Path, compiler: str, *more: str) -> Run:
    write(folder, "new.json", document())
    return codegen("diff", "new.json", "--compiler", compiler, "-t", "python", *more, cwd=folder)


def test_what_another_version_names_otherwise(tmp_path: Path) -> None:
    """Its changes have places in the document, its version is told, and codegen.lock stays as it was."""
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\npython: {}\n")
    (tmp_path / "codegen.lock").write_text('{"lockVersion": 1, "names": {}}')
    done = compared(tmp_path, script(tmp_path, OTHER.format(text=SURFACE)))
    assert done.returncode == Exit.STALE, done.stderr
    assert "error[CG1701]: python: client.fetch_trip is client.get_trip now [python-method-renamed]" in done.stderr
    assert "--> new.json:1:" in done.stderr and "why: codegen 0.0.9 made it otherwise" in done.stderr
    assert "made by codegen 0.0.9 and " in done.stderr.splitlines()[-1] and "wire" not in done.stderr
    assert (tmp_path / "codegen.lock").read_text() == '{"lockVersion": 1, "names": {}}'


@pytest.mark.slow
def test_a_checkout_is_another_version(tmp_path: Path) -> None:
    """This one makes the same as itself, whatever stands in the working folder."""
    (tmp_path / "codegen_sdk.py").write_text("raise SystemExit('the wrong one')\n")
    done = compared(tmp_path, str(ROOT))
    assert (done.returncode, done.stdout) == (Exit.OK, ""), done.stderr
    assert done.stderr.startswith("nothing changed: a patch version") or "python: nothing changed" in done.stderr
    assert not (tmp_path / "sdk").exists() and not (tmp_path / "codegen.lock").exists()


def test_two_documents_by_two_versions(tmp_path: Path) -> None:
    """The other version compiles OLD, this one NEW; the wire is compared as well."""
    write(tmp_path, "newer.json", document(parameters=[path("id"), query("q", required=True)]))
    command = script(tmp_path, OTHER.format(text=SURFACE))
    write(tmp_path, "new.json", document())
    done = codegen("diff", "new.json", "newer.json", "--compiler", command, "-t", "python", cwd=tmp_path)
    assert "wire: 1 break" in done.stderr and "python: " in done.stderr and done.returncode == Exit.STALE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import sys; sys.exit('error: unrecognized arguments: --surface x')", "it does not know `build --surface`"),
        ("import sys; sys.exit('error[CG0101]: no good')", "error[CG0101]: no good"),
        ("", "it writes no surface of python"),
        (OTHER.format(text="codegen surface 9 python\n"), "it is of another version: `codegen surface 9 python`"),
    ],
)
def test_a_version_that_cannot_be_compared_with(text: str, said: str, tmp_path: Path) -> None:
    done = compared(tmp_path, script(tmp_path, text))
    assert done.returncode == Exit.USAGE
    assert "error[CG1707]: " in done.stderr and said in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["nowhere/codegen", ".", ""])
def test_what_is_no_compiler(name: str, tmp_path: Path) -> None:
    done = compared(tmp_path, name)
    assert done.returncode == Exit.USAGE and "there is no such command or folder" in done.stderr


def test_an_environment_has_a_command(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/codegen"
    program.write_text("")
    program.chmod(0o755)
    found = command_of(str(tmp_path))
    assert found is not None and found[0] == [str(program)] and "PYTHONPATH" not in found[1]
    assert command_of(os.fspath(ROOT)) is not None


def test_new_is_missing(tmp_path: Path) -> None:
    write(tmp_path, "new.json", document())
    done = codegen("diff", "new.json", cwd=tmp_path)
    assert done.returncode == Exit.USAGE and "NEW is missing" in done.stderr
    surface = codegen("diff", "new.json", "x.surface", cwd=tmp_path)
    assert surface.returncode == Exit.USAGE
    assert "error[CG1705]: `x.surface` cannot be compared: it is a surface, which is compared with" in surface.stderr
