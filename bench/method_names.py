"""How methods are called where nothing is configured: the tables of docs/names.md.

``python -m bench.method_names [NAME ...]`` counts, for the documents of ../shared/specs and of frameworks,
names that repeat their group, end in a number, say an HTTP method or are long, and prints the ten worst of a document
that is named. ``--write`` puts the tables into docs/names.md, with how many names are those of published SDKs
(``../shared/suites/names``), and those that people of a framework expect (``expected.tsv``).
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from backends import load_backend
from bench.documents import DOCUMENTS, ROOT
from bench.page import table, write_part
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document
from compiler.driver.options import DebugOptions, InputOptions
from compiler.ir.nodes import Sdk
from compiler.lock.lock import Lock
from compiler.source import load_file
from passes.support.names.verbs import singular

PAGE = ROOT / "docs" / "names.md"
SHARED = ROOT.parent / "shared"
FRAMEWORKS = SHARED / "suites" / "frameworks"
PUBLISHED = {"openai": "openai-python", "stripe": "stripe-python", "github-api": "github-octokit"}
"""Lists of published names, by the document they belong to."""
LONG = 40
WORST = 10
_METHOD = re.compile(r"_(get|put|post|patch|delete|head)$|^(get|put|post|patch|delete|head)_(api|rest|v\d+)(_|$)")
_NUMBER = re.compile(r"(?<![v\d])\d+$")
_HASH = re.compile(r"(?=[a-z]*\d)[0-9a-f]{12,}")


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the Python client."""

    http: str
    path: str
    operation_id: str | None
    group: tuple[str, ...]
    name: str

    @property
    def call(self) -> str:
        """The group and the name."""
        return ".".join((*self.group, self.name))

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the name."""
        said = {singular(word) for word in self.name.strip("_").split("_")}
        last = {singular(word) for word in self.group[-1].split("_")} if self.group else set()
        if last and last < said:
            yield "repeats its group"
        if _NUMBER.search(self.name):
            yield "numbered"
        if _METHOD.search(self.name):
            yield "says the HTTP method"
        if len(self.name) > LONG:
            yield "long"
        if _HASH.search(self.name):
            yield "hash"


FAULTS = ("repeats its group", "numbered", "says the HTTP method", "long", "hash")


class _NamedError(Exception):
    """Ends a compilation when methods have their names."""


def methods(path: Path) -> list[Method]:
    """Return the methods of a document without configuration.

    Raises:
        SystemExit: the document cannot be read.
    """
    found: list[Sdk] = []

    def observe(label: str, sdk: Sdk) -> None:
        if label == "rename":
            found.append(sdk)
            raise _NamedError

    options, diagnostics = InputOptions(document=str(path)), Diagnostics()
    document = load_file(path, str(path), options.limits, diagnostics)
    if document is None:
        raise SystemExit(f"{path} cannot be read")
    with suppress(_NamedError):
        compile_document(
            document, str(path.parent), options, DebugOptions(observe=observe), diagnostics, Lock(), io.StringIO()
        )
    profile = load_backend("python").profile
    return [
        Method(
            item.method,
            item.path,
            item.operation_id,
            tuple(profile.identifier("group", part) for part in next(iter(item.groups or ()), "").split(".") if part),
            profile.identifier("method", item.name.text),
        )
        for item in found[0].operations.values()
        if item.variant is None and item.name is not None
    ]


def documents() -> dict[str, Path]:
    """Return the documents that are counted."""
    specs = {item.name: item.path for item in DOCUMENTS if item.name != "github-webhooks"}
    return specs | {path.stem: path for path in sorted((FRAMEWORKS / "real").glob("*"))}


def is_namespaced(found: Sequence[Method]) -> bool:
    """Whether the ids have an author's ``/``, and are named as they are."""
    return 2 * sum("/" in (item.operation_id or "") for item in found) > len(found)


def expected() -> tuple[int, int]:
    """Return how many methods of the small documents are called as expected, and of how many."""
    rows = [line.split("\t") for line in (FRAMEWORKS / "expected.tsv").read_text("utf-8").splitlines()[1:] if line]
    calls = {
        (name, f"{item.http} {item.path}"): item.call
        for name in dict.fromkeys(row[0] for row in rows)
        for item in methods(FRAMEWORKS / f"{name}.json")
    }
    return sum(calls.get((name, at)) in names.split("|") for name, at, names in rows), len(rows)


def published(name: str, path: Path) -> str:
    """Return what the judge of published names says of a printed Python SDK."""
    judge, facts = SHARED / "judges" / "names_beside.py", SHARED / "suites" / "names" / f"{PUBLISHED[name]}.tsv"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "compiler", "build", str(path), "-t", "python", "-q", "-o", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        command = [sys.executable, str(judge), str(facts), f"{folder}/python"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip().partition(" called")[0]


def rows(found: dict[str, list[Method]]) -> Iterator[list[object]]:
    """Yield the rows of the table; ids with an author's ``/`` are not in its sum."""
    counted = [item for items in found.values() if not is_namespaced(items) for item in items]
    for name, items in {**found, "all but those with `/`": counted}.items():
        mark = " (ids with `/`)" if is_namespaced(items) else ""
        yield [f"{name}{mark}", len(items), *_cells(items)]


def _cells(found: Sequence[Method]) -> Iterator[str]:
    for fault in FAULTS:
        count = sum(fault in item.faults() for item in found)
        yield f"{count:,} ({100 * count / max(len(found), 1):.2g} %)" if count else "0"


def worst(found: Iterable[Method]) -> list[str]:
    """Return the worst names, those with most faults and letters first."""
    listed = sorted(found, key=lambda item: (-sum(1 for _ in item.faults()), -len(item.name)))
    return [f"`{item.call}` ({', '.join(item.faults()) or f'{len(item.name)} letters'})" for item in listed[:WORST]]


def main(arguments: list[str] | None = None) -> int:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents; without any, all")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.name}")
    options = parser.parse_args(arguments)
    found = {name: methods(path) for name, path in documents().items() if name in (options.names or [name])}
    lines = table(["Document", "Methods:", *(f"{fault}:" for fault in FAULTS)], rows(found))
    if not options.names:
        count, of = expected()
        lines = [
            f"Of the small documents in the form of frameworks, {count} of {of} methods are called as expected; of "
            f"published SDKs, {'; '.join(f'{name} {published(name, documents()[name])}' for name in PUBLISHED)}.",
            "",
            *lines,
            "",
            "The ten worst of each:",
            "",
            *(f"- {name}: {', '.join(worst(items))}" for name, items in found.items() if items),
        ]
    else:
        lines += [f"{name}: {', '.join(worst(items))}" for name, items in found.items()]
    text = "\n".join(lines)
    if options.write:
        write_part(PAGE, text)
    else:
        sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
