"""Calls from a vendor's own tests, made with SDKs that are printed with its names: ``python -m bench.calls``.

The tests are those of openai-python and openai-node. An overlay names the methods of specs/openai.yaml as the vendor's
``api.md`` does; each plain call then runs as it is written, against the mock server Steady, which refuses what the
document does not allow and answers with samples. ``--write`` puts the figures into docs/calls.md, between the markers.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from bench.calls import python, typescript
from bench.documents import ROOT
from bench.page import write_part

PAGE = ROOT / "docs" / "calls.md"


def main(arguments: list[str] | None = None) -> int:
    """Print the figures, or write them into the page; 1 where fewer than 98 of 100 calls are good."""
    parser = argparse.ArgumentParser(prog="python -m bench.calls", description=__doc__)
    parser.add_argument("--python", type=Path, help="a clone of openai-python; without one, it is fetched")
    parser.add_argument("--node", type=Path, help="a clone of openai-node; without one, it is fetched")
    parser.add_argument("--only", choices=("python", "node"))
    parser.add_argument("--write", action="store_true", help=f"write them into {PAGE.name}")
    options = parser.parse_args(arguments)
    good = True
    for name, table in (("python", python.table), ("node", typescript.table)):
        if options.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                made, fine = table(getattr(options, name), Path(folder))
            good = good and fine
            if options.write:
                write_part(PAGE, made, f"<!-- {name} calls -->\n")
            else:
                sys.stdout.write(f"{made}\n\n")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
