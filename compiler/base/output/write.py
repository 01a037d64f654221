"""Bringing the disk in line with what was printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from compiler.base.diagnostics import Diagnostics
from compiler.base.output.atomic import WriteError
from compiler.base.output.plan import Changes, Output
from compiler.base.output.problems import Problem, report


@dataclass(frozen=True, slots=True)
class WriteResult:
    """How many files were written, were the same already, and were removed since nothing makes them any more."""

    written: int
    unchanged: int
    removed: int
    files: Sequence[str] = field(default=(), compare=False, repr=False)
    """All files of the output and its manifests, changed or not."""


def write_output(output: Output, targets: Iterable[Changes], diagnostics: Diagnostics) -> WriteResult | None:
    """Write what changed and remove what is stale; None, with nothing changed, after a reported error.

    Args:
        output: where to; it has a `staging`.
        targets: what became of the comparison of each target, made while it is gone through.
        diagnostics: takes what stands in the way.
    """
    assert output.staging is not None
    try:
        changes = _all(targets, diagnostics)
        if not diagnostics.must_stop:
            # the manifests go first: whatever happens then, every file of ours on disk is listed as ours
            output.staging.move({*changes.manifests}, lambda: remove_files(changes.remove, output.folder))
            return WriteResult(len(changes.write), changes.unchanged, len(changes.remove), changes.files)
    except WriteError as error:
        report([Problem("CG1205", error.path, error.reason)], diagnostics)
    except BaseException:
        output.staging.discard()
        raise
    output.staging.discard()
    return None


def check_output(targets: Iterable[Changes], diagnostics: Diagnostics) -> list[Path]:
    """Return the files that `write_output` would write or remove; nothing is changed where there is no `staging`."""
    changes = _all(targets, diagnostics)
    return sorted({*changes.write, *changes.remove, *changes.manifests})


def _all(targets: Iterable[Changes], diagnostics: Diagnostics) -> Changes:
    changes = Changes()
    for found in targets:
        changes.add(found)
    report(changes.problems, diagnostics)
    return changes


def remove_files(files: Iterable[Path], root: Path) -> None:
    """Remove files, and the folders below `root` that are empty then. Raises `WriteError`."""
    folders: set[Path] = set()
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise WriteError(path, error) from None
        folder = path.parent
        while folder not in folders and folder != root and folder.is_relative_to(root):
            folders.add(folder)
            folder = folder.parent
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):  # it is not empty
            folder.rmdir()
