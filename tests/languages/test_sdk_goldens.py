"""Output of each language for eight tiny documents, one feature each (golden/sdk): it compiles and has the layout of
the language's own formatter."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from backends import load_backend
from backends.words import read_words
from compiler.driver.options import InputOptions
from tests.support.go_things import check_go, unformatted
from tests.support.golden import GOLDEN, golden_file
from tests.support.places import ROOT
from tests.support.printed import plan_of
from tests.support.typescript_tools import check_format, check_types, require_tools

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

CASES = sorted(path.name for path in (GOLDEN / "sdk").iterdir() if path.is_dir())
SOURCES = {"python": ".py", "typescript": ".ts", "go": ".go"}
WITH_CLIENT = ("auth", "parameters")
"""Cases whose feature is an option of the client; the others show no client."""
AROUND = ("client", "index", "__init__", "validators", "example_test", "_errors", "models")
"""Files that every SDK has, named without an ending: they say little of a feature."""


@functools.cache
def files(case: str, target: str) -> dict[str, str]:
    plan = plan_of(InputOptions(document=str(GOLDEN / "sdk" / case / "input.yaml")), target)
    return dict(load_backend(target).emit(plan, ()))


def is_shown(case: str, target: str, path: str) -> bool:
    """Tell whether a file holds a feature: what a person reads, and neither the runtime nor what surrounds the code."""
    stem = Path(path).name.partition(".")[0]
    runtime = "runtime/" in path or stem.startswith("sdk_")
    aside = path.startswith(("dist/", "tests/", "examples/")) or path.endswith("_test.go")
    if runtime or not path.endswith(SOURCES[target]) or aside:
        return False
    if stem.strip("_") == "client":
        return case in WITH_CLIENT
    return stem not in AROUND


@pytest.mark.parametrize("target", SOURCES)
@pytest.mark.parametrize("case", CASES)
def test_golden(case: str, target: str, snapshot: SnapshotAssertion) -> None:
    shown = [f"### {path}\n{text}" for path, text in files(case, target).items() if is_shown(case, target, path)]
    assert shown
    assert "\n".join(shown) == snapshot.use_extension(golden_file(GOLDEN / "sdk" / case / f"{target}.txt"))


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of all cases in TypeScript, a folder each."""
    require_tools()
    folder = tmp_path_factory.mktemp("goldens")
    for case in CASES:
        for path, text in files(case, "typescript").items():
            if path.startswith("src/"):
                (folder / case / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / case / path).write_text(text)
    options = json.loads(read_words(ROOT / "backends" / "typescript")["tsconfig"])
    (folder / "tsconfig.json").write_text(json.dumps({**options, "include": ["*/src"]}, indent=2) + "\n")
    (folder / "package.json").write_text('{ "type": "module" }\n')
    return folder


def test_typescript_type_checks(packages: Path) -> None:
    """tsc --strict with every further check, skipLibCheck off."""
    assert check_types(packages) == ""


def test_prettier_finds_nothing(packages: Path) -> None:
    (packages / ".prettierignore").write_text("*.json\nruntime\n")
    assert check_format(packages) == ""


@pytest.mark.slow
def test_go_vets_and_gofmt_finds_nothing(tmp_path: Path) -> None:
    """All cases are packages of one module."""
    for case in CASES:
        (tmp_path / case).mkdir()
        for path, text in files(case, "go").items():
            if path.endswith((".go", ".json")):
                (tmp_path / case / path).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / case / path).write_text(text.replace('"example.com/tiny"', f'"example.com/tiny/{case}"'))
            elif path == "go.mod":
                (tmp_path / "go.mod").write_text(text)
    assert unformatted(tmp_path) == ""
    check_go(tmp_path)
