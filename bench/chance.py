"""Documents made by chance, in all languages side by side; part of ``make soak``.

Each document has two dozen operations of any parameters, bodies and results. Its SDKs must send the same bytes and give
the same results, and their validators must say the same of requests that were changed at random
(tests/side_by_side.py). With ``--check`` they must pass their type checkers, too. A fault is printed with its seed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from bench import checkers
from bench.documents import ROOT

sys.path.insert(0, str(ROOT / "tests"))


def main(arguments: list[str] | None = None) -> int:
    """Make so many documents; 1 where something differs."""
    from recorder import Recorder
    from side_by_side import File

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first document; the others follow")
    parser.add_argument("--check", action="store_true", help="let mypy, tsc and go vet look at the SDKs, too")
    options = parser.parse_args(arguments)
    calls = faults = 0
    for seed in range(options.seed, options.seed + options.documents):
        folder = Path(tempfile.mkdtemp(prefix="chance-"))
        with Recorder() as here, Recorder() as there:
            file = File(seed, folder)
            found = [*file.calls((here, there)), *file.checks((here, there))]
            if options.check:
                found += [
                    f"{language}: {verdict}"
                    for language, sdk in file.sdks()
                    if not (verdict := checkers.check(language, f"chance-{seed}", sdk.folder, 600)).good
                ]
            for _, sdk in file.sdks():
                shutil.rmtree(sdk.folder.parent)
        calls, faults = calls + len(file.vectors), faults + len(found)
        for line in found:
            print(f"FAULT seed {seed}: {line[:1500]}", flush=True)
        shutil.rmtree(folder)
        if sys.stdout.isatty() or not (seed + 1 - options.seed) % 10:
            print(f"{seed + 1 - options.seed} documents, {calls:,} calls, {faults} faults", flush=True)
    print(f"{options.documents} documents, {calls:,} calls in nine ways, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
