"""Comments, tests, goldens and pages cite rules by number; docs/rules.md has each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
FOLDERS = ("compiler", "passes", "backends", "tests", "bench", "golden", "docs", "examples")
ENDINGS = {".py", ".ts", ".go", ".md", ".yaml", ".txt", ".json"}
RULE = re.compile(r"\b(spec \d(?:\.\d+)+|D\d{1,2}\.\d{1,2})\b")


def known() -> set[str]:
    """The rules that have a heading, and the numbered ones below a heading."""
    found: set[str] = set()
    head = ""
    for line in RULES.read_text("utf-8").splitlines():
        if heading := re.match(r"#{2,3} (spec [\d.]+|D\d+(?:\.\d+)?)", line):
            head = heading[1]
            found.add(head)
        elif (item := re.match(r"(\d+)\. ", line)) and head:
            found.add(f"{head}.{item[1]}")
    return found


def cited() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS and path.is_file() and "node_modules" not in path.parts:
                for rule in RULE.findall(path.read_text("utf-8", "replace")):
                    yield str(path.relative_to(ROOT)), rule


def test_every_cited_rule_is_in_the_list() -> None:
    rules = known()
    assert len(rules) > 120
    assert [(path, rule) for path, rule in cited() if rule not in rules] == []
