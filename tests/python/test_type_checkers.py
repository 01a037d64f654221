"""The caches of type checkers (tests/support/type_checkers.py) keep no program for another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.type_checkers import mistaken_lines, run_mypy

RIGHT, WRONG = 'x: str = "5"\n', "x: str = 500\n"


@pytest.mark.parametrize("folders", ["aaa", "abc"])
def test_a_program_is_no_other_of_its_name_and_size(tmp_path: Path, folders: str) -> None:
    """In one folder or in several, within a second."""
    found = []
    for folder, program in zip(folders, (RIGHT, WRONG, WRONG), strict=True):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "program.py").write_text(program)
        found.append(mistaken_lines(run_mypy(tmp_path / folder, "--strict", "program.py"), "program.py"))
    assert found == [set(), {1}, {1}]


def test_a_package_is_no_other_of_its_name(tmp_path: Path) -> None:
    """What a program imports comes from the folder that it stands in."""
    found = []
    for folder, module in (("a", RIGHT), ("b", "x: int = 5\n")):
        package = tmp_path / folder / "same_name"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(module)
        (package.parent / "program.py").write_text("from same_name import x\n\nx.upper()\n")
        found.append(mistaken_lines(run_mypy(package.parent, "--strict", "program.py"), "program.py"))
    assert found == [set(), {3}]
