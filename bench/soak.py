"""Every document beside the repository through ``codegen build -k``: ``make soak``.

Diagnostics are an answer; a crash (exit code 4, or none at all), a file that does not parse or a package that does
not import is a fault.
"""

from __future__ import annotations

import csv
import sys

from bench.corpus import ROOT, SPEAKEASY, SPECS, Document, build

OUT = ROOT / "build" / "soak"
REFUSED = (2, 3)


def documents() -> list[Document]:
    """Return the documents that the list in ../shared/specs names."""
    with (SPECS / "MANIFEST.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Document(row["name"], row["file"], ("-k", *_prefix(row))) for row in rows]


def _prefix(row: dict[str, str]) -> tuple[str, ...]:
    return SPEAKEASY if "x-speakeasy" in row["x_extensions"] else ()


def main() -> int:
    """Compile all, or the documents named on the command line; 1 where something is our fault."""
    if not SPECS.is_dir():
        print("../shared/specs is not here: nothing to compile")
        return 0
    bad = 0
    wanted = set(sys.argv[1:])
    for document in documents():
        if wanted and document.name not in wanted:
            continue
        result = build(document, OUT)
        refused = result.cost.code in REFUSED
        state = "refused" if refused else "FAULT" if result.faults else "ok"
        bad += state == "FAULT"
        print(f"{state:8} {document.name:28} {result.operations:6} operations {result.cost.cpu:6.1f} s CPU", flush=True)
        for fault in result.faults:
            print(f"    {fault.strip()[-400:]}")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
