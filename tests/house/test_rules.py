"""Every rule of the specification's part 2 and of the decisions is shown by a golden, a wire vector or a test.

A test of a rule cites it: ``spec 2.2.3``, ``D6.4``. A golden does so in its comment or its document, a vector in
its ``case``, a test in its name or docstring. What is cited anywhere, pages and comments included, is in docs/rules.md.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.catalog.rules import CHAPTERS, anchor
from tests.support.places import ROOT, SHARED

RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
CODE = ("compiler", "passes", "backends", "migrate", "fleet", "judges", "bench")
FOLDERS = (*CODE, "tests", "golden", "docs", "examples")
ENDINGS = {".py", ".ts", ".go", ".md", ".yaml", ".txt", ".json"}
RULE = re.compile(r"\b(spec \d(?:\.\d+)+|D\d{1,2}\.\d{1,2}|(?:sdk|house|speed) \d{1,2})\b")
ABSENT = re.compile(r"(?<![-\w])(?:spec|decisions|design|sdk|speed)\.md\b")
"""Documents that the project began with, which are no part of the repository."""

SPEC = {"2.1": 3, "2.2": 3, "2.3": 0, "2.4": 0, "2.5": 0, "2.6": 5, "2.7": 0, "2.8": 4}
"""Sections of part 2 and how many numbered rules each has; one without is cited as a whole."""

DECISIONS = {1: 7, 2: 3, 3: 10, 4: 12, 5: 4, 6: 14, 7: 7, 8: 6, 9: 4, 10: 7, 11: 6, 12: 2, 13: 2, 14: 0, 15: 0, 16: 8}
"""Decisions and how many numbered rules each has."""

LATER: dict[str, str] = {}
"""Rules that this version does not keep, and why."""


def rules() -> Iterator[str]:
    for section, count in SPEC.items():
        yield from (f"spec {section}.{number}" for number in range(1, count + 1)) if count else (f"spec {section}",)
    for decision, count in DECISIONS.items():
        yield from (f"D{decision}.{number}" for number in range(1, count + 1)) if count else (f"D{decision}",)


@functools.cache
def texts() -> dict[Path, str]:
    """Return what may cite a rule, by its path in the repository."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    here = Path(__file__)
    return {
        path.relative_to(ROOT): path.read_text("utf-8", "replace")
        for path in paths
        if path.is_file() and path.suffix != ".pyc" and path != here and "node_modules" not in path.parts
    }


def shown() -> set[str]:
    """Return the rules that goldens and tests cite."""
    found: set[str] = set()
    for path, text in texts().items():
        if path.parts[0] in ("golden", "tests"):
            found.update(re.findall(r"\bD\d+(?:\.\d+)?\b", text))
            found.update(f"spec {number}" for number in re.findall(r"\bspec (\d(?:\.\d+)+)", text))
            for first, rest in re.findall(r"\b(?:spec )(\d(?:\.\d+)+)((?:(?:, | and )\d(?:\.\d+)+)+)", text):
                found.update(f"spec {number}" for number in [first, *re.findall(r"\d(?:\.\d+)+", rest)])
    return found


def test_every_rule_is_shown() -> None:
    seen = shown()
    assert [rule for rule in rules() if rule not in seen and rule not in LATER] == []
    assert [rule for rule in LATER if rule in seen] == [], "shown, and put off"


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


# --------------------------------------------------------------------------- citations


def listed() -> set[str]:
    """Return the rules that have a heading, and the numbered ones below a heading."""
    found: set[str] = set()
    head = ""
    for line in RULES.splitlines():
        if heading := re.match(r"#{2,3} (spec [\d.]+|D\d+(?:\.\d+)?|(?:sdk|house|speed) \d+)", line):
            head = heading[1]
            found.add(head)
        elif (item := re.match(r"(\d+)\. ", line)) and head:
            found.add(f"{head}.{item[1]}")
    return found


def cited(what: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for path, text in texts().items():
        if path.suffix in ENDINGS:
            yield from ((path.as_posix(), rule) for rule in what.findall(text))


def test_every_cited_rule_is_in_the_list() -> None:
    known = listed()
    assert len(known) > 120
    assert [(path, rule) for path, rule in cited(RULE) if rule not in known] == []
    assert [rule for rule in rules() if rule not in known] == []


def test_printed_code_cites_no_rule() -> None:
    """Its readers have none of these rules: a runtime says itself what it does, and why."""
    printed = re.compile(r"backends/(python|go|typescript)/(runtime|testing|built)/.*|backends/reference/runtime/.*")
    assert [(path, rule) for path, rule in cited(RULE) if printed.fullmatch(path)] == []


def test_no_document_is_cited_that_is_not_here() -> None:
    """What `sdk.md` and others said stands in docs/rules.md; this test reads them where they are."""
    assert list(cited(ABSENT)) == []


def test_explanations_lead_to_their_rules() -> None:
    """`codegen explain` and docs/diagnostics.md link to headings that docs/rules.md has."""
    headings = re.findall(r"^#+ (.*)$", RULES, re.MULTILINE)
    anchors = {heading.lower().replace(".", "").replace(" ", "-") for heading in headings}
    assert [code for code, entry in CODES.items() if not entry.rules] == []
    told = [(code, rule) for code, entry in CODES.items() for rule in entry.rules]
    assert [(code, rule) for code, rule in told if anchor(rule) not in anchors] == []


def test_chapters_are_those_of_the_page() -> None:
    chapters = dict(re.findall(r"^## (D\d+) (.*)$", RULES, re.MULTILINE))
    assert CHAPTERS.items() <= chapters.items()
