"""Goldens of passes: `golden/passes/<pass>/<case>.ir` holds the IR before and, below a line `// -----`, after the pass.

The comment on top names the rule that the case shows. An optional `// args:` line has options of `codegen opt`
(`--target python --max-method-params 2`), `// passes:` the passes to run instead of the folder's. Diagnostics end the
lower half. `make golden CASE=passes/NAME` makes the upper half canonical and rewrites the lower one.
"""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from compiler.base.diagnostics import Diagnostics
from compiler.driver.inspect import run_text
from compiler.driver.options import OptOptions
from passes import PIPELINE, TARGET_PIPELINE
from tests.support.golden import DIVIDER, GOLDEN, canonical, golden_file, upper_half, without_comments
from tests.support.run import codegen

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

FOLDER = GOLDEN / "passes"
CASES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.ir"))
RULE = re.compile(r"\b(spec \d|D\d+\.\d|D1[34]\b)")


def options(case: str, text: str) -> OptOptions:
    """Read the options in the comment of a case."""
    found = dict(re.findall(r"^// (args|passes): (.*)$", text, re.MULTILINE))
    parser = argparse.ArgumentParser()
    parser.add_argument("--target")
    parser.add_argument("--max-method-params", type=int)
    parsed = parser.parse_args(shlex.split(found.get("args", "")))
    names = tuple(found.get("passes", case.partition("/")[0]).split(","))
    return OptOptions(case, names, parsed.target, parsed.max_method_params)


def run(case: str, upper: str) -> str:
    """Run the pass of a case; return the lower half, diagnostics below the IR."""
    diagnostics = Diagnostics()
    after = run_text(without_comments(upper), options(case, upper), diagnostics)
    told = "".join(
        f"// {item.severity}[{item.code}] {getattr(item.loc, 'pointer', '')}: {item.message}\n"
        for item in diagnostics.items
    )
    return after + told


@pytest.mark.parametrize("case", CASES)
def test_a_pass(case: str, snapshot: SnapshotAssertion) -> None:
    path = FOLDER / case
    upper = upper_half(path.read_text("utf-8"))
    assert f"{upper}{DIVIDER}\n{run(case, upper)}" == snapshot.use_extension(golden_file(path))


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
