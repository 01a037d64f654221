"""Checks that four times as many of a thing take about four times as long, for each thing that a document can repeat.

``python -m bench.growth`` compiles two documents for each (tests/support/generated/growth.py) to all targets, takes
from both the time of a document with one operation, and fails if the quotient is far above four: then the time grows
quadratically (D1.5). Part of ``make soak``.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LEAST, TIMES = 4_000, 4
LIMIT = 8.0
"""As far above four as below sixteen, which is what the square of the size would make of it."""
_TRIES = 4
LITTLE = 2.5
"""How many times an empty document's CPU time a document must take above that, for anything to be told of growth."""


def seconds(document: dict[str, Any], folder: Path) -> float:
    """Return the CPU seconds that a document takes; fails where the compiler does."""
    from tests.support.generated.bombs import measure

    path = folder / "much.json"
    path.write_text(json.dumps(document), "utf-8")
    found = measure(path, megabytes=4096, seconds=600)
    if found["exit"] not in (0, 2):
        raise RuntimeError(f"it ended with {found}")
    return float(found["cpu"])


def growth(names: Sequence[str], count: int = LEAST) -> Iterator[tuple[str, float, float, float]]:
    """Yield name, CPU seconds for so many and for four times as many, and their quotient; 0 where it is too little.

    What looks too quick to grow is measured again, all in turn, and the quickest run of each counts: a neighbour may
    have had the caches.
    """
    from tests.support.generated.blocks import document
    from tests.support.generated.growth import SLOTS

    with tempfile.TemporaryDirectory(prefix="growth-") as made:
        for name in names:
            sizes = (document(), SLOTS[name](count), SLOTS[name](TIMES * count))
            least = [math.inf] * 3
            for _ in range(_TRIES):
                least = [min(old, seconds(size, Path(made))) for old, size in zip(least, sizes, strict=True)]
                less, more, quotient = _quotient(*least)
                if quotient <= LIMIT:
                    break
            yield name, less, more, quotient


def _quotient(idle: float, less: float, more: float) -> tuple[float, float, float]:
    """Return what each size takes above an empty document, and the quotient of both."""
    less, more = less - idle, more - idle
    little = LITTLE * idle
    return less, more, more / max(less, little / TIMES) if more > little else 0.0


def main(arguments: list[str] | None = None) -> int:
    """Measure; 1 where something grows too fast."""
    from tests.support.generated.growth import SLOTS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(SLOTS), help="what to measure; all without one")
    parser.add_argument("--count", type=int, default=LEAST, help=f"how much of it (default {LEAST})")
    options = parser.parse_args(arguments)
    worst = 0.0
    for name, less, more, quotient in growth(options.names, options.count):
        worst = max(worst, quotient)
        print(
            f"{'FAULT' if quotient > LIMIT else '     '} {quotient:5.1f}  {less:6.2f} s {more:6.2f} s  {name}",
            flush=True,
        )
    print(f"{len(options.names)} things, at most {worst:.1f} times as long for {TIMES} times as much")
    return 1 if worst > LIMIT else 0


if __name__ == "__main__":
    raise SystemExit(main())
