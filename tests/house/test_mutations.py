"""tests/mutations: its patches apply, and its lists name the same faults (`make mutations` tries them)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judges.mutations import FOLDER, Mutation, apply, mutations, patches
from tests.support.places import ROOT
from tests.support.toolchain import tool

README = (FOLDER / "README.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+) \| \[([\w-]+)\.patch\]\(\2\.patch\) \|", README, re.MULTILINE)
"""The number and the file of each row of the table."""


def test_patches_and_both_lists_name_the_same_faults() -> None:
    names = [path.stem for path in patches().values()]
    assert [(int(number), name) for number, name in ROWS] == list(enumerate(names, 1))
    assert [int(name.partition("-")[0]) for name in names] == list(range(1, len(names) + 1))
    assert [one.slug for one in mutations()] == list(patches())


@pytest.mark.parametrize("path", patches().values(), ids=lambda path: path.stem)
def test_a_patch_applies(path: Path) -> None:
    tool("git")
    assert apply(path, ROOT, "--check") == ""


@pytest.mark.parametrize("one", mutations(), ids=lambda one: one.slug)
def test_who_finds_it_is_there(one: Mutation) -> None:
    assert 1 <= len(one.finds) <= 4
    modules = {test.partition("::")[0] for test in one.finds}
    assert [module for module in modules if not (ROOT / module).is_file()] == []
    assert one.alone is None or modules == {one.alone}
