"""Broken, partial, wrong and hostile documents: diagnostics with a line, the right exit code, a bounded time.

The suites of ../shared/suites are compiled in this process; ``judges/suites.py`` has the expected results.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judges import corpus
from judges.suites import ALL, REFUSED, SUITES, Suite, compile_one, faults, tally
from tests.support.generated.bombs import BOMBS, TIMES
from tests.support.places import ROOT
from tests.support.run import codegen

there = pytest.mark.skipif(not SUITES.is_dir(), reason="needs the suites of ../shared/suites")


LARGE = ("oapi-codegen", "ogen-positive", "openapi3-examples", "readme-oas-examples")
SUITES_OF_ALL = [
    pytest.param(suite, marks=pytest.mark.hunt if suite.name in LARGE else (), id=suite.name) for suite in ALL
]


@there
@pytest.mark.parametrize("suite", SUITES_OF_ALL)
def test_a_suite(suite: Suite) -> None:
    """D1.4: good documents are printed in every language; bad ones are told of at a line, or tolerated by a rule."""
    row, wrong = tally(suite)
    assert wrong == []
    assert row.get("compiled", 0) > 0
    assert row == corpus.committed_suites()[suite.name], "explain it, then run: make corpus"


@there
@pytest.mark.parametrize("name", LARGE)
def test_every_fifth_document_of_a_large_suite(name: str) -> None:
    """Each is held to the same as in `test_a_suite`."""
    (suite,) = (suite for suite in ALL if suite.name == name)
    few = list(suite.documents())[::5]
    assert any(good for _, good in few)
    assert [fault for at, good in few for fault in faults(at, good, compile_one(at))] == []


@there
@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("adversarial/badref.yaml", "CG0401"),
        ("adversarial/badtype.yaml", "CG0316"),
        ("oas-schema-tests/v3.1/fail/invalid_schema_types.yaml", "CG0301"),
        ("openapi-python-client/documents_with_errors/circular-body-ref.yaml", "CG0501"),
    ],
)
def test_a_bad_document_on_the_command_line(at: str, code: str, tmp_path: Path) -> None:
    """D1.4: exit code 2, nothing written, and said what -k would write; with -k the rest is, and what is left out."""
    refused = codegen("build", str(SUITES / at), "-t", "python", "-o", "out", cwd=tmp_path)
    assert refused.returncode == 2
    assert re.search(rf"^error\[{code}\].*\n +--> .*:\d+:\d+$", refused.stderr, re.MULTILINE), refused.stderr
    assert not (tmp_path / "out").exists()
    left = re.search(r"^nothing written: .*; `-k` would write (nothing|[\d,]+ operation)", refused.stderr, re.MULTILINE)
    assert left is not None, refused.stderr
    kept = codegen("build", str(SUITES / at), "-t", "python", "-k", "-o", "out", cwd=tmp_path)
    if left[1] == "nothing":  # no operation is left
        assert kept.returncode == 2 and not (tmp_path / "out").exists(), kept.stderr
        return
    assert kept.returncode == 0, kept.stderr
    assert (tmp_path / "out" / "python" / "pyproject.toml").exists()


@there
def test_what_the_lists_of_suites_name_is_there() -> None:
    assert [at for at in REFUSED if not (SUITES / at).is_file()] == []


def test_a_fault_of_a_suite_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judges.suites.SUITES", tmp_path)
    folder = tmp_path / "made"
    folder.mkdir()
    folder.joinpath("good.yaml").write_text("openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {get: 3}}\n")
    folder.joinpath("bad.yaml").write_text("openapi: 3.1.0\ninfo: {title: A, version: 1.0.0}\npaths: {}\n")
    suite = Suite("made", negative="bad")
    assert list(suite.documents()) == [("made/bad.yaml", False), ("made/good.yaml", True)]
    good, bad = compile_one("made/good.yaml"), compile_one("made/bad.yaml")
    assert faults("made/good.yaml", True, good) == ["made/good.yaml: errors ['CG0301'], expected []"]
    assert faults("made/bad.yaml", False, bad) == ["made/bad.yaml: nothing is said of what is wrong"]
    assert tally(suite)[0] == {"tolerated": 1, "with errors": 1}


# --------------------------------------------------------------------------- bombs and cycles


LONG = frozenset({
    "blamed.json", "constants.json", "defaults.json", "layers.json", "links.json", "long-chain.json",
    "long-choice.json", "long-inline.json", "media-types.json", "overrides.json", "parts.json", "path-item-chain.json",
    "path-items-shared.json", "resources.json", "values.json",
})  # fmt: skip
"""Those that take longest; each has a smaller one beside it that asks for work of the same kind."""
EACH = [pytest.param(name, marks=pytest.mark.hunt if name in LONG else ()) for name in BOMBS]


@pytest.fixture(scope="module")
def ends(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What became of each bomb that is tried, compiled to all languages in 512 MiB."""
    folder = tmp_path_factory.mktemp("bombs")
    for item in request.session.items:
        if isinstance(item, pytest.Function) and item.function is test_a_bomb_ends_in_time:
            name = item.callspec.params["name"]
            folder.joinpath(name).write_text(BOMBS[name](), "utf-8")
    command = [sys.executable, "-m", "tests.support.generated.bombs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=3600)
    return {found["name"]: found for found in map(json.loads, done.stdout.splitlines())}


EXPECTED = {
    "aliases.yaml": "CG0109",
    "merges.yaml": "CG0109",
    "circle.yaml": "CG0110",
    "deep.json": "CG0107",
    "deep.yaml": "CG0107",
    "integer.json": "CG0120",
    "repeated.yaml": "CG0106",
    "tags.yaml": "CG0119",
    "self.json": "CG0501",
    "dynamic.json": "CG0420",
    "path-items.yaml": "CG0407",
    "file.yaml": "CG0407",
    "dangling.json": "CG0401",
    "blamed.json": "CG0401",
    "long-file.json": "CG0402",
    "part-of-itself.json": "CG0504",
    "parts-in-circle.json": "CG0504",
    "swagger.json": "CG0407",
    "callback.yaml": "CG1001",
    "jsonpath.yaml": "CG0908",
    "members.json": "CG0122",
    "keys.json": "CG0122",
    "swagger-media.json": "CG0122",
    "declarations.json": "CG0123",
    "tag-each.json": "CG0124",
    "long-place.json": "CG0126",
    "shared.json": "CG0125",
    "path-items-shared.json": "CG0125",
    "groups.yaml": "CG0323",
    "retries.yaml": "CG0323",
    "path-item-chain.json": "CG0407",
}
"""Codes of errors; the others are compiled, be it with a warning."""


@pytest.mark.parametrize("name", EACH)
def test_a_bomb_ends_in_time(name: str, ends: dict[str, Any]) -> None:
    """D1.5: soon and in 512 MiB, with a diagnostic where it is a mistake."""
    found = ends[name]
    assert found["exit"] in (0, 2), found
    assert not found["crashed"]
    assert found["times"] < TIMES, found
    assert found["errors"] == ([EXPECTED[name]] if name in EXPECTED else [])
