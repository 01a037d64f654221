"""Constructs of programs, each a small program: rewritten, marked, or named in the docs; none in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from judges.upgrade_constructs import judge
from migrate.upgrade.untraced import UNTRACED
from tests.support.toolchain import tool


@pytest.mark.parametrize(("target", "needs"), [("python", "python3"), ("typescript", "node"), ("go", "go")])
def test_no_construct_is_missed(target: str, needs: str, tmp_path: Path) -> None:
    tool(needs)
    found = judge(target, tmp_path)
    assert [(item.construct, item.problems) for item in found if item.problems] == []


def test_the_page_lists_what_leaves_no_trace() -> None:
    """As the help and the reports of the command, with examples (docs/upgrade-calls.md)."""
    page = (Path(__file__).parents[2] / "docs/upgrade-calls.md").read_text("utf-8")
    listed = page.partition("**What leaves no trace**")[2].partition("\n## ")[0].split("\n- ")[1:]
    names = {"python": "Python", "typescript": "TypeScript", "go": "Go"}
    for line, (kind, targets) in zip(listed, UNTRACED.items(), strict=True):
        assert line.startswith(kind) and [t for t in names if f"({names[t]})" in line] == [
            t for t in targets if len(targets) == 1
        ]
