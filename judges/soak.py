"""The long runs: ``make soak``.

Every document of ../shared/specs and every suite (``judges.corpus``), edits that must move no name (``judges.names``),
names of every script in every slot, type-checked in three languages (``judges.script_names``), texts that would be code
(``judges.canaries``), random documents in all languages (``judges.chance``), every kind of type in every place
(``judges.matrix``), proposed pages walked to their end (``judges.paging``), documents with many of one thing
(``bench.growth``) or that ask for endless work (``bench.bombs``), 2,000 edits built by a process that stays
(``judges.resident``), builds that are killed (``judges.killed``), and fuzzing of everything that reads text, for as
long as ``--seconds`` says.
A diagnostic is a valid outcome; an exception, a hang, a name that moved, a node dropped without a diagnostic, or a
language that differs from the others is a fault.
``--write`` puts the results into docs/soak.md, and the canaries' page beside it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bench.documents import ROOT

HOUR = 3600
PAGE = ROOT / "docs" / "soak.md"
SECTION = re.compile(r"(?<=\n## The last run\n).*?(?=\n## |\Z)", re.DOTALL)

_PAGE = re.compile(r"\d+ texts|FAULT ")
_ANY = re.compile(r".")


@dataclass(frozen=True)
class Run:
    """A module that ran, its exit code, and the lines that it printed."""

    command: tuple[str, ...]
    code: int
    said: tuple[str, ...]


def runs(seconds: int, write: bool) -> list[tuple[str, ...]]:
    """Return the modules to run, with their arguments; the longest first."""
    page = ("--write", "docs/canaries.md") if write else ()
    return [
        ("judges.fuzz", "--seconds", str(seconds)),
        ("judges.canaries", *page),
        ("judges.corpus",),
        ("judges.names",),
        ("judges.script_names",),
        ("judges.chance",),
        ("judges.matrix",),
        ("judges.paging",),
        ("bench.growth",),
        ("judges.killed",),
        ("judges.resident",),
        ("judges.resident", "--builds", "1000"),
        ("bench.bombs",),
    ]


def run(command: tuple[str, ...]) -> Run:
    """Run a module, and show each line with its name in front."""
    started = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert started.stdout is not None
    said = []
    for line in started.stdout:
        said.append(line.rstrip())
        print(f"{command[0]:14} {line.rstrip()}", flush=True)
    return Run(command, started.wait(), tuple(said))


def section(done: Sequence[Run]) -> Iterator[str]:
    """Yield the lines of the page's section: what each run printed, as it is."""
    for item in done:
        state = "clean" if item.code == 0 else f"exit code {item.code}"
        yield f"\n`python -m {' '.join(item.command)}`: {state}\n"
        told = _PAGE if item.command[0] == "judges.canaries" else _ANY  # their table has a page of its own
        shown = [line for line in item.said if told.match(line)]
        yield "\n".join(("```text", *shown, "```"))


def main() -> int:
    """Run all; 1 where one found a fault, after all have run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=HOUR, help="how long to fuzz")
    parser.add_argument("--jobs", type=int, default=2, help="how many run side by side")
    parser.add_argument("--write", action="store_true", help="write docs/soak.md and docs/canaries.md")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as pool:
        done = list(pool.map(run, runs(options.seconds, options.write)))
    if options.write:
        text = "\n".join(section(done)) + "\n"
        PAGE.write_text(SECTION.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")
    failed = [item.command[0] for item in done if item.code]
    print(f"failed: {', '.join(failed)}" if failed else "all clean")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
