"""Goldens of printers: `golden/printers/<language>/<construct>.txt` holds IR and, below a line `// -----`, the code
that is printed for it in that language.

The upper half is the IR as the shared passes leave it; names may be left out and are then inferred. It is the same in
every language, so that the files can be read side by side. The comment on top names the construct and the rule;
`// shows:` lists the parts of the SDK that form the lower half (:mod:`tests.support.printer_parts`). The code around
them is left out: imports, members that every model, group and client has, twins for asyncio.
`make golden CASE=printers/NAME` rewrites the lower half, and copies the upper half to the languages that lack it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from backends import load_backend
from backends.keys import TARGET_KEYS
from compiler.commands.opt.opt import DIVIDER, upper_half
from compiler.diagnostics import Diagnostics
from compiler.ir.read import load
from compiler.ir.verify import verify
from compiler.plan.plan import Plan
from passes import PIPELINE
from passes.context import Context
from passes.plan import Packaging, build_plan
from tests.support.drift import LANGUAGES
from tests.support.golden import GOLDEN, canonical, golden_file, without_comments
from tests.support.lowering import run_named_passes
from tests.support.printer_parts import shown

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

FOLDER = GOLDEN / "printers"

CONSTRUCTS = sorted({path.stem for path in FOLDER.glob("*/*.txt")})
RULE = re.compile(r"\b(spec \d|D\d+\b|sdk \d)")
FIRST = ("infer_names", "name_schemas", "rename", "group_params")
"""What names what the IR leaves unnamed, and gives a method one argument or several."""
SCREEN = 90
"""Lines of a case, at most."""


def plan_of(text: str, target: str) -> Plan:
    """Name what the IR leaves unnamed, and plan it for a target."""
    backend = load_backend(target)
    context = Context(
        Diagnostics(),
        ("input.ir",),
        target=target,
        targets=frozenset(TARGET_KEYS),
        profile=backend.profile,
        names="operationId",
    )
    sdk = run_named_passes(FIRST, load(text), context)
    verify(sdk, "reading", frozenset(fact for step in PIPELINE for fact in step.makes))
    return build_plan(sdk, context, Packaging(options=TARGET_KEYS[target].defaults), [], backend.derived_names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_printer(construct: str, language: str, snapshot: SnapshotAssertion) -> None:
    path = FOLDER / language / f"{construct}.txt"
    upper = upper_half(path.read_text("utf-8"))
    parts = re.findall(r"^// shows: (.*)$", upper, re.MULTILINE)[0].split(", ")
    plan = plan_of(without_comments(upper), language)
    lower = "\n\n".join(filter(None, (shown(plan, language, part) for part in parts))) + "\n"
    whole = f"{upper}{DIVIDER}\n{lower}"
    assert whole.count("\n") <= SCREEN
    assert whole == snapshot.use_extension(golden_file(path))


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_names_its_rule_and_is_the_same_in_every_language(construct: str) -> None:
    """The upper halves are equal, and canonical IR text."""
    upper, *others = [upper_half((FOLDER / language / f"{construct}.txt").read_text("utf-8")) for language in LANGUAGES]
    assert others == [upper] * len(others)
    assert RULE.search(upper.partition("\nsdk ")[0]), "name the rule of docs/rules.md in the comment"
    assert canonical(upper) == upper, "make golden CASE=... writes it so"


def test_the_folder_holds_nothing_but_cases() -> None:
    """A misspelt language or ending would be a case that never runs."""
    found = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert found == {f"{language}/{construct}.txt" for language in LANGUAGES for construct in CONSTRUCTS}
