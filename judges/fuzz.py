"""Coverage-guided fuzzing of everything that reads text: ``make fuzz SECONDS=60``; part of ``make soak``.

Each target of tests/fuzz runs in a process of its own, for its share of the time, with a limit on memory and on the
time of one input. A finding is written to build/fuzz/found, and is a bug of the compiler: a diagnostic is never one.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.support.fuzz.seeds import LARGEST, seeds
from tests.support.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "fuzz"
SHARE = {"document": 5, "print": 4, "source": 2, "ir": 2}
"""Parts of the time; the others have one."""
MEMORY_MB = 1024
SLOWEST = 60
"""Seconds for one input: under instrumentation, on a machine that does other things as well."""


@dataclass(frozen=True)
class Result:
    """What came of one target: inputs tried, edges covered, and the text of a finding."""

    target: str
    seconds: int
    runs: int
    covered: int
    finding: str


def fuzz(target: str, seconds: int, seed: int) -> Result:
    """Fuzz one target for some seconds; its corpus and its findings stay in build/fuzz."""
    corpus, found = OUT / "corpus" / target, OUT / "found"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for data in seeds(target):
        corpus.joinpath(hashlib.sha256(data).hexdigest()[:20]).write_bytes(data)
    command = [sys.executable, "-m", "judges.fuzz_run", target, str(corpus), f"-max_total_time={seconds}"]
    command += [f"-seed={seed}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={2 * LARGEST}"]
    command += [f"-artifact_prefix={found}/{target}-", "-print_final_stats=1", "-len_control=0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    said = done.stdout + done.stderr
    finding = "" if done.returncode == 0 else _finding_lines(said)
    return Result(target, seconds, _number(r"executed_units:\s*(\d+)", said), _number(r"cov: (\d+)", said), finding)


def _finding_lines(said: str) -> str:
    """Return the lines of a finding: what Python raised, and where libFuzzer put the input."""
    lines = [line for line in said.splitlines() if not line.startswith(("INFO:", "#", "WARNING:"))]
    return "\n".join(lines[-60:])


def _number(pattern: str, text: str) -> int:
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def main(arguments: list[str] | None = None) -> int:
    """Fuzz all targets, or those named; 1 where something was found."""
    parser = argparse.ArgumentParser(description="fuzz what reads text")
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS])
    parser.add_argument("--seconds", type=int, default=60, help="for all targets together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    targets = options.targets or list(TARGETS)
    parts = sum(SHARE.get(target, 1) for target in targets)
    bad = 0
    for target in targets:
        seconds = max(1, options.seconds * SHARE.get(target, 1) // parts)
        result = fuzz(target, seconds, options.seed)
        state = "FINDING" if result.finding else "clean"
        print(f"{state:8} {target:12} {result.runs:9,} inputs {result.covered:7,} edges {seconds:5} s", flush=True)
        if result.finding:
            bad += 1
            print(result.finding)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
