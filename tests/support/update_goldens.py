"""`make golden CASE=passes/rename`: writes the goldens of a folder anew, or those of one case (`passes/rename/regex`).

The upper halves of passes and printers become canonical IR text first. Only the test that reads the folder is loaded,
so that it takes seconds. Without CASE, all goldens with fast tests are written.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from compiler.commands.opt.opt import DIVIDER, upper_half
from compiler.ir.read import IRSyntaxError
from tests.support.golden import GOLDEN, canonical
from tests.support.places import ROOT

TESTS = {
    "commands": "test_commands.py",
    "diagnostics": "test_diagnostics_golden.py",
    "editor": "test_python_editor.py",
    "init": "test_init.py",
    "lower": "test_front_golden.py",
    "passes": "test_passes.py",
    "printers": "test_printers.py",
    "reference": "test_reference.py",
    "repl": "test_repl.py",
    "sdk": "test_sdk_goldens.py",
}
"""Folders of `golden/`, and the file that holds them to what the compiler says. `servers` need servers."""
HALVES = {"passes": "*/*.ir", "printers": "*/*.txt"}
"""Folders whose cases have two halves."""


class Chosen:
    """Leaves out the tests that are of another case."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = parts

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests whose parameters have each part of the case: `rename/regex.ir` has `rename` and `regex`."""
        items[:] = [item for item in items if not self.parts or of_case(parameters(item), self.parts)]


def parameters(item: pytest.Item) -> str:
    """Join the parameters of a test as a path."""
    spec = getattr(item, "callspec", None)
    return "/".join(map(str, spec.params.values())) if spec is not None else ""


def of_case(path: str, parts: Sequence[str]) -> bool:
    """Tell whether a path has each part: whole, without its ending, or as its code (`CG0504` of `CG0504-list`)."""
    words = path.split("/")
    return {*parts} <= {*words, *(Path(word).stem for word in words), *(word.partition("-")[0] for word in words)}


def spread(parts: Sequence[str]) -> None:
    """Copy the upper half of a printers' case to the languages that do not have it yet."""
    languages = sorted(path for path in (GOLDEN / "printers").iterdir() if path.is_dir())
    for name in sorted({path.name for path in (GOLDEN / "printers").glob("*/*.txt") if of_case(path.stem, parts[-1:])}):
        there = [folder / name for folder in languages if (folder / name).exists()]
        for folder in languages:
            if not (folder / name).exists():
                (folder / name).write_text(upper_half(there[0].read_text("utf-8")), encoding="utf-8")


def write_uppers(kind: str, parts: Sequence[str]) -> list[str]:
    """Make the upper halves canonical; return what cannot be read."""
    wrong = []
    for path in sorted((GOLDEN / kind).glob(HALVES[kind])):
        if of_case(path.relative_to(GOLDEN / kind).as_posix(), parts):
            text = path.read_text("utf-8")
            upper = upper_half(text)
            try:
                made = canonical(upper)
            except IRSyntaxError as error:
                wrong.append(f"{path.relative_to(GOLDEN.parent).as_posix()}: {error}")
                continue
            lower = text.partition(DIVIDER)[2]
            path.write_text(f"{made}{DIVIDER}{lower}" if lower else made, encoding="utf-8", newline="\n")
    return wrong


def main(case: str) -> int:
    """Write goldens; returns the exit code: 0 where all could be written."""
    kind, *parts = case.removeprefix("golden/").strip("/").split("/")
    if kind and kind not in TESTS:
        sys.exit(f"golden/ has no {kind!r} that can be written by CASE: {', '.join(TESTS)}")
    if kind == "printers":
        spread(parts)
    wrong = [told for one in HALVES if one in (kind or one) for told in write_uppers(one, parts)]
    if wrong:
        sys.exit("\n".join(wrong))
    files = sorted((ROOT / "tests").rglob(TESTS[kind])) if kind else ()
    chosen = [*map(str, files)] if kind else ["-m", "not slow"]
    return int(
        pytest.main(
            [*chosen, "--snapshot-update", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning"],
            plugins=[Chosen(parts)],
        )
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
