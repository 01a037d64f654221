"""Names that follow from paths, on the documents of ../shared/specs: the tables of docs/names.md.

Each document is lowered and named in path mode; the tables also show the mode that `auto` chooses. If
../shared/suites/names lists published names, a judge counts how many methods of the printed Python SDK have them.
``--write`` puts the tables into docs/names.md, between the markers.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.documents import DOCUMENTS, ROOT, Document
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document
from compiler.driver.options import DebugOptions, InputOptions
from compiler.lock.lock import Lock
from compiler.source import load_file
from passes.support.names.callers import callers
from passes.support.names.distinct import name_key
from passes.support.names.groups import path_key, split
from passes.support.names.mode import suggested
from passes.support.names.paths import place

PAGE = ROOT / "docs" / "names.md"
SHARED = ROOT.parent / "shared"
PUBLISHED = {"openai": "openai-python", "stripe": "stripe-python", "github-api": "github-octokit"}
"""Lists of published names, by the document they belong to."""


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted of a document in path mode; ``met`` methods wished for a name that another wished for, too."""

    name: str
    auto: str
    operations: int
    groups: int
    met: int
    left: int
    """Methods that share a name in the end."""


def count(document: Document) -> Count:
    """Name the methods of a document by its paths."""
    options = InputOptions(document=str(document.path), extension_prefix=document.prefix)
    diagnostics = Diagnostics()
    loaded = load_file(document.path, str(document.path), options.limits, diagnostics)
    assert loaded is not None
    made = compile_document(
        loaded, str(document.path.parent), options, DebugOptions(stop_after="rename"), diagnostics, Lock(),
        io.StringIO(), names="path",
    )  # fmt: skip
    assert made is not None
    operations = made.sdk.operations.values()
    vocabulary = made.context.vocabulary
    groups = {path_key(split(group), vocabulary) for item in operations for group in item.groups or ()}
    final = Counter((group, item.name.text) for item in operations if item.name for group in item.groups or ())
    wished = Counter(
        (path_key(item.group, vocabulary), name_key(item.name, vocabulary))
        for item in (place(caller, vocabulary) for caller in callers(made.sdk, vocabulary).values())
    )
    return Count(
        document.name,
        suggested(made.sdk.operations.values(), vocabulary),
        len(operations),
        len(groups),
        sum(times for times in wished.values() if times > 1),
        sum(times for times in final.values() if times > 1),
    )


def judge_names(document: Document, facts: Path) -> str:
    """Return what the judge says of a printed Python SDK."""
    judge = SHARED / "judges" / "names_beside.py"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "compiler", "build", str(document.path), *document.flags]
        subprocess.run([*command, "-t", "python", "-q", "-o", folder], cwd=ROOT, check=True)
        command = [sys.executable, str(judge), str(facts), f"{folder}/python"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def published(documents: Iterable[Document]) -> list[tuple[str, str, str]]:
    """Return how many of the published names of each document that has such a list are the printed ones."""
    rows = []
    for document in documents:
        facts = SHARED / "suites" / "names" / f"{PUBLISHED.get(document.name)}.tsv"
        if facts.is_file():
            rows.append((document.name, facts.stem, judge_names(document, facts).partition(" called")[0]))
    return rows


def tables(documents: Sequence[Document], found: Sequence[Count]) -> str:
    """Return the tables of the page."""
    lines = ["| Document | Published names | Called as there |", "| --- | --- | --- |"]
    lines += [f"| {name} | {facts} | {said} |" for name, facts, said in published(documents)]
    lines += ["", "| Document | `auto` | Methods | Groups | Equal at first | Equal in the end |"]
    lines += ["| --- | --- | --: | --: | --: | --: |"]
    for one in found:
        share = f"{one.met:,} ({100 * one.met / one.operations:.1f} %)" if one.met else "0"
        lines.append(f"| {one.name} | {one.auto} | {one.operations:,} | {one.groups:,} | {share} | {one.left} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables, or write them into the page; 1 where two methods share a name in the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents; without any, all")
    parser.add_argument("--write", action="store_true", help=f"write them into {PAGE.name}")
    options = parser.parse_args(arguments)
    documents = [
        one for one in DOCUMENTS if one.name != "github-webhooks" and one.name in (options.names or [one.name])
    ]
    found = [count(document) for document in documents]
    made = tables(documents, found)
    if options.write:
        before, start, rest = PAGE.read_text("utf-8").partition("<!-- figures -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        PAGE.write_text(f"{before}{start}\n{made}\n\n{end}{after}", "utf-8")
    else:
        sys.stdout.write(made + "\n")
    return int(any(one.left for one in found))


if __name__ == "__main__":
    sys.exit(main())
