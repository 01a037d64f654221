"""Whether every bomb of tests/support/generated/bombs.py ends within two seconds of CPU (D1.5). Part of ``make soak``.

The seconds are those of an idle machine: a harmless document, compiled at the same time, shows how much slower this
machine is. ``make test`` has a looser limit, so that other processes do not make it fail.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

MOST = 2.0


def main() -> int:
    """Measure all; 1 where one takes longer."""
    from tests.support.generated.bombs import BOMBS, QUIET, times

    slow, most = 0, 0.0
    with tempfile.TemporaryDirectory(prefix="bombs-") as made:
        for name, text_of in BOMBS.items():
            Path(made, name).write_text(text_of(), "utf-8")
        for ends in times(Path(made)):
            seconds = QUIET * ends["times"]
            slow, most = slow + (seconds > MOST), max(most, seconds)
            if seconds > MOST:
                print(f"FAULT {seconds:5.2f} s  {ends['name']}", flush=True)
    print(f"{len(BOMBS)} bombs, at most {most:.2f} s of CPU for one of them")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
