"""Real documents through the compiler: ``make corpus``, and ``make corpus CHECK=1`` for the type checkers too.

Each document of ../shared/specs is compiled with ``-k`` to every target by a process of its own, which is measured;
the parsers read the output. A second process compiles it for the ledger (``judges/ledger``), which counts the outcomes
of all nodes and operations. The counts are committed (docs/corpus.json): without ``--write``, a changed count is a
failure that needs an explanation. ``--write`` updates them and prints docs/corpus.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.documents import DOCUMENTS, ROOT, SPECS, Document, find_document
from bench.measure import run
from judges import checkers

RECORDS = ROOT / "docs" / "corpus.json"
PAGE = ROOT / "docs" / "corpus.md"
TARGETS = ("python", "typescript", "go", "reference")

Record = dict[str, Any]
"""What is known of a document: ``counts`` of the ledger, ``figures`` of the build, ``parsed`` and ``checked``."""


def counts(document: Document) -> Record:
    """Compile a document in this process and return the counts of its account; figures of one machine are not in it."""
    from judges.ledger.account import compile_watched

    compiled = compile_watched(document.path, document.prefix)
    return {} if compiled is None else dataclasses.asdict(compiled.account)


def count_in_process(document: Document) -> Record:
    """Return the same by a process of its own, which frees what it needed."""
    command = [sys.executable, "-m", "judges.corpus", "--account", document.name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"missing": [f"the ledger failed: {done.stderr[-600:]}"]}
    found: Record = json.loads(done.stdout)
    return found


def build(document: Document, folder: Path = checkers.OUT) -> Record:
    """Compile a document to every target in a process of its own; ``fault`` says what went wrong."""
    out = folder / document.name
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "compiler", "build", str(document.path), *document.flags]
    targets = [word for target in TARGETS for word in ("-t", target)]
    cost = run([*command, *targets, "-q", "-o", str(out)], cwd=ROOT)
    if cost.code:
        return {"fault": f"exit code {cost.code}: {cost.errors[-600:]}"}
    figures: Record = {"cpu": round(cost.cpu, 1), "megabytes": round(cost.megabytes)}
    figures["files"] = {target: _count(out / target)[0] for target in TARGETS}
    figures["lines"] = {target: _count(out / target)[1] for target in TARGETS}
    return figures


def _count(folder: Path) -> tuple[int, int]:
    """Return files and lines below a folder; compiled copies of TypeScript's runtime are no lines of ours to read."""
    files = lines = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("dist", "__pycache__")]
        for name in names:
            files += 1
            lines += Path(parent, name).read_bytes().count(b"\n")
    return files, lines


def examine(document: Document, before: Record, arguments: argparse.Namespace) -> Record:
    """Compile, count, parse and, where asked, check a document; what is not asked for now keeps what it had."""
    counted = before.get("counts", {}) if arguments.figures else count_in_process(document)
    if arguments.counts:
        return {"counts": {}, "figures": {}} | before | {"counts": counted}
    figures = build(document)
    record: Record = {"counts": counted, "figures": figures, "checked": dict(before.get("checked", {}))}
    if "fault" in figures:
        return record
    out = checkers.OUT / document.name
    record["parsed"] = {
        language: checkers.parse(language, document.name, out / language).state for language in LANGUAGES
    }
    for language in LANGUAGES if arguments.check else ():
        verdict = checkers.check(language, document.name, out / language, arguments.seconds)
        record["checked"][language] = str(verdict)
    return record


LANGUAGES = tuple(checkers.CHECKS)


# --------------------------------------------------------------------------- what is committed


def committed() -> dict[str, Record]:
    """Return the records of the last run that was kept, by document."""
    found: dict[str, Record] = json.loads(RECORDS.read_text("utf-8"))["documents"] if RECORDS.exists() else {}
    return found


def committed_suites() -> dict[str, Any]:
    """Return the rows of suites of the last run that was kept."""
    found: dict[str, Any] = json.loads(RECORDS.read_text("utf-8"))["suites"] if RECORDS.exists() else {}
    return found


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Say which counts of a document differ."""
    keys = dict.fromkeys((*before, *after))
    return [f"{key}: {before.get(key)} -> {after.get(key)}" for key in keys if before.get(key) != after.get(key)]


def faults(record: Record) -> list[str]:
    """Say what is wrong with a document's output."""
    found = [record["figures"]["fault"]] if "fault" in record["figures"] else []
    found += record["counts"].get("missing", [])
    parsed = record.get("parsed", {})
    return [*found, *(f"{key}: {state}" for key, state in parsed.items() if not checkers.Verdict(state).good)]


def write(records: Mapping[str, Record], suites: Mapping[str, Any]) -> None:
    """Keep the records, and print the page."""
    from judges.corpus_page import render

    content = {"documents": dict(sorted(records.items())), "suites": suites}
    RECORDS.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    PAGE.write_text(render(content), "utf-8")


def line(name: str, record: Record) -> str:
    """Return a line of progress."""
    counted, figures = record["counts"], record["figures"]
    missing = len(counted.get("missing", ()))
    return (
        f"{name:28} {counted.get('operations', 0):6} operations {missing:4} missing {figures.get('cpu', 0):6.1f} s CPU"
    )


def main() -> int:
    """Run the corpus; 1 where a document failed, or a count changed that is not written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents to compile; all without one")
    parser.add_argument("--write", action="store_true", help="keep the counts and print docs/corpus.md")
    parser.add_argument("--check", action="store_true", help="run mypy, tsc and go vet as well (slow)")
    parser.add_argument("--counts", action="store_true", help="only count: neither measure nor parse")
    parser.add_argument("--figures", action="store_true", help="only measure, parse and check: do not count")
    parser.add_argument("--seconds", type=float, default=900, help="stop a checker after so many seconds")
    parser.add_argument("--account", metavar="NAME", help="print the counts of one document as JSON")
    arguments = parser.parse_args()
    if arguments.account:
        gc.disable()  # as in the compiler's own process
        json.dump(counts(find_document(arguments.account)), sys.stdout)
        return 0
    if not SPECS.is_dir():
        print("../shared/specs is not here: nothing to compile")
        return 0
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    records = committed()
    bad = 0
    for document in _chosen(arguments.names):
        before = records.get(document.name, {})
        record = examine(document, before, arguments)
        print(line(document.name, record), flush=True)
        wrong = faults(record)
        changed = differences(before.get("counts", {}), record["counts"])
        bad += bool(wrong or (changed and not arguments.write))
        for text in (*wrong, *changed):
            print(f"    {text}", flush=True)
        records[document.name] = record
    suites, wrong = (committed_suites(), []) if arguments.names else _run_suites()
    for text in wrong:
        print(text)
    if arguments.write:
        write(records, suites)
    return 1 if bad or wrong else 0


def _run_suites() -> tuple[dict[str, Any], list[str]]:
    """Compile the suites, too: rows of the table, and what is wrong."""
    from judges.suites import ALL, tally

    rows, wrong = {}, []
    for suite in ALL:
        rows[suite.name], found = tally(suite)
        wrong += found
    return rows, wrong


def _chosen(names: Sequence[str]) -> list[Document]:
    return [document for document in DOCUMENTS if not names or document.name in names]


if __name__ == "__main__":
    raise SystemExit(main())
