"""`codegen opt`: passes on IR text, and cases that are held to what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.run import codegen

CASE = """\
// D3.4: an override is a hint.
sdk "Trips" "1.0.0" names="operationId" {
  operation @paths/~1trips/get GET "/trips" operation_id="getTrips" override="all" groups=[""] {
    name "getTrips" origin=inferred
  }
}
"""
AFTER = CASE.partition("\n")[2].replace('name "getTrips" origin=inferred', 'name "all" origin=operation-override')
WRONG = """\
sdk "Trips" "1.0.0" names="operationId" {
  rename "(" to="get" at=@x-codegen-name-override/0
}
"""


def test_several_inputs_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "two.ir").write_text(f"{CASE}// ===== the second\n{CASE}")
    done = codegen("opt", "--passes", "rename", "--split-input", "two.ir", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (Exit.OK, f"{AFTER}// =====\n{AFTER}")
    (tmp_path / "two.ir").write_text(f"{CASE}// =====\nsdk {{\n")
    broken = codegen("opt", "--split-input", "two.ir", cwd=tmp_path)
    assert broken.returncode == Exit.USAGE and broken.stderr.startswith("codegen opt: two.ir (from line 8): line ")


def test_diagnostics_are_held_to_comments(tmp_path: Path) -> None:
    line = "// error[CG0604] /x-codegen-name-override/0/operationId: `(` is not a regular expression: missing ): ("
    (tmp_path / "in.ir").write_text(f"{line}\n{WRONG}")
    ask = ("opt", "--passes", "rename", "--expect-diagnostics", "in.ir")
    assert codegen(*ask, cwd=tmp_path).returncode == Exit.OK
    (tmp_path / "in.ir").write_text(WRONG)
    assert codegen(*ask, cwd=tmp_path).stderr == f"in.ir: + {line.removeprefix('// ')}\n"
    (tmp_path / "in.ir").write_text(f"{line}\n// warning[CG0605] /x: y\n{WRONG}")
    missing = codegen(*ask, cwd=tmp_path)
    assert (missing.returncode, missing.stderr) == (Exit.STALE, "in.ir: - warning[CG0605] /x: y\n")


def test_a_case_is_checked_and_updated(tmp_path: Path) -> None:
    folder = tmp_path / "rename"
    folder.mkdir()
    case = folder / "override.ir"
    case.write_text(CASE)
    stale = codegen("opt", "--check", "override.ir", cwd=folder)
    assert stale.returncode == Exit.USAGE and "there is no pass ''" in stale.stderr  # the folder is not named
    stale = codegen("opt", "--check", "rename/override.ir", cwd=tmp_path)
    assert stale.returncode == Exit.STALE
    assert '+    name "all" origin=operation-override' in stale.stdout
    assert stale.stdout.endswith("1 case, 1 not as they say\n")
    assert case.read_text() == CASE
    assert codegen("opt", "--update", "rename/override.ir", cwd=tmp_path).returncode == Exit.OK
    assert case.read_text() == f"{CASE}// -----\n{AFTER}"
    assert codegen("opt", "--check", "rename/override.ir", cwd=tmp_path).returncode == Exit.OK


@pytest.mark.parametrize(
    ("args", "text", "said"),
    [
        (["--passes", "renam", "in.ir"], CASE, "there is no pass 'renam'; did you mean rename?"),
        (["in.ir"], "sdk {\n", "in.ir: line 1, column"),
        (["--check"], "", "name the files of the cases"),
        (["--check", "in.ir"], f"// passes: rename\n// args: --limit 2\n{CASE}", "has other options than --target T"),
        (["--check", "gone.ir"], "", "No such file or directory: 'gone.ir'"),
    ],
)
def test_mistakes(args: list[str], text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "in.ir").write_text(text)
    done = codegen("opt", *args, cwd=tmp_path)
    assert done.returncode == Exit.USAGE and said in done.stderr


def test_the_ir_is_checked_after_each_pass(tmp_path: Path) -> None:
    """shape_types makes `shaped`: a type that is not declared breaks it."""
    text = 'sdk "T" "1" {\n  model @schemas/A {\n    name "A"\n    field "b" type=@schemas/B\n  }\n}\n'
    (tmp_path / "in.ir").write_text(text)
    assert codegen("opt", "--passes", "apply_ignores", "in.ir", cwd=tmp_path).returncode == Exit.OK
    done = codegen("opt", "--passes", "apply_ignores", "--verify-each", "in.ir", cwd=tmp_path)
    assert done.returncode == Exit.USAGE and "after apply_ignores: 1 breach" in done.stderr
