"""The test suites of ../shared/suites: documents that must compile, and documents that must be refused or repaired.

A positive document compiles in every language without an error, except for those that :data:`REFUSED` lists by code. A
negative one ends in located diagnostics and exit code 0 or 2, never in a traceback; if it ends without a diagnostic,
:data:`TOLERATED` says why.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from backends import load_backend
from bench.documents import SPECS
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.lock.lock import Lock
from judges.ledger.account import LANGUAGES
from judges.ledger.printed import not_printed

SUITES = SPECS.parent / "suites"
_HEAD = re.compile(r"""^\s*["']?(?:openapi|swagger)["']?\s*:""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Suite:
    """A folder of documents; what matches ``negative`` is wrong on purpose, what matches ``skip`` is no document."""

    name: str
    negative: str = ""
    skip: str = ""

    def documents(self) -> Iterator[tuple[str, bool]]:
        """Yield path and whether the document is good, in the order of the paths."""
        for path in sorted((SUITES / self.name).rglob("*")):
            at = path.relative_to(SUITES).as_posix()
            if path.suffix not in (".yaml", ".yml", ".json") or (self.skip and re.search(self.skip, at)):
                continue
            if _HEAD.search(path.read_text("utf-8", errors="replace")[:4000]):
                yield at, not (self.negative and re.search(self.negative, at))


_LISTED = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
ALL = tuple(Suite(name, **patterns) for name, patterns in _LISTED["suites"].items())
REFUSED: Mapping[str, str] = _LISTED["refused"]
TOLERATED: Mapping[str, str] = _LISTED["tolerated"]


@dataclass(slots=True)
class Outcome:
    """What became of one document."""

    exit: int
    """Without ``-k``: 0 or 2."""
    errors: list[str] = field(default_factory=list)
    """Codes of errors."""
    others: list[str] = field(default_factory=list)
    """Codes of warnings and infos."""
    unlocated: list[str] = field(default_factory=list)
    """Codes of diagnostics that point at no line."""
    helpless: list[str] = field(default_factory=list)
    """Codes of errors and warnings that do not say how to mend them."""
    missing: list[str] = field(default_factory=list)
    """What the plan holds and a language did not print."""

    @property
    def is_diagnosed(self) -> bool:
        """Whether anything was said that is about the document; CG1401 is about its version as a package's."""
        return bool(self.errors) or any(code != "CG1401" for code in self.others)


def compile_one(at: str, *, languages: tuple[str, ...] = LANGUAGES) -> Outcome:
    """Compile a document in this process, with ``-k`` where it has errors, and print it in each language."""
    options = InputOptions(document=str(SUITES / at), ref_root=str(SUITES / at.partition("/")[0]))
    diagnostics = Diagnostics()
    inputs = read_inputs(options, diagnostics, "build")
    missing: list[str] = []
    if inputs.document is not None:
        made = compile_document(
            inputs.document, inputs.folder, options, DebugOptions(), diagnostics, Lock(), io.StringIO(), keep_going=True
        )
        if made is not None and not diagnostics.must_stop:
            for target in languages:
                plan = plan_target(made, target, inputs.config)
                missing += [f"{target}: {what}" for what in not_printed(plan, load_backend(target).emit(plan, []))]
    outcome = Outcome(2 if diagnostics.has_errors else 0, missing=missing)
    for item in diagnostics.items:
        (outcome.errors if item.severity == "error" else outcome.others).append(item.code)
        if item.loc is None or diagnostics.locate(item.loc) is None:
            outcome.unlocated.append(item.code)
        if item.severity != "info" and not item.help:
            outcome.helpless.append(item.code)
    return outcome


# --------------------------------------------------------------------------- verdicts


def tolerated(at: str) -> str | None:
    """Return the rule by which a negative document may end without a word."""
    return next((rule for pattern, rule in TOLERATED.items() if re.search(pattern, at)), None)


def faults(at: str, good: bool, outcome: Outcome) -> list[str]:
    """Say what is wrong with the outcome of a document."""
    found = list(outcome.missing)
    found += [f"{code} points at no line" for code in outcome.unlocated]
    found += [f"{code} does not help" for code in outcome.helpless]
    expected = set(re.findall(r"CG\d+", REFUSED.get(at, "")))
    if good and set(outcome.errors) != expected:
        found.append(f"errors {sorted(set(outcome.errors))}, expected {sorted(expected)}")
    if not good and not outcome.is_diagnosed and tolerated(at) is None:
        found.append("nothing is said of what is wrong")
    return [f"{at}: {fault}" for fault in found]


def tally(suite: Suite) -> tuple[dict[str, int], list[str]]:
    """Compile a suite; return its row of the table, and what is wrong."""
    row: Counter[str] = Counter()
    wrong: list[str] = []
    for at, good in suite.documents():
        outcome = compile_one(at)
        wrong += faults(at, good, outcome)
        if good:
            row["with errors" if outcome.errors else "compiled"] += 1
        else:
            row["refused" if outcome.errors else "warned" if outcome.is_diagnosed else "tolerated"] += 1
    return dict(row), wrong
