"""Whether four times as much of something takes about four times as long, for each thing a document can hold much of.

``python -m bench.growth`` compiles two documents for each (tests/growth.py) to all targets, takes from both what a
document with one operation costs, and fails where the quotient is far above four: there the time grows with the square
(D1.5). Part of ``make soak``.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.documents import ROOT

sys.path.insert(0, str(ROOT / "tests"))

LEAST, TIMES = 4_000, 4
LIMIT = 7.0
"""With the square of the size it would be sixteen; a logarithm and a cold cache are no fault."""
_TRIES = 3
LITTLE = 1.0
"""CPU seconds above those of an empty document, below which nothing is told of growth."""


def seconds(document: dict[str, Any], folder: Path) -> float:
    """Return the CPU seconds that a document takes; fails where the compiler does."""
    from bombs import measure

    path = folder / "much.json"
    path.write_text(json.dumps(document), "utf-8")
    found = measure(path, megabytes=4096, seconds=120)
    if found["exit"] not in (0, 2):
        raise RuntimeError(f"it ended with {found}")
    return float(found["cpu"])


@functools.cache
def idle() -> float:
    """Return the CPU seconds that a document with one operation takes."""
    from growth import document

    with tempfile.TemporaryDirectory(prefix="growth-") as made:
        return min(seconds(document(), Path(made)) for _ in range(3))


def growth(names: Sequence[str], count: int = LEAST) -> Iterator[tuple[str, float, float, float]]:
    """Yield name, CPU seconds for so many and for four times as many, and their quotient; 0 where it is too little.

    What looks too quick to grow is measured again: another process may have had the caches.
    """
    from growth import SLOTS

    with tempfile.TemporaryDirectory(prefix="growth-") as made:
        folder = Path(made)
        for name in names:
            for _ in range(_TRIES):
                less, more = (seconds(SLOTS[name](size), folder) - idle() for size in (count, TIMES * count))
                quotient = more / max(less, LITTLE / TIMES) if more > LITTLE else 0.0
                if quotient <= LIMIT:
                    break
            yield name, less, more, quotient


def main(arguments: list[str] | None = None) -> int:
    """Measure; 1 where something grows too fast."""
    from growth import SLOTS

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
