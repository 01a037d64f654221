"""The time of builds of all targets: cold, after one schema was edited, with nothing changed, and of a small document.

Part of ``make bench``. The document is specs/github-api.json; the goals are those of speed 5, on an otherwise idle
machine. A build with nothing changed is compared with a bare ``python -c pass`` of the same round. Builds of the
interpreter differ by a fifth, so other interpreters can take turns with the running one.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Cost, run
from bench.page import table
from judges.corpus import ROOT, SPECS

DOCUMENT = SPECS / "github-api.json"
WORK = ROOT / "build" / "builds"
SMALL = 60_000
"""Bytes of a small document."""
_CONFIG = "configVersion: 2.0.0\npython: {}\ntypescript: {}\ngo: {}\nreference: {}\n"


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of build, the Python that ran it, what its rounds took, and its goal."""

    kind: str
    python: str
    costs: Sequence[Cost]
    goal: str

    def cells(self) -> list[str]:
        """Return the medians over the rounds, as text."""
        cpu = statistics.median(cost.cpu for cost in self.costs)
        wall = statistics.median(cost.wall for cost in self.costs)
        megabytes = statistics.median(cost.megabytes for cost in self.costs)
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # which a process counts that begins as a copy
        return [
            self.kind,
            self.python,
            f"{cpu:.2f}",
            f"{wall:.2f}",
            f"{megabytes:.0f}" if megabytes > own + 1 else "",
            self.goal,
        ]


def measure(rounds: int, others: Sequence[str] = ()) -> list[Row]:
    """Run each kind of build once per round with this Python, and with others, which get an environment of their own.

    Raises:
        RuntimeError: a build failed.
    """
    pythons = {_version(python): python for python in (sys.executable, *map(_environment, others))}
    found: dict[tuple[str, str], list[Cost]] = {(kind, name): [] for kind in _GOALS for name in pythons}
    for turn in range(rounds):
        for number, (name, python) in enumerate(pythons.items()):
            # A folder of its own: deleting files slows down writing them.
            for kind, cost in zip(_GOALS, _round(python, WORK / f"{turn}-{number}"), strict=True):
                if cost.code:
                    raise RuntimeError(f"{kind}: exit code {cost.code}: {cost.errors[-2000:]}")
                found[kind, name].append(cost)
    shutil.rmtree(WORK)
    return [Row(kind, name, costs, _GOALS[kind]) for (kind, name), costs in found.items()]


def _version(python: str) -> str:
    """Return the version of an interpreter and when it was built, as it tells them."""
    code = "import platform; print(platform.python_version(), platform.python_build()[1], sep=' of ')"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def _environment(python: str) -> str:
    """Return an interpreter that has what the compiler imports."""
    folder = ROOT / "build" / f"python-{_version(python).partition(' ')[0]}"
    subprocess.run([python, "-m", "venv", "--clear", "--without-pip", str(folder)], check=True)
    made = str(folder / "bin" / "python")
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    pip = [sys.executable, "-m", "pip", "--python", made, "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *needed], check=True)
    return made


_GOALS = {
    "all, cold": "6 s of CPU, 4 s by the clock, 256 MB",
    "all, one schema edited": "1.0 s",
    "all, nothing changed": "0.06 s, or 3 times a bare Python",
    "a bare `python -c pass`": "",
    "all, a small document": "0.45 s",
    "without Python, a small document": "0.25 s",
}


def _round(python: str, folder: Path) -> Iterator[Cost]:
    """Yield what each kind of build takes, in the order of the goals."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "gen.yaml").write_text(_CONFIG, "utf-8")
    document = folder / DOCUMENT.name
    shutil.copyfile(DOCUMENT, document)
    small = max((path for path in SPECS.iterdir() if _is_small(path)), key=lambda path: path.stat().st_size)
    yield _build(python, document, folder / "out")
    _edit(document)
    yield _build(python, document, folder / "out")
    yield _build(python, document, folder / "out")
    yield run([python, "-c", "pass"])
    yield _build(python, small, folder / "small")
    yield _build(python, small, folder / "rest", "-t", "typescript", "-t", "go", "-t", "reference")


def _is_small(path: Path) -> bool:
    return path.suffix in (".json", ".yaml") and path.stat().st_size <= SMALL


def _edit(path: Path) -> None:
    """Add a property to one schema of a document."""
    data = json.loads(path.read_text("utf-8"))
    data["components"]["schemas"]["license"]["properties"]["edited"] = {"type": "string"}
    path.write_text(json.dumps(data), "utf-8")


def _build(python: str, document: Path, out: Path, *more: str) -> Cost:
    folder = out.parent
    command = [python, "-m", "compiler", "build", str(document), "-c", str(folder / "gen.yaml"), "-q", *more]
    return run([*command, "-o", str(out)], cwd=ROOT, env={**os.environ, "CODEGEN_CACHE": str(folder / "cache")})


def render(rows: Sequence[Row]) -> list[str]:
    """Return the section of docs/bench.md, line by line."""
    lines = [
        "## Builds of all targets",
        "",
        "Medians of the rounds, with goals set on another machine. A build after an edit compiles and prints",
        "everything again and writes what differs.",
        "",
    ]
    columns = ("Build", "Python", "CPU s", "s by the clock", "MB", "goal")
    return [*lines, *table(columns, (row.cells() for row in rows)), ""]
