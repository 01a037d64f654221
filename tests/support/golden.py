"""Goldens in files with names of our choice: syrupy compares and, with `--snapshot-update`, writes them.

A case of a pass or of a printer has two halves, with a line `// -----` between them: the input, a comment and IR that
people write, and below it the output.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from compiler.ir.read import load
from compiler.ir.text import dump
from tests.support.places import ROOT

GOLDEN = ROOT / "golden"


def without_comments(text: str) -> str:
    """Return the IR alone."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("//"))


def canonical(upper: str) -> str:
    """Write the IR of an upper half as the compiler writes it, below its comments.

    Raises:
        ReadError: the IR cannot be read; it tells the line.
    """
    comments = [line for line in upper.splitlines(keepends=True) if line.startswith("//")]
    blanked = "".join("\n" if line.startswith("//") else line for line in upper.splitlines(keepends=True))
    return "".join(comments) + dump(
        load(blanked)
    )  # blank lines in the place of comments: errors tell lines of the file


def golden_file(path: Path) -> type[SingleFileSnapshotExtension]:
    """Return a syrupy extension whose only snapshot is the text file `path`; no other file is ever touched."""

    class GoldenFile(SingleFileSnapshotExtension):
        _write_mode = WriteMode.TEXT
        file_extension = path.suffix[1:]

        @classmethod
        def dirname(cls, **_: Any) -> str:
            return str(path.parent)

        @classmethod
        def discovery_dirname(cls, **_: Any) -> str:
            return str(path.parent)

        @classmethod
        def get_snapshot_name(cls, **_: Any) -> str:
            return path.stem

        @classmethod
        def matches_test_location(cls, **_: Any) -> bool:
            return True

        def is_snapshot_location(self, *, location: str) -> bool:
            return Path(location) == path

    return GoldenFile
