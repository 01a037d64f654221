"""Comments, tests, goldens and pages cite rules by number; docs/rules.md has each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from compiler.base.catalog import CODES
from compiler.base.catalog.rules import CHAPTERS, anchor
from tests.support.places import ROOT

RULES = ROOT / "docs" / "rules.md"
FOLDERS = ("compiler", "passes", "backends", "tests", "bench", "golden", "docs", "examples")
ENDINGS = {".py", ".ts", ".go", ".md", ".yaml", ".txt", ".json"}
RULE = re.compile(r"\b(spec \d(?:\.\d+)+|D\d{1,2}\.\d{1,2}|(?:sdk|house|speed) \d{1,2})\b")
ABSENT = re.compile(r"(?<![-\w])(?:spec|decisions|design|sdk|speed)\.md\b")
"""Documents that the project began with, which are no part of the repository."""


def known() -> set[str]:
    """The rules that have a heading, and the numbered ones below a heading."""
    found: set[str] = set()
    head = ""
    for line in RULES.read_text("utf-8").splitlines():
        if heading := re.match(r"#{2,3} (spec [\d.]+|D\d+(?:\.\d+)?|(?:sdk|house|speed) \d+)", line):
            head = heading[1]
            found.add(head)
        elif (item := re.match(r"(\d+)\. ", line)) and head:
            found.add(f"{head}.{item[1]}")
    return found


def cited(what: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS and path.is_file() and "node_modules" not in path.parts:
                for rule in what.findall(path.read_text("utf-8", "replace")):
                    yield str(path.relative_to(ROOT)), rule


def test_every_cited_rule_is_in_the_list() -> None:
    rules = known()
    assert len(rules) > 120
    assert [(path, rule) for path, rule in cited(RULE) if rule not in rules] == []


def test_no_document_is_cited_that_is_not_here() -> None:
    """What `sdk.md` and others said stands in docs/rules.md; the test of rules reads them where they are."""
    ours = ("tests/house/test_rule_citations.py", "tests/house/test_rules.py")
    assert [(path, name) for path, name in cited(ABSENT) if path not in ours] == []


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_leads_to_its_rule(code: str) -> None:
    """`codegen explain` and docs/diagnostics.md link to headings that docs/rules.md has."""
    headings = re.findall(r"^#+ (.*)$", RULES.read_text("utf-8"), re.MULTILINE)
    anchors = {heading.lower().replace(".", "").replace(" ", "-") for heading in headings}
    assert CODES[code].rules and {anchor(rule) for rule in CODES[code].rules} <= anchors


def test_chapters_are_those_of_the_page() -> None:
    chapters = dict(re.findall(r"^## (D\d+) (.*)$", RULES.read_text("utf-8"), re.MULTILINE))
    assert CHAPTERS.items() <= chapters.items()
