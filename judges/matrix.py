"""The matrix: every place of a request and of a response, every serialization there, every kind of type; part of
``make soak``.

A document for each group of kinds (tests/support/generated/matrix_kinds.py) has an operation for each place
(tests/support/generated/matrix.py), which all languages call with every value
(tests/support/generated/side_by_side.py). They must send the same bytes, read the same values, send these back
unchanged, and report the same errors.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Make all calls; 1 where something differs."""
    from tests.support.generated.matrix_kinds import GROUPS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--group", action="append", choices=GROUPS, help="one group of kinds, and not all")
    faults = 0
    for group in parser.parse_args(arguments).group or GROUPS:
        faults += _judge(group)
    return 1 if faults else 0


def _judge(group: str) -> int:
    """Count the differences in a group of kinds, and print them."""
    from tests.support.generated.matrix_kinds import kinds
    from tests.support.generated.side_by_side import WholeMatrix
    from tests.support.generated.ways import Desk

    folder = Path(tempfile.mkdtemp(prefix="matrix-"))
    matrix = WholeMatrix(group, [*kinds(group)], folder)
    faults = 0
    with Desk() as desk:
        for line in matrix.differences(desk):
            faults += 1
            print(f"FAULT {line[:1500]}", flush=True)
        made = f"{len(matrix.made.kinds)} kinds, {len(matrix.made.paths):,} operations, {len(desk.lanes):,} calls"
    print(f"{group}: {made}, {faults} faults", flush=True)
    shutil.rmtree(folder)
    return faults


if __name__ == "__main__":
    raise SystemExit(main())
