"""Bringing the disk in line with what was printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from compiler.base.diagnostics import Diagnostics
from compiler.base.output.atomic import WriteError
from compiler.base.output.journal import commit
from compiler.base.output.plan import Changes, Output
from compiler.base.output.problems import Problem, report

EMPTY: Mapping[Path, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class WriteResult:
    """How many files were written, were the same already, and were removed since nothing makes them any more."""

    written: int
    unchanged: int
    removed: int
    files: Sequence[str] = field(default=(), compare=False, repr=False)
    """All files of the output and its manifests, changed or not."""


def write_output(
    output: Output, targets: Iterable[Changes], diagnostics: Diagnostics, others: Mapping[Path, str] = EMPTY
) -> WriteResult | None:
    """Write what changed and remove what is stale; None, with nothing changed, after a reported error.

    Args:
        output: where to; it has a `staging`.
        targets: what became of the comparison of each target, made while it is gone through.
        diagnostics: takes what stands in the way.
        others: texts of files elsewhere that appear with the output (codegen.lock).
    """
    assert output.staging is not None
    try:
        changes = _all(targets, diagnostics)
        if not diagnostics.must_stop:
            for path, text in others.items():
                output.staging.add(path, text.encode(), _held(path))
            commit(output.staging, changes.remove)
            return WriteResult(len(changes.write), changes.unchanged, len(changes.remove), changes.files)
    except WriteError as error:
        report([problem_of(error)], diagnostics)
        if error.pending:
            return None
    except BaseException:
        output.staging.discard()
        raise
    output.staging.discard()
    return None


def _held(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def problem_of(error: WriteError) -> Problem:
    """Return what is told of an error: is the output as it was, or half done?"""
    return Problem("CG1213" if error.pending else "CG1205", error.path, error.reason)


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
