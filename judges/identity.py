"""Compares two checkouts of the compiler: the files that they print for the same documents must be byte-identical.

::

    python -m judges.identity --write before.json            # in the one checkout
    python -m judges.identity --against before.json          # in the other: exit 1 and a list where a file differs

The documents are those of ../shared/specs and of all suites, golden/sdk and examples; each is compiled to every target,
with the defaults, with every option of gen.yaml that changes the output, or both. The text on standard error counts as
a file, too. This proves that a refactoring of the printers changes no output; ``--without`` leaves out of both runs
the files that a change is meant to alter.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.documents import DOCUMENTS, FAST, ROOT, SPECS

SUITES = SPECS.parent / "suites"
_HEAD = re.compile(r"""^\s*[{]?\s*["']?(?:openapi|swagger)["']?\s*:""", re.MULTILINE)
CONFIGS = {
    "plain": "configVersion: 2.0.0\npython: {}\ntypescript: {}\ngo: {}\nreference: {}\n",
    "odd": "configVersion: 2.0.0\npython: {models: pydantic, maxMethodParams: 2, author: A. Author}\n"
    "typescript: {propertyCase: camel, dates: Date, int64: bigint, maxMethodParams: 3}\n"
    "go: {maxMethodParams: 0}\nreference: {}\n",
}
"""gen.yaml: the defaults, and all that changes what is printed."""

_PLACES = re.compile(r"(?:\.\./)*/?(?:[\w.-]+/)*(?=shared/|golden/|examples/|gen\.yaml|out/)| in \d+(?:\.\d+)? m?s\b")
"""What differs from one checkout to another in what is said: where things are, and how long it took."""

Digests = dict[str, str]


class Task(NamedTuple):
    """A document, the root that its references may not leave, the flags it takes, the name of its gen.yaml."""

    path: str
    root: str
    flags: tuple[str, ...]
    config: str
    without: bytes = rb"(?!)"
    """Text that does not count."""

    @property
    def name(self) -> str:
        """What the digests of the document begin with."""
        base = SPECS.parent if Path(self.path).is_relative_to(SPECS.parent) else ROOT
        return f"{Path(self.path).relative_to(base).as_posix()} [{self.config}]"


def tasks(fast: bool) -> Iterator[Task]:
    """Yield what is compiled; ``fast``: small documents, and one in twelve of the suites."""
    for document in DOCUMENTS:
        if document.path.exists() and (not fast or document.name in FAST):
            for config in CONFIGS:
                yield Task(str(document.path), str(document.path.parent), document.flags, config)
    for folder in (ROOT / "golden" / "sdk", ROOT / "examples" / "trains"):
        for path in _documents(folder):
            for config in CONFIGS:
                yield Task(str(path), str(path.parent), ("-k",), config)
    for at, path in enumerate(_documents(SUITES)):
        if not fast or at % 12 == 0:
            root = SUITES / path.relative_to(SUITES).parts[0]
            yield Task(str(path), str(root), ("-k",), "plain" if at % 2 else "odd")


def _documents(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".yaml", ".yml", ".json") or not path.is_file():
            continue
        if _HEAD.search(path.read_text("utf-8", errors="replace")[:4000]):
            yield path


def digests(task: Task) -> Digests:
    """Compile a document in this process and return the digest of each file, and of what was said."""
    from compiler.commands import main

    with tempfile.TemporaryDirectory() as work:
        config = Path(work, "gen.yaml")
        config.write_text(CONFIGS[task.config])
        out = Path(work, "out")
        said = io.StringIO()
        arguments = ["build", task.path, *task.flags, "-c", str(config), "-o", str(out), "--ref-root", task.root]
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            code = main(arguments)
        text = _PLACES.sub("", said.getvalue())
        found = {f"{task.name} exit": str(code), f"{task.name} said": _digest(text.encode())}
        for parent, _, names in os.walk(out):
            for name in names:
                path = Path(parent, name)
                at = path.relative_to(out).as_posix()
                if name != ".codegen-manifest.json":
                    found[f"{task.name} {at}"] = _digest(re.sub(task.without, b"", path.read_bytes()))
        return found


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def all_digests(fast: bool, only: str, without: str) -> Digests:
    """Return the digests of all documents, by two processes."""
    listed = [task._replace(without=without.encode()) for task in tasks(fast) if only in task.name]
    found: Digests = {}
    with multiprocessing.get_context("spawn").Pool(2, maxtasksperchild=40) as pool:
        for done, part in enumerate(pool.imap_unordered(digests, listed), 1):
            found |= part
            if done % 50 == 0:
                sys.stderr.write(f"{done} of {len(listed)} documents\n")
    return dict(sorted(found.items()))


def main() -> int:
    """Write digests, or compare with those that were written."""
    parser = argparse.ArgumentParser(prog="python -m judges.identity", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--write", metavar="FILE", help="write the digests of this checkout")
    parser.add_argument("--against", metavar="FILE", help="compare with digests of another checkout")
    parser.add_argument("--fast", action="store_true", help="small documents and a part of the suites alone")
    parser.add_argument("--only", default="", metavar="TEXT", help="documents whose path holds this text")
    parser.add_argument("--without", default="(?!)", metavar="PATTERN", help="text that does not count, in both runs")
    arguments = parser.parse_args()
    found = all_digests(arguments.fast, arguments.only, arguments.without)
    if arguments.write:
        Path(arguments.write).write_text(json.dumps(found, indent=0) + "\n")
    if not arguments.against:
        return 0
    other: Digests = json.loads(Path(arguments.against).read_text())
    names = {name.rpartition(" ")[0] for name in found}
    known = {at: digest for at, digest in other.items() if at.rpartition(" ")[0] in names}
    differing = sorted(at for at in {**found, **known} if found.get(at) != known.get(at))
    for at in differing:
        print("new" if at not in known else "gone" if at not in found else "differs", at)
    print(f"{len(found)} files of {len(names)} documents: {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
