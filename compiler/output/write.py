"""Bringing the disk in line with an `OutputPlan`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from compiler.diagnostics import Diagnostics
from compiler.output.atomic import WriteError, write_all
from compiler.output.plan import OutputPlan, compare
from compiler.source.location import Loc


@dataclass(frozen=True, slots=True)
class WriteResult:
    """How many files were written, were the same already, and were removed since nothing makes them any more."""

    written: int
    unchanged: int
    removed: int
    files: Sequence[str] = field(default=(), compare=False, repr=False)
    """All files of the output and its manifests, changed or not."""


def write_output(plan: OutputPlan, diagnostics: Diagnostics) -> WriteResult | None:
    """Write what changed and remove what is stale; None, with nothing changed, after a reported error."""
    changes = compare(plan, diagnostics)
    if diagnostics.must_stop:
        return None
    try:
        # the manifests go first: whatever happens then, every file of ours on disk is listed as ours
        files = chain(changes.manifests.items(), changes.write.items())
        write_all(files, lambda: remove_files(changes.remove, plan.folder))
    except WriteError as error:
        diagnostics.report("CG1205", Loc(str(error.path)), path=error.path, reason=error.reason)
        return None
    return WriteResult(len(changes.write), changes.unchanged, len(changes.remove), changes.files)


def check_output(plan: OutputPlan, diagnostics: Diagnostics) -> list[Path]:
    """Return the files that `write_output` would write or remove; nothing is changed."""
    changes = compare(plan, diagnostics)
    return sorted({*changes.write, *changes.remove, *changes.manifests})


def remove_files(files: Iterable[Path], root: Path) -> None:
    """Remove files, and the folders below `root` that are empty then. Raises `WriteError`."""
    folders: set[Path] = set()
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise WriteError(path, error) from None
        folders.update(parent for parent in path.parents if parent != root and parent.is_relative_to(root))
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):  # it is not empty
            folder.rmdir()
