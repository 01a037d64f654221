"""What builds of all targets take: cold, after one schema was edited, with nothing changed, and of a small document.

Part of ``make bench``. The document is specs/github-api.json; the goals are those of speed.md, on the machine of their
own. A build with nothing changed is compared with a bare ``python -c pass`` of the same round.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import ROOT, SPECS
from bench.measure import Cost, run

DOCUMENT = SPECS / "github-api.json"
WORK = ROOT / "build" / "builds"
SMALL = 60_000
"""Bytes of a small document."""
_CONFIG = "configVersion: 2.0.0\npython: {}\ntypescript: {}\ngo: {}\nreference: {}\n"


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of build, what its rounds took, and its goal."""

    kind: str
    costs: Sequence[Cost]
    goal: str

    def cells(self) -> list[str]:
        """Return the medians over the rounds, as text."""
        cpu = statistics.median(cost.cpu for cost in self.costs)
        wall = statistics.median(cost.wall for cost in self.costs)
        megabytes = statistics.median(cost.megabytes for cost in self.costs)
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # which a process counts that begins as a copy
        return [self.kind, f"{cpu:.2f}", f"{wall:.2f}", f"{megabytes:.0f}" if megabytes > own + 1 else "", self.goal]


def measure(rounds: int) -> list[Row]:
    """Run each kind of build once per round.

    Raises:
        RuntimeError: a build failed.
    """
    found: dict[str, list[Cost]] = {kind: [] for kind in _GOALS}
    for turn in range(rounds):
        # A folder of its own: deleting files slows down writing them.
        for kind, cost in zip(_GOALS, _round(WORK / str(turn)), strict=True):
            if cost.code:
                raise RuntimeError(f"{kind}: exit code {cost.code}: {cost.errors[-2000:]}")
            found[kind].append(cost)
    shutil.rmtree(WORK)
    return [Row(kind, costs, _GOALS[kind]) for kind, costs in found.items()]


_GOALS = {
    "all, cold": "6 s of CPU, 4 s by the clock, 256 MB",
    "all, one schema edited": "1.0 s",
    "all, nothing changed": "0.06 s, or 3 times a bare Python",
    "a bare `python -c pass`": "",
    "all, a small document": "0.45 s",
    "without Python, a small document": "0.25 s",
}


def _round(folder: Path) -> Iterator[Cost]:
    """Yield what each kind of build takes, in the order of the goals."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "gen.yaml").write_text(_CONFIG, "utf-8")
    document = folder / DOCUMENT.name
    shutil.copyfile(DOCUMENT, document)
    small = max((path for path in SPECS.iterdir() if _is_small(path)), key=lambda path: path.stat().st_size)
    yield _build(document, folder / "out")
    _edit(document)
    yield _build(document, folder / "out")
    yield _build(document, folder / "out")
    yield run([sys.executable, "-c", "pass"])
    yield _build(small, folder / "small")
    yield _build(small, folder / "rest", "-t", "typescript", "-t", "go", "-t", "reference")


def _is_small(path: Path) -> bool:
    return path.suffix in (".json", ".yaml") and path.stat().st_size <= SMALL


def _edit(path: Path) -> None:
    """Add a property to one schema of a document."""
    data = json.loads(path.read_text("utf-8"))
    data["components"]["schemas"]["license"]["properties"]["edited"] = {"type": "string"}
    path.write_text(json.dumps(data), "utf-8")


def _build(document: Path, out: Path, *more: str) -> Cost:
    folder = out.parent
    command = [sys.executable, "-m", "compiler", "build", str(document), "-c", str(folder / "gen.yaml"), "-q", *more]
    return run([*command, "-o", str(out)], cwd=ROOT, env={**os.environ, "CODEGEN_CACHE": str(folder / "cache")})


def render(rows: Sequence[Row]) -> list[str]:
    """Return the section of docs/bench.md, line by line."""
    lines = [
        "## Builds of all targets",
        "",
        "Medians of the rounds, with goals set on another machine. A build after an edit compiles and prints",
        "everything again and writes what differs.",
        "",
        "| Build | CPU s | s by the clock | MB | goal |",
        "| --- | --- | --- | --- | --- |",
    ]
    return [*lines, *(f"| {' | '.join(row.cells())} |" for row in rows), ""]
