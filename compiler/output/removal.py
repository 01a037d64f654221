"""`codegen clean`: removes the files that the manifests list, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from compiler.base.frozen import frozen
from compiler.diagnostics import Diagnostics
from compiler.output.atomic import Staging, WriteError
from compiler.output.journal import commit
from compiler.output.manifest import MANIFEST_NAME, digest, read_manifest
from compiler.output.problems import Problem, report
from compiler.output.write import problem_of


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
