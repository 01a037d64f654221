"""Goldens of passes: `golden/passes/<pass>/<case>.ir` holds the IR before and, below a line `// -----`, after the pass.

The comment on top names the rule that the case shows. An optional `// args:` line has options of `codegen opt`
(`--target python --max-method-params 2`), `// passes:` the passes to run instead of the folder's. Diagnostics end the
lower half. `make golden CASE=passes/NAME` makes the upper half canonical and rewrites the lower one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compiler.base.memory import NONE, Memory
from compiler.commands.opt import OptOptions
from compiler.commands.opt.opt import DIVIDER, case_options, context_of, diagnostic_lines, upper_half, whole_case
from compiler.diagnostics import Diagnostics
from compiler.engine.recall import keeping
from compiler.ir.node import replace
from compiler.ir.read import load
from compiler.ir.text import dump
from passes import PIPELINE, TARGET_PIPELINE
from tests.support.golden import GOLDEN, canonical, golden_file
from tests.support.lowering import run_named_passes
from tests.support.run import codegen

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from compiler.ir.nodes import Sdk

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


# --------------------------------------------------------------------------- a pass is a function of its input


def run(case: str, change: Callable[[Sdk], Sdk], memory: Memory = NONE) -> tuple[Sdk, list[str]]:
    """Run a case on what a change makes of its document; return what the passes leave, and their diagnostics."""
    upper = upper_half((FOLDER / case).read_text("utf-8"))
    options, diagnostics = case_options(upper, OptOptions(), case.partition("/")[0]), Diagnostics()
    before = change(load(re.sub("(?m)^//.*", "", upper)))
    text = dump(before)
    with keeping(memory):
        after = run_named_passes(options.passes, before, context_of(options, diagnostics))
    assert dump(before) == text, "a pass changed its input"
    return after, diagnostic_lines(diagnostics)


def same(sdk: Sdk) -> Sdk:
    return sdk


def with_other_texts(node: Any) -> Any:
    """Return a node in which each text is another, in it and below it."""
    if isinstance(node, tuple):
        return tuple(map(with_other_texts, node))
    if isinstance(node, dict):
        return {key: with_other_texts(value) for key, value in node.items()}
    if not hasattr(node, "_with"):
        return node
    members = {name: with_other_texts(getattr(node, name)) for name in node.__match_args__}
    texts = {name: f"{members[name]} Changed." for name in ("summary", "description") if members.get(name)}
    return replace(node, **members | texts)


def with_reversed_tables(sdk: Sdk) -> Sdk:
    """Return a document whose declarations stand in the other order."""
    tables = {name: getattr(sdk, name) for name in sdk.__match_args__}
    return replace(
        sdk, **{name: dict(reversed(table.items())) for name, table in tables.items() if isinstance(table, dict)}
    )


@pytest.mark.parametrize("case", CASES)
def test_what_a_process_that_stays_makes_is_what_a_build_by_itself_makes(case: str) -> None:
    """What a pass may not read does not exist in such a process: reading it is an AttributeError."""
    memory = Memory()
    for change in (same, same, with_other_texts):
        sdk, said = run(case, change, memory)
        memory.turn()
        plain, wanted = run(case, change)
        assert (dump(sdk), said) == (dump(plain), wanted)


IN_ORDER = {
    "apply_ignores/media_type_of_a_target.ir": "of the methods of one operation the first keeps the plain name",
    "merge_all_of/inheritance.ir": "a union lists the heirs of a base in the order of the document",
    "shape_types/union-tag-implied.ir": "a type lists the tags that its unions write in their order",
}
"""Cases in which something is listed in the order of the document, and what."""


@pytest.mark.parametrize("case", CASES)
def test_a_pass_reads_no_order_of_declarations(case: str) -> None:
    """Diagnostics that speak of several stand at the first."""
    (one, said), (two, other) = run(case, same), run(case, with_reversed_tables)
    assert sorted(line[:20] for line in said) == sorted(line[:20] for line in other)
    found = {name for name in one.__match_args__ if _bare(getattr(one, name)) != _bare(getattr(two, name))}
    assert bool(found) == (case in IN_ORDER), found


def _bare(member: Any) -> Any:
    return sorted(member) if isinstance(member, tuple) and all(isinstance(item, str) for item in member) else member
