"""Ends a build: its targets are compared with the output folder and written, or only counted; the last lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from backends import load_backend
from compiler.base.output import Changes, Output, Staging, WriteResult, check_output, journal_path, write_output
from compiler.driver.inputs import beside_config
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from compiler.base.config import Config
    from compiler.base.diagnostics import Diagnostics
    from compiler.driver.compilation import Compilation
    from compiler.driver.options import BuildOptions
    from compiler.ir.plan import Plan

_SHOWN = 20
"""How many stale files are listed."""
CONFIG_CODES = ("CG02", "CG12", "CG14")
"""Areas of the catalogue whose errors are mistakes of the command line, gen.yaml or the output folder."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a build ended; ``files`` only if they were written, with the summary of a build that changes none.

    ``read`` are files besides documents, ``journal`` is one that a killed build leaves. ``result`` has the numbers, and
    ``stale`` what `--check` found.
    """

    code: int
    summary: str = ""
    files: Sequence[str] = ()
    repeated: str = ""
    lock: Path | None = None
    read: Sequence[str] = ()
    journal: str = ""
    result: WriteResult | None = None
    stale: Sequence[Path] = ()


def settle(
    options: BuildOptions,
    output: Output,
    changes: Iterable[Changes],
    lock: tuple[Path, str] | None,
    summary: Summary,
    diagnostics: Diagnostics,
) -> Done:
    """Write the changes to the output folder, or only count them (`--check`).

    Args:
        options: those of the command.
        output: where to.
        changes: the comparison of each target with the disk, made during the iteration.
        lock: the path of codegen.lock and its new text; None if it stays as it is.
        summary: what the last line says besides numbers of files.
        diagnostics: receives the problems that prevent the output.
    """
    if options.check:
        stale = check_output(changes, diagnostics) + ([lock[0]] if lock is not None else [])
        return Done(failure(diagnostics) or (Exit.STALE if stale else Exit.OK), _stale(stale), stale=stale)
    # --locked leaves it as it is: what it would say besides names, as of a new title, is not to get lost in CI
    others = {} if lock is None or options.locked else dict([lock])
    result = write_output(output, changes, diagnostics, others)
    if result is None:
        return Done(failure(diagnostics))
    same = WriteResult(0, result.written + result.unchanged, 0)
    told, repeated = (summary.told(one) for one in (result, same))
    return Done(Exit.OK, told, result.files, repeated, journal=str(journal_path(output.folder)), result=result)


def failure(diagnostics: Diagnostics) -> int:
    """Return the exit code for errors: of the document, or of the command line and configuration."""
    errors = diagnostics.errors
    if not errors:
        return Exit.OK
    return Exit.USAGE if all(item.code.startswith(CONFIG_CODES) for item in errors) else Exit.ERRORS


def output_of(options: BuildOptions, config: Config, targets: Sequence[str], names: str) -> Output:
    """Return the output of a build: its folder, the files that users own, and room for new files unless it only looks.

    `names` is the source of method names.
    """
    owned = [f"{target}/{name}" for target in targets for name in load_backend(target).owned]
    folder = output_folder(config, options.out)
    keep = [*config.generation.texts("keep"), *owned]
    return Output(folder, keep, None if options.check else Staging(folder), names, options.force)


def output_folder(config: Config, out: str | None) -> Path:
    """Return the output folder: the option's, else gen.yaml's (relative to that file), else ``sdk``."""
    return Path(out) if out else Path(beside_config(config, config.generation.text("output") or "sdk"))


@dataclass(frozen=True, slots=True)
class Summary:
    """The last lines of a build, but for the numbers of files: what was left out, and what to do next."""

    operations: int
    names: str
    """The source of method names."""
    steps: Sequence[str] = ()
    left_out: Sequence[str] = ()

    def counts(self, result: WriteResult) -> str:
        """Return one line with the numbers: files written, unchanged and removed, and operations."""
        parts = [f"wrote {count_of(result.written, 'file')}"]
        if result.unchanged:
            parts.append(f"{result.unchanged} unchanged")
        if result.removed:
            parts.append(f"{result.removed} removed")
        named = "paths" if self.names == "path" else "operationIds"
        return ", ".join([*parts, count_of(self.operations, "operation"), f"names from {named}"])

    def told(self, result: WriteResult) -> str:
        """Return the last lines of a build: what was left out, what was written, what to do next."""
        line = self.counts(result)
        if self.steps:
            one, *more = self.steps
            line += "; next:" + ("".join(f"\n  {step}" for step in self.steps) if more else f" {one}")
        return "\n".join([*self.left_out, line])


def summary_of(folder: Path, plans: dict[str, Plan], made: Compilation) -> Summary:
    """Return what a build says at its end of targets below `folder`."""
    operations = len({at.partition("#")[0] for plan in plans.values() for at in plan.wire.operations})
    told = (load_backend(target).next_step(plan, _shown(folder / target)) for target, plan in plans.items())
    left_out = [f"left out {at}: {', '.join(codes)}" for at, codes in made.left_out.items()]
    for target, unprinted in made.unprinted.items():
        left_out += [f"left out {at} of {target}: {', '.join(codes)}" for at, codes in unprinted.items()]
    return Summary(operations, made.sdk.names, [step for step in told if step], left_out)


def _shown(path: Path) -> str:
    """Quote a folder for a shell."""
    text = path.as_posix()
    return shlex.quote(text if path.is_absolute() or text.startswith("..") else f"./{text}")


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural if it is not one."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _stale(stale: Sequence[Path]) -> str:
    if not stale:
        return "the output is up to date"
    shown = [f"  {path.as_posix()}" for path in stale[:_SHOWN]]
    more = [f"  and {len(stale) - _SHOWN:,} more"] if len(stale) > _SHOWN else []
    return "\n".join([f"{count_of(len(stale), 'file')} would change:", *shown, *more])
