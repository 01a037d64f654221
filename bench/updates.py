"""Counts how much of the printed packages one more operation changes: ``python -m bench.updates [--write]``.

A GET that returns a model of another group is added to specs/openai.yaml, and the output of two builds is compared as
`git diff --numstat` does (D10.7). ``--write`` puts the figures into docs/updates.md.
"""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.documents import ROOT, SPECS
from bench.page import table, write_part

DOCUMENT = SPECS / "openai.yaml"
PAGE = ROOT / "docs" / "updates.md"
TARGETS = ("python", "typescript", "go")
MOST = 80
"""So many lines of a package may one GET in a group that is there change."""
_GET = """\
  {path}:
    get:
      operationId: retrieveBatchFineTuningJob
      tags: [Batch]
      summary: Retrieves the fine-tuning job of a batch.
      parameters:
        - {parameter}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/FineTuningJob"
"""
ADDED = {
    "in a group that is there": ("/batches/search", "{in: query, name: after, schema: {type: string}}"),
    "in a group of its own": (
        "/batches/{batch_id}/fine_tuning_job", "{in: path, name: batch_id, required: true, schema: {type: string}}",
    ),
}  # fmt: skip
"""What is added: its path, and a parameter."""
_OUTSIDE = re.compile(r"(\.md|llms\.txt|_test\.go|\.codegen-manifest\.json)$|/(tests|testdata|examples)/")


@dataclass(frozen=True, slots=True)
class Change:
    """What changed of a file."""

    path: str
    added: int
    removed: tuple[str, ...]

    @property
    def lines(self) -> int:
        """Lines added and removed."""
        return self.added + len(self.removed)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    """Compare printed files by their lines."""
    for path in sorted({*before, *after}):
        old, new = before.get(path, ""), after.get(path, "")
        if old != new:
            found = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[2:]
            removed = tuple(line[1:] for line in found if line[0] == "-")
            yield Change(path, sum(line[0] == "+" for line in found), removed)


def built(folder: Path, document: str) -> dict[str, str]:
    """Build a document to all targets, beside the lock of the build before."""
    (folder / "openapi.yaml").write_text(document, "utf-8")
    sections = "".join(f"{target}: {{}}\n" for target in TARGETS)
    (folder / "gen.yaml").write_text(f"configVersion: 2.0.0\ngeneration: {{output: out}}\n{sections}", "utf-8")
    command = [sys.executable, "-m", "compiler", "build", str(folder / "openapi.yaml"), "-q", "-k"]
    subprocess.run([*command, "-c", str(folder / "gen.yaml")], cwd=ROOT, check=True, capture_output=True)
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    return {path.relative_to(folder / "out").as_posix(): path.read_text("utf-8") for path in files}


def measured(path: str, parameter: str, *, lock: bool) -> list[Change]:
    """Return what one GET more changes."""
    document = DOCUMENT.read_text("utf-8")
    added = _GET.replace("{path}", path).replace("{parameter}", parameter)
    with tempfile.TemporaryDirectory() as work:
        before = built(Path(work), document)
        if not lock:
            Path(work, "codegen.lock").unlink()
        after = built(Path(work), document.replace("\n  /batches:\n", f"\n{added}  /batches:\n", 1))
    return list(changes(before, after))


def rows() -> Iterator[tuple[str, str, list[int], int]]:
    """Yield for each addition the lines of each package that changed, and the lines of reference pages that went."""
    for title, (path, parameter) in ADDED.items():
        for lock in (True, False):
            found = measured(path, parameter, lock=lock)
            sums = [
                sum(
                    item.lines
                    for item in found
                    if item.path.startswith(f"{target}/") and not _OUTSIDE.search(item.path)
                )
                for target in TARGETS
            ]
            pages = [item for item in found if item.path.startswith("reference/") and not _OUTSIDE.search(item.path)]
            gone = sum(not line.startswith("|") for item in pages for line in item.removed)
            yield title, "yes" if lock else "no", sums, gone


def main() -> int:
    """Print the table; 1 where a GET in a group that is there changes more than it may."""
    parser = argparse.ArgumentParser(prog="python -m bench.updates", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/updates.md")
    write = parser.parse_args().write
    found = list(rows())
    columns = ("a GET more", "codegen.lock", "Python", "TypeScript", "Go", "lines that pages lost")
    text = "\n".join(table(columns, ((title, lock, *sums, gone) for title, lock, sums, gone in found)))
    print(text)
    if write:
        write_part(PAGE, text, "<!-- bench.updates -->\n")
    fewest = [sums for title, _, sums, _ in found if title == next(iter(ADDED))]
    return int(any(gone for *_, gone in found) or any(number > MOST for sums in fewest for number in sums))


if __name__ == "__main__":
    sys.exit(main())
