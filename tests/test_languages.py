"""The table of docs/languages.md: the checkers are asked, and what they complain about is seen."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from toolchain import tool
from typescript_tools import require_tools

from bench import languages
from bench.corpus import SPECS, Document

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs"),
]

WRONG = {
    "python": ("*/_client.py", "\n_wrong: int = 'x'\n", "1 error"),
    "typescript": ("src/client.ts", "\nconst wrong: number = 'x';\n", "1 error"),
    "go": ("client.go", '\nvar wrong int = "x"\n', "1 error"),
}
"""Per language a file, what makes it wrong, and the verdict."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    require_tools()
    tool("go")
    monkeypatch.setattr(languages, "OUT", tmp_path)
    return tmp_path


def test_a_document_and_its_faults(elsewhere: Path) -> None:
    row = languages.examine(Document("museum", "museum.yaml"), tuple(WRONG), 300)
    assert {name: verdict.state for name, verdict in row.verdicts.items()} == dict.fromkeys(WRONG, "passes")
    assert (row.operations, row.left_out) == (8, 0)
    for language, (pattern, wrong, verdict) in WRONG.items():
        (path,) = (elsewhere / "museum" / language).glob(pattern)
        path.write_text(path.read_text("utf-8") + wrong, "utf-8")
        assert languages.judge(language, "museum", elsewhere / "museum" / language, 300).state == verdict
        assert path.name in (elsewhere / f"museum.{language}.txt").read_text("utf-8")


def test_a_document_that_is_refused(elsewhere: Path) -> None:
    row = languages.examine(Document("rebilly", "rebilly/openapi.yaml"), ("go",), 300)
    assert row.verdicts["go"].state == "exit code 2"


def test_rows_of_several_runs_are_one_table() -> None:
    passes = languages.Verdict("passes", 3.2)
    row = languages.Row("museum", "-k", 1208, 0, {"go": passes})
    languages.keep(row)
    languages.keep(dataclasses.replace(row, verdicts={"python": languages.Verdict("2 errors", 1)}))
    kept = languages.kept("museum")
    assert kept is not None and languages.kept("figma") is None
    assert languages.line(kept) == "| museum | `-k` | 1,208 | 0 | 2 errors (1 s) | not checked | passes (3 s) |"
    assert languages.render([kept]).endswith(languages.line(kept) + "\n")
