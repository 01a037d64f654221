"""The tools that ``make corpus`` runs: their complaints are noticed, and tools that did not run are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.documents import SPECS, Document
from judges import checkers, corpus, corpus_page
from tests.support.run import codegen
from tests.support.toolchain import tool
from tests.support.typescript_tools import require_tools

WRONG = {
    "python": ("*/_client.py", "\n_wrong: int = 'x'\n", "\n_wrong: int = (\n"),
    "typescript": ("src/client.ts", "\nconst wrong: number = 'x';\n", "\nconst wrong: = 1;\n"),
    "go": ("client.go", '\nvar wrong int = "x"\n', "\nvar wrong int = )\n"),
}
"""Per language a file, what its type checker refuses, and what its parser does."""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    require_tools()
    tool("go")
    monkeypatch.setattr(checkers, "OUT", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_document_and_its_faults(elsewhere: Path) -> None:
    elsewhere.joinpath("openapi.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: Zoo, version: 1.0.0}\nservers: [{url: https://zoo.example}]\n"
        "paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}\n",
        "utf-8",
    )
    targets = [word for language in WRONG for word in ("-t", language)]
    made = codegen("build", "openapi.yaml", *targets, "-q", "-o", "zoo", cwd=elsewhere)
    assert made.returncode == 0, made.stderr
    for language, (pattern, ill_typed, broken) in WRONG.items():
        folder = elsewhere / "zoo" / language
        (path,) = folder.glob(pattern)
        text = path.read_text("utf-8")
        assert checkers.parse(language, "zoo", folder).state == "passes"
        if language == "go":  # whatever else is wrong, the count of the others would have it
            assert checkers.check(language, "zoo", folder, 300).state == "passes"
        path.write_text(text + ill_typed, "utf-8")
        assert checkers.check(language, "zoo", folder, 300).state == "1 error"
        assert path.name in (elsewhere / f"zoo.{language}.txt").read_text("utf-8")
        path.write_text(text + broken, "utf-8")
        assert not checkers.parse(language, "zoo", folder).good


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
def test_a_document_that_is_refused_is_a_fault(tmp_path: Path) -> None:
    found = corpus.build(Document("refused", "MANIFEST.csv"), tmp_path)
    assert found["fault"].startswith("exit code 2: "), found
    assert corpus.faults({"counts": {}, "figures": found}) == [found["fault"]]


def test_what_was_not_checked_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checkers.CHECKS, "go", (checkers._check_go, lambda: False))
    assert str(checkers.check("go", "zoo", tmp_path, 1)) == "not checked"
    assert str(checkers.Verdict("passes", 3.2)) == "passes (3 s)"
    monkeypatch.setattr(checkers, "OUT", tmp_path)
    slow = checkers.say(["sleep", "600"], tmp_path, {}, 0.1)
    assert slow.code is None


def test_the_page_is_the_one_that_its_counts_make() -> None:
    """docs/corpus.md is printed from docs/corpus.json."""
    import json

    content = json.loads(corpus.RECORDS.read_text("utf-8"))
    assert corpus.PAGE.read_text("utf-8") == corpus_page.render(content), "run: make corpus"
