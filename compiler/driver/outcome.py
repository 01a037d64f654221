"""What a build says in the end about files: to people, and to programs as JSON."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from backends import load_backend
from compiler.base.frozen import frozen
from compiler.output import MANIFEST_NAME, Changes
from compiler.source import Json, Loc

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.driver.compilation import Compilation
    from compiler.ir.nodes import Sdk
    from compiler.plan.plan import Plan

_SHOWN = 20
"""How many stale files a diagnostic names; JSON and `--dry-run` list all."""


@frozen
class Outcome:
    """What a build did to the disk, or would do if it is `dry`.

    `left` are files that are no longer generated and stay, since they were edited (CG1204).
    """

    folder: Path
    written: Sequence[Path] = ()
    removed: Sequence[Path] = ()
    left: Sequence[Path] = ()
    printed: int = 0
    """How many of the files written are no manifests, copies of edits or codegen.lock."""
    unchanged: int = 0
    dry: bool = False
    files: Sequence[str] = ()
    """All files of the output and its manifests, changed or not, and codegen.lock."""
    differences: Mapping[Path, str] = field(default_factory=dict)

    @property
    def stale(self) -> Sequence[Path]:
        """The files on disk that are not, or would not be, what the document makes."""
        return sorted({*self.left, *(self.written if self.dry else ()), *(self.removed if self.dry else ())})

    @property
    def changed(self) -> int:
        """The number of files that were, or would be, written or removed."""
        return len(self.written) + len(self.removed)

    def repeated(self) -> Outcome:
        """Return what the same build says when nothing has changed."""
        return replace(self, written=(), removed=(), printed=0, unchanged=self.unchanged + self.printed)

    def as_json(self, *, diff: bool = False) -> dict[str, Json]:
        """Return the `output` of ``--format json``."""
        names: dict[str, Json] = {
            "folder": self.folder.as_posix(),
            "dry": self.dry,
            "written": [path.as_posix() for path in self.written],
            "removed": [path.as_posix() for path in self.removed],
            "stale": [path.as_posix() for path in self.stale],
            "unchanged": self.unchanged,
        }
        return names | ({"diff": self.diff()} if diff else {})

    def diff(self) -> str:
        """Return all changes as one unified diff."""
        return "".join(self.differences[path] for path in sorted(self.differences))

    def list_changes(self) -> str:
        """Return a line for each change that would be made."""
        rows = [(path, "change" if path.exists() else "create") for path in self.written]
        rows += [(path, "remove") for path in self.removed]
        return "".join(f"{what}  {path.as_posix()}\n" for path, what in sorted(rows))

    def counted(self) -> str:
        """Return how many files would change."""
        return f"{count(self.changed, 'file')} would change" if self.changed else "the output is up to date"


def outcome_of(
    folder: Path,
    changes: Changes,
    lock: Path | None,
    others: Mapping[Path, str],
    *,
    dry: bool = False,
    diff: bool = False,
) -> Outcome:
    """Return the outcome of changes to an output folder.

    Args:
        folder: the output folder.
        changes: what was found to change below it.
        lock: codegen.lock, if there is one.
        others: new texts of files elsewhere (codegen.lock).
        dry: whether the changes are not made.
        diff: whether differences are wanted.
    """
    differences = dict(changes.differences)
    if diff:
        from compiler.output.difference import difference

        for path, text in others.items():
            differences[path] = difference(path, path.read_bytes() if path.exists() else None, text.encode())
    files = [name.replace(os.sep, "/") for name in changes.files] + ([lock.as_posix()] if lock is not None else [])
    return Outcome(
        folder,
        written=sorted([*changes.written_files, *others]),
        removed=sorted(changes.remove),
        left=sorted(problem.path for problem in changes.problems if problem.code == "CG1204"),
        printed=len(changes.write),
        unchanged=changes.unchanged,
        dry=dry,
        files=sorted(files),
        differences=differences,
    )


def report_stale(outcome: Outcome, diagnostics: Diagnostics) -> None:
    """Report the files that `--check` found to be stale (CG1215)."""
    names = [path.as_posix() for path in sorted(outcome.stale, key=lambda path: path.name == MANIFEST_NAME)]
    notes = [*names[1:_SHOWN], *([f"and {len(names) - _SHOWN:,} more"] if len(names) > _SHOWN else [])]
    diagnostics.report("CG1215", Loc(names[0]), notes=notes, files=count(len(names), "file"))


@frozen
class Summary:
    """The last lines of a build, but for the numbers of files: what was left out, and what to do next."""

    operations: int
    names: str
    """The source of method names."""
    steps: Sequence[str] = ()
    left_out: Sequence[str] = ()

    def counts(self, outcome: Outcome) -> str:
        """Return one line with the numbers: files written, unchanged and removed, and operations."""
        parts = [f"wrote {count(outcome.printed, 'file')}"]
        if outcome.unchanged:
            parts.append(f"{outcome.unchanged} unchanged")
        if outcome.removed:
            parts.append(f"{len(outcome.removed)} removed")
        named = "paths" if self.names == "path" else "operationIds"
        return ", ".join([*parts, count(self.operations, "operation"), f"names from {named}"])

    def closing_lines(self, outcome: Outcome) -> str:
        """Return the last lines of a build: what was left out, what was written, what to do next."""
        line = self.counts(outcome)
        if self.steps:
            line += "; next: " + "\n  ".join(self.steps)
        return "\n".join([*self.left_out, line])


def summary_of(folder: Path, plans: Mapping[str, Plan], made: Compilation, *, steps: bool = True) -> Summary:
    """Return what a build says at its end of targets below `folder`, with next `steps` for people who begin."""
    operations = len({at.partition("#")[0] for plan in plans.values() for at in plan.wire.operations})
    listed = (load_backend(target).next_step(plan, _quote_path(folder / target)) for target, plan in plans.items())
    dangling = [at for at in made.left_out if at.endswith("/$ref")]
    left_out = [f"left out {at}: {', '.join(codes)}" for at, codes in made.left_out.items() if not at.endswith("/$ref")]
    if dangling:
        told = f"{count(len(dangling), 'reference')} of schemas, in whose place any value stands"
        left_out.append(f"left out {told}: {', '.join(made.left_out[dangling[0]])}, first {dangling[0]}")
    for target, unprinted in made.unprinted.items():
        left_out += [f"left out {at} of {target}: {', '.join(codes)}" for at, codes in unprinted.items()]
    return Summary(operations, made.sdk.names, [step for step in listed if steps and step], left_out)


def refusal(errors: int, rest: Sdk | None, keeps_going: bool = False) -> str:
    """Return the last line of a refused build: what `--keep-going` would write, nothing if `rest` is None."""
    line = f"nothing written: {count(errors, 'error')}"
    if keeps_going:
        return line
    if rest is None:
        return f"{line}; `-k` would write nothing, either"
    operations, events = len({at.partition("#")[0] for at in rest.operations}), len(rest.events)
    if not operations and not events:
        return f"{line}; `-k` would write nothing: no operation, webhook or callback is without errors"
    received = f" and {count(events, 'webhook or callback', 'webhooks and callbacks')}" if events else ""
    return f"{line}; `-k` would write {count(operations, 'operation')}{received}"


def _quote_path(path: Path) -> str:
    """Quote a folder for a shell."""
    text = path.as_posix()
    return shlex.quote(text if path.is_absolute() or text.startswith("..") else f"./{text}")


def count(number: int, noun: str, several: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"


def suggestion_counts(paged: int, bodies: int) -> str:
    """Say what the document suggests: pages (CG0918), and bodies that are optional by omission (CG0829)."""
    said = [f"{count(paged, 'operation')} {'looks' if paged == 1 else 'look'} paged"] if paged else []
    if bodies:
        said.append(f"{count(bodies, 'body', 'bodies')} with required fields may be left out")
    return ", ".join(said)
