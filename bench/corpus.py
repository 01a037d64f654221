"""Real documents through the compiler: ``make corpus``.

Each document of the list is compiled to Python and reference pages in a process of its own; then every printed file
must parse and the package must import. ``--write FILE`` writes the table of what came out.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Cost, run

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT.parent / "shared" / "specs"
OUT = ROOT / "build" / "corpus"
SPEAKEASY = ("--extension-prefix", "x-speakeasy-")


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the corpus and the flags it is built with. ``big`` ones take more than a few seconds."""

    name: str
    file: str
    flags: tuple[str, ...] = ()
    big: bool = False


DOCUMENTS = (
    Document("museum", "museum.yaml"),
    Document("figma", "figma.yaml"),
    Document("resend", "resend.yaml"),
    Document("dub", "dub.yaml", SPEAKEASY),
    Document("moov", "moov.yaml", SPEAKEASY),
    Document("bluesky", "bluesky.yaml", SPEAKEASY),
    Document("openai", "openai.yaml", big=True),
    Document("stripe", "stripe.yaml", big=True),
    Document("github-api", "github-api.json", big=True),
    Document("digitalocean", "digitalocean/DigitalOcean-public.v2.yaml", big=True),
    Document("mistral-public", "mistral-public.yaml", (*SPEAKEASY, "-k"), big=True),
)

IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
models = importlib.import_module(sys.argv[1] + ".models")
for name in models.__all__:
    getattr(models, name)
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a document."""

    document: Document
    cost: Cost
    operations: int = 0
    methods: int = 0
    files: int = 0
    left_out: Mapping[str, int] | None = None
    faults: tuple[str, ...] = ()
    """What is wrong with the printed code; empty where all parses and imports."""


def build(document: Document, folder: Path = OUT) -> Result:
    """Compile a document and look at what was printed."""
    out = folder / document.name
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "compiler", "build", str(SPECS / document.file), "-t", "python", "-t", "reference"]
    cost = run([*command, *document.flags, "-q", "--format", "json", "-o", str(out)], cwd=ROOT)
    if cost.code:
        return Result(document, cost, faults=(f"exit code {cost.code}: {cost.errors[-600:]}",))
    manifest = json.loads((out / "python" / ".codegen-manifest.json").read_text("utf-8"))
    return Result(
        document,
        cost,
        operations=len({at.partition("#")[0] for at in manifest["operations"]}),
        methods=_methods(out / "reference"),
        files=sum(len(files) for _, _, files in os.walk(out)),
        left_out=collections.Counter(code for codes in manifest["leftOut"].values() for code in set(codes)),
        faults=(*_unparsable(out / "python"), *_unimportable(out / "python")),
    )


def _methods(reference: Path) -> int:
    pages = (path.read_text("utf-8") for path in (reference / "groups").glob("*.md"))
    return sum(line.startswith("## ") for page in pages for line in page.splitlines())


def _unparsable(folder: Path) -> list[str]:
    faults = []
    for path in sorted(folder.rglob("*.py")):
        try:
            ast.parse(path.read_text("utf-8"))
        except SyntaxError as error:
            faults.append(f"{path.relative_to(folder)}: {error}")
    return faults


def _unimportable(folder: Path) -> list[str]:
    package = next(path.parent.name for path in folder.glob("*/__init__.py"))
    cost = run([sys.executable, "-c", IMPORT_ALL, package], env={**os.environ, "PYTHONPATH": str(folder)})
    return [f"import {package}: {cost.errors[-600:]}"] if cost.code else []


def render(results: Sequence[Result]) -> str:
    """Return the table as the page docs/corpus.md."""
    lines = [
        "# Real documents",
        "",
        "Printed by `make corpus`: each document compiled to Python and reference pages by one process on one machine.",
        "Every printed file parses and every module of the package imports. An operation that holds an error is left",
        "out only with `-k`; the last column counts what was left out by the code of its error. Methods outnumber",
        "operations where a second media type or a stream has a method of its own, or a method stands in two groups.",
        "",
        "| Document | Flags | Operations | Methods | Files | CPU s | Peak MB | Left out |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [_row(result) for result in results]
    return "\n".join(lines) + "\n"


def _row(result: Result) -> str:
    left_out = ", ".join(f"{code}: {count}" for code, count in sorted((result.left_out or {}).items()))
    cells = (
        result.document.name,
        f"`{' '.join(result.document.flags)}`" if result.document.flags else "",
        f"{result.operations:,}",
        f"{result.methods:,}",
        f"{result.files:,}",
        f"{result.cost.cpu:.1f}",
        f"{result.cost.megabytes:.0f}",
        "; ".join(result.faults).replace("\n", " ") or left_out or "nothing",
    )
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def main() -> int:
    """Build the corpus; 1 where a document failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents to build; all without one")
    parser.add_argument("--write", type=Path, help="write the table to this file")
    arguments = parser.parse_args()
    if not SPECS.is_dir():
        print("../shared/specs is not here: nothing to compile")
        return 0
    results = []
    for document in DOCUMENTS:
        if not arguments.names or document.name in arguments.names:
            results.append(build(document))
            print(_row(results[-1]), flush=True)
    if arguments.write:
        arguments.write.write_text(render(results), "utf-8")
    return 1 if any(result.faults for result in results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
