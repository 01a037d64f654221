"""Every rule of the specification's part 2 and of the decisions is shown by a golden, a wire vector or a test.

A test of a rule cites it: ``spec 2.2.3``, ``D6.4``. A golden does so in its comment or its document, a vector in
its ``case``, a test in its name or docstring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT

SHARED = ROOT.parent / "shared"

SPEC = {"2.1": 3, "2.2": 3, "2.3": 0, "2.4": 0, "2.5": 0, "2.6": 5, "2.7": 0, "2.8": 4}
"""Sections of part 2 and how many numbered rules each has; one without is cited as a whole."""

DECISIONS = {1: 6, 2: 3, 3: 10, 4: 12, 5: 4, 6: 14, 7: 7, 8: 6, 9: 4, 10: 7, 11: 6, 12: 2, 13: 2, 14: 0, 15: 0, 16: 6}
"""Decisions and how many numbered rules each has."""

LATER: dict[str, str] = {}
"""Rules that this version does not keep, and why."""


def rules() -> Iterator[str]:
    for section, count in SPEC.items():
        yield from (f"spec {section}.{number}" for number in range(1, count + 1)) if count else (f"spec {section}",)
    for decision, count in DECISIONS.items():
        yield from (f"D{decision}.{number}" for number in range(1, count + 1)) if count else (f"D{decision}",)


def cited() -> set[str]:
    found: set[str] = set()
    for folder in ("golden", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc" and path != Path(__file__):
                text = path.read_text("utf-8", "replace")
                found.update(re.findall(r"\bD\d+(?:\.\d+)?\b", text))
                found.update(f"spec {number}" for number in re.findall(r"\bspec (\d(?:\.\d+)+)", text))
                for first, rest in re.findall(r"\b(?:spec )(\d(?:\.\d+)+)((?:(?:, | and )\d(?:\.\d+)+)+)", text):
                    found.update(f"spec {number}" for number in [first, *re.findall(r"\d(?:\.\d+)+", rest)])
    return found


def test_every_rule_is_shown() -> None:
    seen = cited()
    assert [rule for rule in rules() if rule not in seen and rule not in LATER] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/spec.md and decisions.md")
def test_the_list_of_rules_is_complete() -> None:
    decisions = (SHARED / "decisions.md").read_text("utf-8")
    counted: dict[int, int] = {}
    for part in re.split(r"^## ", decisions, flags=re.MULTILINE)[1:]:
        if (found := re.match(r"D(\d+) ", part)) is not None:
            numbers = [int(number) for number in re.findall(r"^(\d+)\. ", part, re.MULTILINE)]
            counted[int(found[1])] = max(numbers, default=0)
    assert counted == DECISIONS
    spec = (SHARED / "spec.md").read_text("utf-8")
    sections = re.findall(r"^### (2\.\d) .*?$(.*?)(?=^##)", spec, re.MULTILINE | re.DOTALL)
    assert {name: len(re.findall(r"^\d+\. ", text, re.MULTILINE)) for name, text in sections} == SPEC | {"2.3": 3}
