"""Updates the disk to the printed output, or removes what manifests list, and nothing else (`codegen clean`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from compiler.base.frozen import frozen
from compiler.base.spans import span
from compiler.diagnostics import Diagnostics
from compiler.output.atomic import Staging, WriteError
from compiler.output.changes import Changes, Output
from compiler.output.journal import commit
from compiler.output.manifest import MANIFEST_NAME, digest, read_manifest
from compiler.output.problems import Problem, report

EMPTY: Mapping[Path, str] = MappingProxyType({})


@frozen
class WriteResult:
    """How many files were written, were unchanged, and were removed since the build no longer makes them."""

    written: int
    unchanged: int
    removed: int
    changes: Changes = field(default_factory=Changes, compare=False, repr=False)


def write_output(
    output: Output, targets: Iterable[Changes], diagnostics: Diagnostics, others: Mapping[Path, str] = EMPTY
) -> WriteResult | None:
    """Write changed files and remove stale ones; None, with nothing changed, after a reported error.

    Args:
        output: where to; it has a `staging`.
        targets: the comparison of each target with the disk, made during the iteration.
        diagnostics: receives the problems that prevent the output.
        others: texts of files elsewhere that are written with the output (codegen.lock).
    """
    assert output.staging is not None
    try:
        changes = _all(targets, diagnostics)
        if not diagnostics.must_stop:
            for path, text in others.items():
                output.staging.add(path, text.encode(), _read_bytes(path))
            with span("write"):
                commit(output.staging, changes.remove)
            if output.index is not None:
                output.index.end()
            return WriteResult(len(changes.write), changes.unchanged, len(changes.remove), changes)
    except WriteError as error:
        report([problem_of(error)], diagnostics)
        if error.pending:
            return None
    except BaseException:
        output.staging.discard()
        raise
    output.staging.discard()
    return None


def _read_bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def problem_of(error: WriteError) -> Problem:
    """Return the problem to report for an error: the output is as it was, or half done."""
    return Problem("CG1213" if error.pending else "CG1205", error.path, error.reason)


def check_output(targets: Iterable[Changes], diagnostics: Diagnostics) -> Changes:
    """Return what `write_output` would do; without a `staging`, nothing is changed."""
    return _all(targets, diagnostics)


def _all(targets: Iterable[Changes], diagnostics: Diagnostics) -> Changes:
    changes = Changes()
    for found in targets:
        changes.add(found)
    report(changes.problems, diagnostics)
    return changes


# --------------------------------------------------------------------------- removal


@frozen
class CleanResult:
    """How many files were removed."""

    removed: int


def clean_output(folder: Path, targets: Iterable[str], diagnostics: Diagnostics) -> CleanResult:
    """Remove the generated files of `targets` below `folder`; edited ones stay, with a warning."""
    found: list[Path] = []
    problems: list[Problem] = []
    for target in targets:
        found += _find_manifest_files(folder, folder / target, target, problems)
    report(problems, diagnostics)
    try:
        commit(Staging(folder), found)
    except WriteError as error:
        report([problem_of(error)], diagnostics)
        return CleanResult(0)
    return CleanResult(sum(path.name != MANIFEST_NAME for path in found))


def _find_manifest_files(root: Path, folder: Path, target: str, problems: list[Problem]) -> list[Path]:
    if not (folder / MANIFEST_NAME).is_file() or not folder.resolve().is_relative_to(root.resolve()):
        return []
    found = [folder / MANIFEST_NAME]
    for name, listed in read_manifest(folder, target, problems).files.items():
        path = folder / name
        if path.is_symlink() or not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
            continue
        if digest(path.read_bytes()) == listed:
            found.append(path)
        else:
            problems.append(Problem("CG1204", path))
    return found
