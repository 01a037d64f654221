"""Ends a build: what it printed is compared with the disk and written, or only looked at; and what there is to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from backends import load_backend
from compiler.base.frozen import frozen
from compiler.base.memory import NONE, Memory
from compiler.driver.build_files import depfile, input_files, stamp, write_build_files
from compiler.driver.inputs import config_relative_path
from compiler.driver.options import Exit
from compiler.driver.outcome import Outcome, outcome_of, report_stale
from compiler.output import (
    MANIFEST_NAME,
    Changes,
    Index,
    Output,
    Staging,
    check_output,
    journal_path,
    write_output,
)

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.diagnostics import Diagnostics
    from compiler.driver.options import BuildOptions
    from compiler.driver.outcome import Summary
    from compiler.source import Json

CONFIG_CODES = ("CG02", "CG12", "CG14", "CG1608", "CG1704", "CG1705", "CG1707", "CG18", "CG19")
"""Areas of the catalogue whose errors are mistakes of the command line, gen.yaml or the output folder."""


@frozen
class Told:
    """What a build says besides diagnostics: to people, on standard output, and in JSON."""

    summary: str = ""
    printed: str = ""
    record: Mapping[str, Json] = field(default_factory=lambda: {"output": None})


@frozen
class Done:
    """How a build ended; ``files`` only if they were written, and ``again`` is what a build says that changes none.

    ``read`` are files besides documents, ``journal`` is one that a killed build leaves; ``outcome`` is known if it
    wrote the output, or looked at it.
    """

    code: int
    told: Told = field(default_factory=Told)
    files: Sequence[str] = ()
    again: Told = field(default_factory=Told)
    lock: Path | None = None
    read: Sequence[str] = ()
    journal: str = ""
    outcome: Outcome | None = None


@frozen
class Facts:
    """What the end of a build is told of it, besides the printed files.

    ``lock`` is codegen.lock, if there is one, and ``text`` its new content, None if it stays as it is; ``inputs`` are
    all files that were read.
    """

    targets: Sequence[str]
    summary: Summary
    lock: Path | None = None
    text: str | None = None
    inputs: Sequence[str] = ()
    surfaces: Mapping[str, str] = field(default_factory=dict)
    """Texts of `--surface` by their paths."""


def settle_output(
    options: BuildOptions, output: Output, changes: Iterable[Changes], facts: Facts, diagnostics: Diagnostics
) -> Done:
    """Write the changes to the output folder, or only look at them.

    Args:
        options: those of the command.
        output: where to.
        changes: the comparison of each target with the disk, made during the iteration.
        facts: what else is known of the build.
        diagnostics: receives the problems that prevent the output.
    """
    path = facts.lock
    others = {path: facts.text} if path is not None and facts.text is not None else {}
    if options.looks:
        found = check_output(changes, diagnostics)
        outcome = outcome_of(output.folder, found, path, others, dry=True, diff=options.diff)
        return _looked(options, outcome, diagnostics)
    result = write_output(output, changes, diagnostics, others)
    if result is None:
        return Done(failure(diagnostics))
    outcome = outcome_of(output.folder, result.changes, path, others)
    inputs = input_files(facts.inputs, others)  # codegen.lock, though it is new, is what the next build reads
    texts = {name: (text, False) for name, text in facts.surfaces.items()}
    texts |= _build_files(options, outcome, facts.targets, inputs)
    code = Exit.OK if write_build_files(texts, diagnostics) else Exit.USAGE
    told, again = (
        Told(facts.summary.closing_lines(one), record={"output": one.as_json()})
        for one in (outcome, outcome.repeated())
    )
    files = [*result.changes.files, *texts] if code == Exit.OK else []
    return Done(code, told, files, again, path, journal=str(journal_path(output.folder)), outcome=outcome)


def _looked(options: BuildOptions, outcome: Outcome, diagnostics: Diagnostics) -> Done:
    """Say what a build would do: `--check`, `--dry-run` and `--list-outputs`."""
    code = failure(diagnostics)
    if options.listing:
        return Done(code, list_names("outputs", outcome.files) if code == Exit.OK else Told())
    if options.check and outcome.changed:
        report_stale(outcome, diagnostics)
    shown = outcome.diff() if options.diff else outcome.list_changes() if options.dry_run else ""
    counted = "" if options.check and outcome.changed else outcome.counted()
    told = Told(counted, shown, {"output": outcome.as_json(diff=options.diff)})
    code = code or (Exit.STALE if options.check and outcome.changed else Exit.OK)
    return Done(code, told, outcome=outcome)


def _build_files(
    options: BuildOptions, outcome: Outcome, targets: Sequence[str], inputs: Sequence[str]
) -> dict[str, tuple[str, bool]]:
    """Return the texts of the depfile and the stamp, where they are asked for, and which of them become newer."""
    texts: dict[str, tuple[str, bool]] = {}
    if options.depfile is not None:
        manifests = [(outcome.folder / target / MANIFEST_NAME).as_posix() for target in targets]
        texts[options.depfile] = depfile([options.stamp] if options.stamp else manifests, inputs), False
    if options.stamp is not None:  # the last: it is newer than all that the build wrote
        texts[options.stamp] = stamp(outcome.folder, targets), outcome.changed > 0
    return texts


def inputs_of(config: Config, lock: Path | None, diagnostics: Diagnostics) -> list[str]:
    """Return the files that a build reads: documents, what gen.yaml names, and codegen.lock."""
    return input_files(diagnostics.documents, [*config.files, lock if lock is not None and lock.exists() else None])


def list_names(what: str, names: Sequence[str]) -> Told:
    """Return what `--list-inputs` and `--list-outputs` print."""
    return Told(printed="".join(f"{name}\n" for name in names), record={what: [*names]})


def failure(diagnostics: Diagnostics) -> int:
    """Return the exit code for errors: of the document, or of the command line and configuration."""
    errors = diagnostics.errors
    if not errors:
        return Exit.OK
    return Exit.USAGE if all(item.code.startswith(CONFIG_CODES) for item in errors) else Exit.ERRORS


def output_of(
    options: BuildOptions, config: Config, targets: Sequence[str], names: str, memory: Memory = NONE
) -> Output:
    """Return the output of a build: its folder, the files that users own, and room for new files unless it only looks.

    `names` is the source of method names.
    """
    owned = [f"{target}/{name}" for target in targets for name in load_backend(target).owned]
    folder = output_folder(config, options.out)
    keep = [*config.generation.texts("keep"), *owned]
    index = memory.recall("output", (str(folder),), Index) if memory.keeps else None
    return Output(folder, keep, None if options.looks else Staging(folder), names, options.force, options.diff, index)


def output_folder(config: Config, out: str | None) -> Path:
    """Return the output folder: the option's, else gen.yaml's (relative to that file), else ``sdk``."""
    return Path(out) if out else Path(config_relative_path(config, config.generation.text("output") or "sdk"))
