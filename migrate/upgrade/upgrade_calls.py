"""`codegen upgrade-calls`: programs that use an SDK are rewritten for its next version."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends import load_backend
from compiler.commands.diff import DiffOptions
from compiler.commands.diff.compare import versions
from compiler.commands.diff.sides import surfaces
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.ending import failure
from compiler.driver.options import Exit
from compiler.driver.surface_files import SURFACE
from compiler.output.atomic import Staging, WriteError
from compiler.surface.surface import FormatError, Symbol, read_surface
from migrate.upgrade import report
from migrate.upgrade.pairing import has_identities, pair
from migrate.upgrade.programs import SUFFIXES, PathError, ToolError, check_writable, find
from migrate.upgrade.renames import Renames
from migrate.upgrade.report import Outcome
from migrate.upgrade.stored import StoredError, read_renames, renames_text

if TYPE_CHECKING:
    from migrate.upgrade import UpgradeOptions


def upgrade_calls(options: UpgradeOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Rewrite programs; returns the exit code: 1 with ``check`` if anything would change."""
    diagnostics = Diagnostics(strict=options.input.strict)
    with tempfile.TemporaryDirectory(prefix="codegen-upgrade-") as folder:
        told = _read_renames(options, Path(folder).resolve(), diagnostics)
    done = _done(options, told, diagnostics) if told and not diagnostics.has_errors else None
    if done is None or diagnostics.has_errors:
        form = options.input.format
        show(diagnostics, stdout, stderr, format=form, color=options.input.color, quiet=options.input.quiet)
        return failure(diagnostics)
    outcome, files = done
    changed = report.changes_of(outcome, files)
    _say(options, outcome, files, changed, stdout, stderr)
    if options.input.strict and outcome.left:
        return Exit.ERRORS
    return Exit.STALE if options.check and changed else Exit.OK


def _done(
    options: UpgradeOptions, told: Sequence[Renames], diagnostics: Diagnostics
) -> tuple[Outcome, dict[Path, bytes]] | None:
    """Rewrite the files of all targets and write them; None after a reported error."""
    if options.write_renames is not None:
        text = "".join(renames_text(renames) for renames in told[:1]).encode()
        if not _write({Path(options.write_renames): text}, diagnostics):
            return None
    files: dict[Path, bytes] = {}
    outcome = Outcome({}, (), {})
    for renames in told:
        try:
            if renames.target not in SUFFIXES:
                raise ToolError(f"there is no rewriting for them, but for {', '.join(SUFFIXES)}")
            found = find(options.paths, renames.target)
            made = Outcome({}, (), {})
            if found and renames.changed:
                made = replace(_rewritten(found, renames, options), targets=(renames.target,))
        except PathError as error:
            diagnostics.report("CG1902", None, name=error.path, problem=error.reason)
            return None
        except ToolError as error:
            diagnostics.report("CG1904", None, target=renames.target, problem=str(error))
            return None
        files |= found
        outcome = outcome.with_those(made, renames.told)
    changed = report.changes_of(outcome, files)
    if options.looks or options.diff or not changed:
        return outcome, files
    try:
        check_writable(list(changed))
    except PathError as error:
        diagnostics.report("CG1902", None, name=error.path, problem=error.reason)
        return None
    return (outcome, files) if _write(changed, diagnostics) else None


def _rewritten(files: Mapping[Path, bytes], renames: Renames, options: UpgradeOptions) -> Outcome:
    """Rewrite the files of a target. Raises `ToolError`."""
    match renames.target:
        case "python":
            from migrate.upgrade.python.program import rewrite_python

            return rewrite_python(files, renames, options.sdk, options.python)
        case "typescript":
            from migrate.upgrade.typescript.program import rewrite_typescript

            return rewrite_typescript(files, renames, options.sdk)
        case "go":
            from migrate.upgrade.go.program import rewrite_go

            return rewrite_go(files, renames, options.sdk)
        case _:
            raise ToolError("there is no rewriting for it")


def _write(changed: Mapping[Path, bytes], diagnostics: Diagnostics) -> bool:
    """Write all files or none, with the permissions that they have."""
    staging = Staging()
    try:
        for path, text in changed.items():
            place = path.resolve()
            staging.add(place, text)
            if place.exists():
                os.chmod(staging.ready[place].temporary, place.stat().st_mode & 0o7777)  # noqa: PTH101
        staging.move()
    except WriteError as error:
        diagnostics.report("CG1902", None, name=error.path, problem=error.reason)
        return False
    finally:
        staging.discard()
    return True


# --------------------------------------------------------------------------- what became of names


def _read_renames(options: UpgradeOptions, scratch: Path, diagnostics: Diagnostics) -> list[Renames]:
    """Return what became of names in each target; none after a reported error."""
    if options.renames is not None:
        try:
            return [read_renames(Path(options.renames).read_text("utf-8"))]
        except (OSError, UnicodeDecodeError, StoredError) as error:
            diagnostics.report("CG1903", None, name=options.renames, problem=str(error))
            return []
    names = [options.old or "", options.new or ""]
    if any(name.endswith(SURFACE) for name in names):
        sides = [_of_file(name, diagnostics) for name in names]
    else:
        sides = _of_documents(options, names, scratch, diagnostics)
    if diagnostics.has_errors or None in sides:
        return []
    old, new = (side or {} for side in sides)
    if set(old) != set(new):
        problem = f"they are surfaces of {', '.join(sorted({*old, *new}))}"
        diagnostics.report("CG1901", None, old=names[0], new=names[1], problem=problem)
        return []
    for name, side in zip(names, (old, new), strict=True):
        if any(not has_identities(symbols) for symbols in side.values()):
            problem = f"{name} does not say what its symbols were made from, as surfaces of format 1"
            diagnostics.report("CG1901", None, old=names[0], new=names[1], problem=problem)
            return []
    return [pair(target, old[target], new[target], load_backend(target).breaks) for target in old]


def _of_file(name: str, diagnostics: Diagnostics) -> dict[str, list[Symbol]] | None:
    try:
        target, symbols = read_surface(Path(name).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, FormatError) as error:
        diagnostics.report("CG1705", None, name=name, problem=str(error))
        return None
    return {target: symbols}


def _of_documents(
    options: UpgradeOptions, names: Sequence[str], scratch: Path, diagnostics: Diagnostics
) -> list[dict[str, list[Symbol]] | None]:
    if not options.targets:
        diagnostics.report("CG1901", None, old=names[0], new=names[1], problem="no target is named by `-t`")
        return [None, None]
    given = DiffOptions(
        names[0], names[1], replace(options.input, document=None), options.targets, options.keep_going, "never"
    )
    paths = versions(given, scratch, diagnostics)
    if paths is None:
        return [None, None]
    found = [surfaces(path, given, diagnostics) for path in paths]
    return [dict(side.symbols) if side is not None else None for side in found]


# --------------------------------------------------------------------------- reports


def _say(
    options: UpgradeOptions,
    outcome: Outcome,
    files: Mapping[Path, bytes],
    changed: Mapping[Path, bytes],
    stdout: TextIO,
    stderr: TextIO,
) -> None:
    would = options.looks or options.diff
    if options.input.format == "json":
        stdout.write(report.as_json(outcome, changed))
    elif options.input.format == "github":
        stdout.write(report.as_github(outcome))
    else:
        if options.diff:
            stdout.write(report.as_diff(files, changed))
        if options.paths:
            text = report.as_text(outcome, changed, would=would)
            stderr.write("".join(text.splitlines(keepends=True)[len(changed) :]) if options.input.quiet else text)
