"""Seconds from the save of a document to its output, in `codegen watch`, with all four targets.

``python -m bench.watched [DOCUMENT ...] [--edits N]``: a row for each kind of edit of :mod:`bench.edited`. An edit is
in the output when the last file that it changes is in its place.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.documents import ROOT, SPECS
from bench.edited import EDITS, edited

_TARGETS = [word for target in ("python", "typescript", "go", "reference") for word in ("-t", target)]
_MARKS = {"text": "Edited {}.", "schema": "added_{}", "operation": "added_{}"}
"""What stands in the output after an edit, in some case."""
_REST = 1.0
"""Seconds between edits: a file that has just been written is read again, whatever its time."""


class Watched:
    """A document, and the process that watches it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.document, self.out = folder / name, folder / "sdk"
        self.text = (SPECS / name).read_text("utf-8")
        self.document.write_text(self.text, "utf-8")
        command = [sys.executable, "-m", "compiler", "watch", str(self.document), *_TARGETS, "-k", "-o", str(self.out)]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        self._built()

    def _built(self) -> None:
        """Wait for the end of a build."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "; watching " in line:
                return
        raise RuntimeError("codegen watch has ended")

    def edit(self, number: int, kind: str) -> float:
        """Edit the document; returns the seconds until the edit is in the output."""
        time.sleep(_REST)
        self.text = edited(self.text, number, kind)
        self.document.write_text(self.text, "utf-8")
        saved = self.document.stat().st_mtime_ns
        self._built()
        changed = {path: path.stat().st_ctime_ns for path in self.out.rglob("*") if path.is_file()}
        changed = {path: at for path, at in changed.items() if at > saved}
        mark = _MARKS[kind].format(number).lower()
        if not any(mark in path.read_text("utf-8").lower() for path in changed):
            raise RuntimeError(f"{mark} is in none of {len(changed)} changed files")
        return (max(changed.values()) - saved) / 1e9

    def end(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()


def main() -> None:
    """Measure the documents."""
    parser = argparse.ArgumentParser(prog="python -m bench.watched", description=__doc__)
    parser.add_argument("documents", nargs="*", default=["museum.yaml", "openai.yaml"])
    parser.add_argument("--edits", type=int, default=5)
    options = parser.parse_args()
    os.environ["CODEGEN_CACHE"] = "off"
    print("| document | edit | s, median | least | most |\n| --- | --- | --- | --- | --- |")
    for name in options.documents:
        with tempfile.TemporaryDirectory() as place:
            watched = Watched(Path(place), name)
            try:
                for kind in EDITS:
                    found = [watched.edit(number, kind) for number in range(options.edits)]
                    cells = (statistics.median(found), min(found), max(found))
                    print(f"| {name} | {kind} | {' | '.join(f'{value:.2f}' for value in cells)} |", flush=True)
            finally:
                watched.end()


if __name__ == "__main__":
    main()
