"""The long runs, one after another: ``make soak``.

Every document of ../shared/specs and every suite (``bench.corpus``), edits that must move no name (``bench.names``),
texts that would be code (``bench.canaries``), and fuzzing of what reads text, for as long as ``--seconds`` says.
Diagnostics are an answer; an exception, a hang, a name that moved or a node dropped without a code is a fault.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys

from bench.documents import ROOT

HOUR = 3600


def runs(seconds: int) -> list[list[str]]:
    """Return the modules to run, with their arguments."""
    wanted = [["bench.corpus"], ["bench.names"], ["bench.canaries"], ["bench.fuzz", "--seconds", str(seconds)]]
    return [run for run in wanted if importlib.util.find_spec(run[0]) is not None]


def main() -> int:
    """Run all; 1 where one found a fault, after all have run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=HOUR, help="how long to fuzz")
    arguments = parser.parse_args()
    failed = []
    for run in runs(arguments.seconds):
        print(f"== {' '.join(run)}", flush=True)
        if subprocess.run([sys.executable, "-m", *run], cwd=ROOT, check=False).returncode:
            failed.append(run[0])
    print(f"failed: {', '.join(failed)}" if failed else "all clean")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
