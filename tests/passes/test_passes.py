"""Goldens of passes: `golden/passes/<pass>/<case>.ir` holds the IR before and, below a line `// -----`, after the pass.

The comment on top names the rule that the case shows. An optional `// args:` line has options of `codegen opt`
(`--target python --max-method-params 2`), `// passes:` the passes to run instead of the folder's. Diagnostics end the
lower half. `make golden CASE=passes/NAME` makes the upper half canonical and rewrites the lower one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compiler.commands.opt import OptOptions
from compiler.commands.opt.opt import DIVIDER, upper_half, whole_case
from passes import PIPELINE, TARGET_PIPELINE
from tests.support.golden import GOLDEN, canonical, golden_file
from tests.support.run import codegen

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

FOLDER = GOLDEN / "passes"
CASES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.ir"))
RULE = re.compile(r"\b(spec \d|D\d+\.\d|D1[34]\b)")


@pytest.mark.parametrize("case", CASES)
def test_a_pass(case: str, snapshot: SnapshotAssertion) -> None:
    path = FOLDER / case
    made = whole_case(path.read_text("utf-8"), OptOptions(), path.parent.name)
    assert made == snapshot.use_extension(golden_file(path))


@pytest.mark.parametrize("case", CASES)
def test_a_case_names_its_rule_and_reads_back(case: str) -> None:
    """The upper half is canonical IR text, so that the two halves differ by the pass alone."""
    upper = upper_half((FOLDER / case).read_text("utf-8"))
    assert RULE.search(upper.partition("\nsdk ")[0]), "name the rule of docs/rules.md in the comment"
    assert canonical(upper) == upper, "make golden CASE=... writes it so"


def test_a_case_is_tried_as_it_stands() -> None:
    """`codegen opt` on the file of a case prints its lower half, whatever that says so far."""
    case = CASES[0]
    done = codegen("opt", "--passes", case.partition("/")[0], str(FOLDER / case), cwd=FOLDER)
    lower = (FOLDER / case).read_text("utf-8").partition(f"{DIVIDER}\n")[2]
    assert (done.returncode, done.stdout) == (0, lower)


def test_every_pass_has_a_case() -> None:
    passes = {step.name for step in (*PIPELINE, *TARGET_PIPELINE)}
    assert {case.partition("/")[0] for case in CASES} == passes


def test_the_folder_holds_nothing_but_cases() -> None:
    """A misspelt ending would be a case that never runs."""
    strays = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".ir"]
    assert strays == [Path()][1:]
