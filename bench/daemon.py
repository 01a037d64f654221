"""The CPU of a build after an edit: by the daemon, client and daemon together, against a build in a process of its own.

``python -m bench.daemon [DOCUMENT ...] [--edits N]``: each edit changes one description, one schema, or one operation
(a row for each kind), and both build all targets; 1 where a ratio is above its limit. The limits are for builds as they
were when issue 31 began: ``--base`` names a checkout of that time, whose builds are the ones to compare with; else they
are those of this checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.documents import ROOT, SPECS
from bench.edited import EDITS, edited
from bench.measure import Cost, run

LIMITS = {"museum.yaml": 0.4, "resend.yaml": 0.33, "openai.yaml": 1.0, "github-api.json": 0.136}
"""CPU by the daemon in parts of that without it: 0.12 s of 0.30, 0.25 of 0.76, 0.8 of 5.9; openai has none."""
_AFTER = 2.0
"""Seconds in which the daemon collects garbage, after it has answered."""
_TICK = os.sysconf("SC_CLK_TCK")
_TARGETS = [word for target in ("python", "typescript", "go", "reference") for word in ("-t", target)]


@dataclass(frozen=True, slots=True)
class Row:
    """A document, a kind of edit, and medians: CPU without and with the daemon, and seconds by the clock."""

    name: str
    kind: str
    alone: float
    client: float
    daemon: float
    clock_alone: float
    clock: float
    first: float
    megabytes: float

    @property
    def ratio(self) -> float:
        """CPU with the daemon in parts of that without."""
        return (self.client + self.daemon) / self.alone

    def cells(self) -> list[str]:
        """Return the row as text."""
        times = (
            self.alone,
            self.client,
            self.daemon,
            self.ratio,
            LIMITS.get(self.name, 1),
            self.clock_alone,
            self.clock,
        )
        return [self.name, self.kind, *(f"{value:.3f}" for value in times), f"{self.megabytes:.0f}"]


def cpu_of(pids: list[int]) -> float:
    """Return the seconds of CPU that processes, and children of theirs that have ended, took so far."""
    total = 0
    for pid in pids:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, words[11:15]))
    return total / _TICK


def _daemon() -> list[int]:
    """Return the process of the daemon of this environment."""
    done = subprocess.run(_command("daemon", "status"), cwd=ROOT, capture_output=True, text=True, check=True)
    return [int(done.stdout.split()[1].rstrip(","))]


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "compiler", *words]


def _build(folder: Path, name: str, *more: str, root: Path = ROOT) -> Cost:
    command = _command("build", str(folder / name), *_TARGETS, "-q", "-k", "-o", str(folder / "sdk"), *more)
    cost = run(command, cwd=root, env=dict(os.environ))
    if cost.code:
        raise RuntimeError(f"{name}: exit code {cost.code}: {cost.errors[-2000:]}")
    return cost


def measure(name: str, kinds: list[str], edits: int, place: Path, base: Path = ROOT) -> Iterator[Row]:
    """Edit a document so often in each way, and build it both ways each time."""
    text = (SPECS / name).read_text("utf-8")
    alone, kept = place / "alone", place / "kept"
    for folder in (alone, kept):
        folder.mkdir(parents=True)
        (folder / name).write_text(text, "utf-8")
    _build(alone, name, root=base)
    first = _build(kept, name, "--daemon")
    time.sleep(_AFTER)
    for kind in kinds:
        found: list[tuple[float, ...]] = []
        before = cpu_of(_daemon())
        for number in range(edits):
            text = edited(text, number, kind)
            for folder in (alone, kept):
                (folder / name).write_text(text, "utf-8")
            cold, warm = _build(alone, name, root=base), _build(kept, name, "--daemon")
            found.append((cold.cpu, warm.cpu, cold.wall, warm.wall))
        time.sleep(_AFTER)
        daemon = (cpu_of(_daemon()) - before) / edits
        size = sum(_size(pid) for pid in _daemon())
        cold_cpu, client, cold_wall, wall = (statistics.median(column) for column in zip(*found, strict=True))
        yield Row(name, kind, cold_cpu, client, daemon, cold_wall, wall, first.wall, size)


def _size(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def table(rows: Iterator[Row]) -> Iterator[str]:
    """Yield the rows as Markdown, each as soon as it is measured."""
    yield "| document | edit | CPU alone | client | daemon | ratio | limit | s alone | s | MiB |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for row in rows:
        yield f"| {' | '.join(row.cells())} |"


def main() -> int:
    """Measure; 1 where a ratio is above its limit."""
    parser = argparse.ArgumentParser(prog="python -m bench.daemon", description=__doc__)
    parser.add_argument("documents", nargs="*", default=[*LIMITS])
    parser.add_argument("--edits", type=int, default=5)
    parser.add_argument("--edit", choices=EDITS, action="append", help="only this kind of edit; may be repeated")
    parser.add_argument("--base", type=Path, default=ROOT, metavar="FOLDER", help="a checkout for the builds alone")
    options = parser.parse_args()
    runtime = tempfile.mkdtemp(prefix="codegen-")
    os.environ |= {"XDG_RUNTIME_DIR": runtime, "CODEGEN_CACHE": "off", "CODEGEN_DAEMON_IDLE": "600"}
    rows: list[Row] = []

    def measured() -> Iterator[Row]:
        for name in options.documents:
            with tempfile.TemporaryDirectory() as place:
                kinds = options.edit or [*EDITS]
                for row in measure(name, kinds, options.edits, Path(place), options.base):
                    rows.append(row)
                    yield row

    try:
        for line in table(measured()):
            print(line, flush=True)
    finally:
        subprocess.run(_command("daemon", "stop"), cwd=ROOT, capture_output=True, check=False)
        shutil.rmtree(runtime, ignore_errors=True)
    slow = [f"{row.name} ({row.kind})" for row in rows if row.ratio > LIMITS.get(row.name, 1)]
    print(f"above the limit: {', '.join(slow)}" if slow else "all within their limits")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
