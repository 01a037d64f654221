"""Constructs of programs, each a small program: rewritten, marked, or named in the docs; none in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from judges.upgrade_constructs import judge
from tests.support.toolchain import tool


@pytest.mark.parametrize(("target", "needs"), [("python", "python3"), ("typescript", "node"), ("go", "go")])
def test_no_construct_is_missed(target: str, needs: str, tmp_path: Path) -> None:
    tool(needs)
    found = judge(target, tmp_path)
    assert [(item.construct, item.problems) for item in found if item.problems] == []
