"""The compiler against openapi-python-client on one document: ``make bench``.

Both compile specs/github-api.json to Python (ours to reference pages too) in turn, several times; a round's ratio is
ours over the peer's, so that a noisy machine disturbs both alike. The peer runs without its formatting hooks, which
would only add to its time. The median ratio of CPU must stay under the limit.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.corpus import ROOT, SPECS
from bench.measure import Cost, run

DOCUMENT = SPECS / "github-api.json"
WORK = ROOT / "build" / "peers"
REQUIREMENTS = ROOT / "bench" / "peer-requirements.txt"
LIMIT = 0.8
"""Most CPU we may take, as a part of the peer's."""


def peer() -> Path:
    """Return the peer's program; installs it where it is missing or pinned differently."""
    stamp = WORK / "requirements.txt"
    program = WORK / "venv" / "bin" / "openapi-python-client"
    if not program.exists() or not stamp.exists() or stamp.read_bytes() != REQUIREMENTS.read_bytes():
        shutil.rmtree(WORK, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(WORK / "venv")], check=True)
        pip = [str(WORK / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--requirement", str(REQUIREMENTS)], check=True)
        shutil.copyfile(REQUIREMENTS, stamp)
    return program


def ours() -> Cost:
    """Compile the document with this compiler, into an empty folder."""
    out = WORK / "ours"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "compiler", "build", str(DOCUMENT), "-t", "python", "-t", "reference", "-q"]
    return run([*command, "-o", str(out)], cwd=ROOT)


def theirs(program: Path) -> Cost:
    """Compile the document with the peer, into an empty folder."""
    out = WORK / "theirs"
    shutil.rmtree(out, ignore_errors=True)
    config = WORK / "config.yaml"
    config.write_text("post_hooks: []\n", "utf-8")
    command = [str(program), "generate", "--path", str(DOCUMENT), "--output-path", str(out), "--config", str(config)]
    return run(command)


def render(pairs: Sequence[tuple[Cost, Cost]]) -> str:
    """Return the page docs/bench.md."""
    rows = [
        f"| {turn} | {one.cpu:.2f} | {other.cpu:.2f} | {one.cpu / other.cpu:.2f} "
        f"| {one.megabytes:.0f} | {other.megabytes:.0f} | {one.megabytes / other.megabytes:.2f} |"
        for turn, (one, other) in enumerate(pairs, 1)
    ]
    return "\n".join(
        (
            "# Speed",
            "",
            "Printed by `make bench`: specs/github-api.json (13 MB, 1,223 operations) to Python and reference pages,",
            "against openapi-python-client (Python alone, without its formatting hooks), pinned in",
            "`bench/peer-requirements.txt`. Both run in turn on one machine; compare the ratios, not the seconds.",
            "CPU is user and system time; memory is the peak.",
            "",
            "| Round | CPU s | peer's CPU s | ratio | MB | peer's MB | ratio |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
            f"Median ratio of CPU: {cpu_ratio(pairs):.2f} (limit {LIMIT}); of memory: {memory_ratio(pairs):.2f}.",
            "",
        )
    )


def cpu_ratio(pairs: Sequence[tuple[Cost, Cost]]) -> float:
    """Return the median over the rounds of our CPU time over the peer's."""
    return statistics.median(one.cpu / other.cpu for one, other in pairs)


def memory_ratio(pairs: Sequence[tuple[Cost, Cost]]) -> float:
    """Return the median over the rounds of our peak memory over the peer's."""
    return statistics.median(one.megabytes / other.megabytes for one, other in pairs)


def main() -> int:
    """Measure; 1 above the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    if not DOCUMENT.exists():
        print("../shared/specs is not here: nothing to measure")
        return 0
    program = peer()
    pairs = [(ours(), theirs(program)) for _ in range(arguments.rounds)]
    for one, other in pairs:
        if one.code or other.code:
            print(f"a run failed: ours {one.code}, the peer's {other.code}\n{one.errors[-2000:]}{other.errors[-2000:]}")
            return 1
    page = render(pairs)
    print(page)
    if arguments.write:
        arguments.write.write_text(page, "utf-8")
    return 1 if cpu_ratio(pairs) > LIMIT else 0


if __name__ == "__main__":
    raise SystemExit(main())
