"""Everything that reads text ends in a value or in a diagnostic, whatever the text (issue 5, part 5).

The targets of tests/fuzz run here over their seeds and over what fuzzing found before; `make fuzz` looks for more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fuzz.mutate import mutate
from tests.support.fuzz.parsers import objections
from tests.support.fuzz.seeds import seeds
from tests.support.fuzz.targets import TARGETS
from tests.support.toolchain import tool
from tests.support.typescript_tools import require_tools

FOUND = Path(__file__).parent / "found"
CASES = [(path.parent.name, path) for path in sorted(FOUND.glob("*/*"))]


LONG = ("document", "print")
"""Targets that compile each of hundreds of seeds."""


@pytest.mark.parametrize("target", TARGETS)
def test_seeds_are_read(target: str) -> None:
    found = seeds(target)[:: 5 if target in LONG else 1]
    assert len(found) >= 10
    for data in found:
        TARGETS[target](data)


@pytest.mark.hunt
@pytest.mark.parametrize("target", LONG)
def test_all_seeds_are_read(target: str) -> None:
    for data in seeds(target):
        TARGETS[target](data)


@pytest.mark.parametrize(("target", "path"), CASES, ids=[f"{target}/{path.name}" for target, path in CASES])
def test_what_was_found_stays_mended(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())


BROKEN = {
    "a.py": ("python", "x = 1\n", "x = (\n"),
    "a.ts": ("typescript", "export const x = 1;\n", "export const x = ;\n"),
    "a.go": ("go", "package a\n\nvar X = 1\n", "package a\n\nvar X  = 1\n"),
    "a.md": ("reference", "# x\n", "# <b>x</b>\n"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_printed_files_are_parsed(name: str) -> None:
    """The target `print` would find nothing if its parsers did not object."""
    if name == "a.ts":
        require_tools()
    if name == "a.go":
        tool("go", Path("/usr/local/go/bin/go"))
    target, sound, broken = BROKEN[name]
    assert objections(target, {name: sound}) == {}
    assert list(objections(target, {name: sound, f"b/{name}": broken})) == [f"b/{name}"]


@pytest.mark.parametrize("target", ["document", "config", "overlay"])
def test_changed_documents_end_in_diagnostics(target: str) -> None:
    """A few hundred mutations of the seeds: what `make fuzz` does for longer, with coverage as its guide."""
    tried = 0
    for number, data in enumerate(seeds(target)[:120]):
        made = mutate(data, 50_000, number)
        if made is not None:
            tried += 1
            TARGETS[target](made)
    assert tried >= 10
