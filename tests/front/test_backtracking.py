"""CG0345: reported for patterns that certainly take exponential time, and for no others."""

from __future__ import annotations

import json
import re

import pytest

from compiler.front.schemas.backtracking import endless_repetition
from tests.support.places import SHARED
from tests.support.work import quickest

SPECS = SHARED / "specs"
_GIVEN = re.compile(r"^\s*[\"']?pattern[\"']?: +(.+?),?\s*$", re.MULTILINE)


@pytest.mark.parametrize(
    ("pattern", "part", "text"),
    [
        (r"(a+)+$", "(a+)+", "a"),
        (r"^(?:a*)*$", "(?:a*)*", "a"),
        (r"^(\w+\s?)*$", r"(\w+\s?)*", "a"),
        (r"^(?<w>[a-z]+|-)+@", "(?<w>[a-z]+|-)+", "a"),
        (r"^((ab)+)*c", "((ab)+)*", "ab"),
        (r"^(a{2,}){3,}?$", "(a{2,}){3,}?", "aa"),
        (r"(?=(a+)+!)", "(a+)+", "a"),
        (r"^x?([)(\]]+)*$", r"([)(\]]+)*", "("),
    ],
)
def test_a_repetition_of_a_repetition(pattern: str, part: str, text: str) -> None:
    """It is found, and each further character doubles the time of a match."""
    assert endless_repetition(pattern) == part
    found = re.compile(pattern.replace("(?<", "(?P<"))

    def search(count: int) -> None:
        assert found.search(text * count + "#") is None

    assert quickest(search, 16) > 8 * quickest(search, 10)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",  # nothing behind it can fail
        "^(a+)?$",
        "^(a+){2}$",
        "^(a+b)+$",
        "^[a-z]+(-[a-z]+)*$",
        r"^(\d+,)*\d+$",
        r"^(\s*\w)*$",
        r"^(\(a+\))+$",
        r"^([(]a+[)])+$",
        "(a+)+)",  # is none
    ],
)
def test_what_ends_is_not_told(pattern: str) -> None:
    assert endless_repetition(pattern) is None


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
def test_no_pattern_of_a_real_document_is_told() -> None:
    """All were looked at: none of the 36 documents has one that hangs."""
    found = set()
    for path in SPECS.rglob("*"):
        if path.suffix in (".json", ".yaml", ".yml"):
            found |= {match[1] for match in _GIVEN.finditer(path.read_text("utf-8"))}
    texts = {
        json.loads(text) if text[0] == text[-1] == '"' and "\\x" not in text else text.strip("'") for text in found
    }
    assert len(texts) > 150
    assert [text for text in texts if endless_repetition(text)] == []
