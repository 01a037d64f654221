"""`make judges`: what others find broken between the printed SDKs of pairs of documents, beside `codegen diff`.

Griffe compares the Python packages, mypy and `tsc` check programs that use all of the old Python and TypeScript
packages with the new ones, and apidiff compares the Go modules. A judge that cannot be installed is left out, and
named.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from _pytest.outcomes import Skipped

from bench.page import table as lay_out
from bench.page import write_part
from judges.diff.pairs import EXPLAINED, others, ours
from judges.diff.run import JUDGES, Verdict, verdicts
from tests.support.places import ROOT

PAGE = ROOT / "docs/diff.md"


def main(arguments: list[str] | None = None) -> int:
    """Judge all pairs; 1 where a judge disagrees and nobody says why."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table of docs/diff.md")
    parser.add_argument("--judge", action="append", choices=JUDGES, help="one judge, and not all")
    given = parser.parse_args(arguments)
    pairs = [*ours(), *others()]
    found: list[Verdict] = []
    for judge in given.judge or JUDGES:
        with tempfile.TemporaryDirectory(prefix="judges-") as folder:
            try:
                found += verdicts(pairs, Path(folder), [judge])
            except Skipped as reason:
                print(f"{judge} is left out: {reason}", flush=True)
    faults = [*unexplained(found)]
    for line in faults:
        print(f"FAULT {line}")
    agreed = sum(item.agrees for item in found)
    print(f"{len(pairs)} pairs, {len(found)} verdicts, {agreed} agree, {len(found) - agreed} are explained")
    if given.write and len(found) == len(JUDGES) * len(pairs):
        write_part(PAGE, table(found), "<!-- judges -->\n", "<!-- /judges -->\n")
    elif given.write:
        print(f"{PAGE.name} stays as it is: not all judges spoke")
    return 1 if faults else 0


def unexplained(found: Iterable[Verdict]) -> Iterable[str]:
    """Yield the disagreements without an explanation, and the explanations of what is none."""
    for item in found:
        known = EXPLAINED.get((item.judge, item.pair))
        if item.agrees == (known is not None):
            what = "explained, but agrees" if item.agrees else "disagrees"
            yield f"{item.judge}, {item.pair}: {what}; it: {item.theirs}; we: {item.ours}"


def table(found: Sequence[Verdict]) -> str:
    """Return the table of all pairs, and the explanations of what differs."""
    reasons = list(dict.fromkeys(reason for key, reason in EXPLAINED.items()))
    rows: dict[str, dict[str, Verdict]] = {}
    for item in found:
        rows.setdefault(item.pair, {})[item.judge] = item
    columns = ("pair", "Python, griffe", "Python, mypy", "TypeScript, tsc", "Go, apidiff")
    cells = ((name, *(_cell(of[judge], reasons) for judge in JUDGES)) for name, of in rows.items())
    agreed = sum(item.agrees for item in found)
    lines = [*lay_out(columns, cells), "", f"{len(rows)} pairs, {len(found)} verdicts: {agreed} agree. The others:", ""]
    lines += [f"{number}. {reason}" for number, reason in enumerate(reasons, 1)]
    return "\n".join(lines)


def _cell(item: Verdict, reasons: Sequence[str]) -> str:
    if item.agrees:
        return "break" if item.ours else "none"
    number = reasons.index(EXPLAINED[item.judge, item.pair]) + 1
    return f"{'break' if item.theirs else 'none'}, we say {'break' if item.ours else 'none'} ({number})"


if __name__ == "__main__":
    sys.exit(main())
