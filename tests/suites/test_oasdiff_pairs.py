"""`codegen diff` against the labels that another tool gives to pairs of documents.

The pairs are beside the repository (``../shared/suites/oasdiff-pairs``); without them these tests are skipped.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from compiler.commands.diff.findings import Level
from tests.support.diffs import compare
from tests.support.places import SHARED

PAIRS = SHARED / "suites/oasdiff-pairs"
NAMES = sorted(path.parent.name for path in PAIRS.glob("*/expect.json"))
VERSIONS = {"api-version-not-bumped", "api-version-decreased", "api-major-version-not-bumped"}
"""Rules about the number of the version, which this command suggests and does not judge."""

EXPLAINED = {
    "023": "a parameter of the path item has a lower limit, which the other tool does not look at",
    "033": "a new alternative of anyOf in a response is a break as one of oneOf is: programs do not know it",
    "034": "the new member of allOf adds nothing to what the others ask for",
    "037": "nobody sends a property that is read-only, whatever pattern it has",
    "124": "the new member of allOf has an optional property only",
    "187": "nobody sends a property that is read-only, whatever pattern it has",
    "214": "a name in `required` without a property is required as well",
    "222": "an enum that is removed from a request takes more than before",
    "248": "in XML an object is not what a text was",
    "377": "in XML an object is not what a text was",
    "451": "the new member of allOf adds nothing to what the others ask for",
}
"""Pairs on which we disagree about a break, and why (docs/diff.md)."""

pytestmark = pytest.mark.skipif(not NAMES, reason="../shared/suites/oasdiff-pairs is not here")


def expected(name: str) -> bool:
    rules: list[dict[str, Any]] = json.loads((PAIRS / name / "expect.json").read_text("utf-8"))["rules"]
    return any(rule["level"] == "ERR" and rule["id"] not in VERSIONS for rule in rules)


@pytest.mark.parametrize("name", NAMES)
def test_a_pair(name: str) -> None:
    """What breaks for that tool breaks for us, and nothing else does, but for what is explained."""
    old, new = (yaml.safe_load((PAIRS / name / f"{which}.yaml").read_text("utf-8")) for which in ("base", "revision"))
    ours = compare(old, new).worst is Level.BREAK
    assert (ours == expected(name)) is (name not in EXPLAINED), EXPLAINED.get(name)


def test_the_agreement() -> None:
    """At least 95 of 100 pairs."""
    assert len(EXPLAINED) / len(NAMES) <= 0.05
