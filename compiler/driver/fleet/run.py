"""`codegen build`, `lint` and `clean` for the APIs of gen.yaml: all compiled side by side, all written by this process.

What an API is compiled to arrives as data, from a process of this machine, from a worker or from the cache. It is
compared with the output folder and written here, through the same staging and journal as by any build.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from io import StringIO
from typing import TYPE_CHECKING, TextIO, TypeAlias

from backends.keys import TARGET_KEYS
from compiler.base.diagnostics import Diagnostics
from compiler.base.diagnostics.kept import keep, restore
from compiler.base.output import WriteResult, clean_output
from compiler.base.source import Loc
from compiler.driver.build import build as build_one
from compiler.driver.build import files_of, is_plain
from compiler.driver.build_record import fresh, path_of, remember
from compiler.driver.ending import Done, count_of, failure, output_folder, output_of, settle
from compiler.driver.fleet.built import Built
from compiler.driver.fleet.choose import Chosen, choose, options_of
from compiler.driver.fleet.outcome import Outcome, Result, code_of, last_line, report
from compiler.driver.fleet.pool import Lost, Task, run_here
from compiler.driver.inputs import beside_config, choose_targets
from compiler.driver.options import BuildOptions, DebugOptions, Exit
from compiler.driver.progress import Progress
from compiler.driver.turns import own_turn
from compiler.lock.file import lock_path

if TYPE_CHECKING:
    from compiler.driver.options import CleanOptions

_WORDS: Mapping[Result, str] = {
    "built": "built",
    "cached": "from the cache",
    "unchanged": "unchanged",
    "checked": "checked",
    "stale": "stale",
    "failed": "with errors",
    "not built": "not built",
}


def build(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int | None:
    """Build the chosen APIs; returns the exit code, or None if gen.yaml has no `apis`."""
    return _run(options, "build", stdout, stderr)


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int | None:
    """Lint the chosen APIs; returns the exit code, or None if gen.yaml has no `apis`."""
    return _run(options, "lint", stdout, stderr)


def _run(options: BuildOptions, command: str, stdout: TextIO, stderr: TextIO) -> int | None:
    shared = Diagnostics(strict=options.input.strict)
    chosen = choose(options.input, shared, options.targets)
    if chosen is None:
        return None
    if shared.has_errors:
        report([], shared, replace(options.input, quiet=True), "", stdout, stderr)
        return Exit.USAGE
    if _looks_inside(options.debug):
        return _one_by_one(options, chosen, stdout, stderr)
    with Progress(stderr, enabled=not options.input.quiet) as progress:
        work = _Work(options, command, chosen, shared, progress, None if options.input.quiet else stderr)
        outcomes = work.run()
    report(outcomes, shared, options.input, last_line(outcomes, _WORDS), stdout, stderr)
    work.remember_all()
    return code_of([one.done.code for one in outcomes] + [failure(shared)])


def _looks_inside(debug: DebugOptions) -> bool:
    """Whether something of the compilation itself is shown, which needs one process."""
    plain = DebugOptions(verify=debug.verify, verify_output=debug.verify_output)
    return debug != plain


def _one_by_one(options: BuildOptions, chosen: Chosen, stdout: TextIO, stderr: TextIO) -> int:
    codes = []
    for name in chosen.names:
        stderr.write(f"{name}:\n")
        codes.append(build_one(options_of(options, chosen.config, name), stdout, stderr))
    return code_of(codes)


_Files: TypeAlias = Mapping[str, Iterable[str]]
"""The files that a build read and wrote, and those that it would have read if they existed."""


@dataclass(slots=True)
class _Work:
    """One command over all its APIs."""

    options: BuildOptions
    command: str
    chosen: Chosen
    shared: Diagnostics
    progress: Progress
    told: TextIO | None
    started: int = field(default_factory=time.time_ns)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    repeated: dict[str, tuple[Outcome, _Files]] = field(default_factory=dict)
    """What the next build says of an API if nothing changes, and the files that this depends on."""

    def run(self) -> list[Outcome]:
        """Return what became of each API, in the order of gen.yaml."""
        with ExitStack() as turns:
            tasks = [task for name in self.chosen.names if (task := self._task(name, turns)) is not None]
            for task, made in self._compiled(tasks):
                self.outcomes[task.name] = self._outcome(task, made)
                self._step()
        return [self.outcomes[name] for name in self.chosen.names]

    def _compiled(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Built | Lost]]:
        self._step()
        yield from run_here(tasks, cores(), self.options.time_limit, still=self.progress.still)

    def _step(self) -> None:
        self.progress.step(f"{len(self.outcomes)} of {count_of(len(self.chosen.names), 'API')}")

    # ------------------------------------------------------------------ before

    def _task(self, name: str, turns: ExitStack) -> Task | None:
        """Return what is to be compiled for an API; None if that is known already, or another build is writing it."""
        config = self.chosen.of(name)
        options = options_of(self.options, self.chosen.config, name)
        known = self._known(name, options)
        if known is not None:
            self.outcomes[name] = known
            return None
        if self.command == "build":
            diagnostics = self._diagnostics(name)
            folder, lock = output_folder(config, options.out), lock_path(config)
            turn = own_turn(folder, lock, options.wait, diagnostics, self.told, looks=options.check)
            if not turns.enter_context(turn):
                self.outcomes[name] = Outcome(name, "not built", Done(Exit.USAGE), diagnostics, "not built")
                return None
            if diagnostics.items:  # it finished, or undid, a build that was killed
                self.outcomes[name] = Outcome(name, "built", Done(Exit.OK), diagnostics, "")
        source = config.generation.texts("source")[0]
        try:
            size = os.stat(beside_config(config, source)).st_size  # noqa: PTH116
        except (OSError, ValueError):
            size = 0
        return Task(name, options, self.command, size)

    def _diagnostics(self, name: str) -> Diagnostics:
        """Return a sink for an API, in which places of gen.yaml are known."""
        diagnostics = Diagnostics(self.chosen.of(name).diagnostics, strict=self.options.input.strict)
        for document in self.shared.documents.values():
            diagnostics.add_document(document)
        return diagnostics

    # ------------------------------------------------------------------ after

    def _outcome(self, task: Task, made: Built | Lost) -> Outcome:
        before = self.outcomes.pop(task.name, None)
        diagnostics = before.diagnostics if before is not None else self._diagnostics(task.name)
        if isinstance(made, Lost):
            at = Loc(self.chosen.config.file or "").at("apis", task.name)
            diagnostics.report(made.code, at, name=task.name, reason=made.reason, at_key=True)
            return Outcome(task.name, "not built", Done(Exit.ERRORS), diagnostics, "not built")
        restore(made.kept, diagnostics)
        if self.command == "lint":
            return self._linted(task, made, diagnostics)
        if made.code != Exit.OK or made.summary is None:
            return Outcome(
                task.name, "failed", Done(made.code), diagnostics, _errors(diagnostics), made.said.splitlines()
            )
        return self._written(task, made, diagnostics)

    def _linted(self, task: Task, made: Built, diagnostics: Diagnostics) -> Outcome:
        paged = sum(item.code == "CG0918" for item in diagnostics.items)
        line = _errors(diagnostics) if diagnostics.items else "nothing to say"
        more = [*made.said.splitlines(), *([f"{count_of(paged, 'operation')} look paged"] if paged else [])]
        result: Result = "checked" if made.code == Exit.OK else "failed"
        return Outcome(task.name, result, Done(made.code), diagnostics, line, more)

    def _written(self, task: Task, made: Built, diagnostics: Diagnostics) -> Outcome:
        """Write what an API was compiled to, or compare it with the disk."""
        config, options = self.chosen.of(task.name), task.options
        assert made.summary is not None
        targets = choose_targets(config, options.targets, None, Diagnostics())
        output = output_of(options, config, targets, made.names)
        path = lock_path(config)
        lock = (path, made.lock) if path is not None and made.lock is not None else None
        changes = (output.compare(target) for target in made.outputs)
        done = settle(options, output, changes, lock, made.summary, diagnostics)
        done = replace(done, lock=path)
        if done.result is None:
            if done.code in (Exit.OK, Exit.STALE):
                first, *more = done.summary.splitlines()
                result: Result = "stale" if done.stale else "checked"
                return Outcome(task.name, result, done, diagnostics, first, [*made.summary.left_out, *more])
            return Outcome(task.name, "failed", done, diagnostics, _errors(diagnostics))
        line = made.summary.counts(done.result)
        outcome = Outcome(task.name, "built", done, diagnostics, line, made.summary.left_out)
        self._remember(outcome, made, task.options)
        return outcome

    # ------------------------------------------------------------------ records

    def _known(self, name: str, options: BuildOptions) -> Outcome | None:
        """Return the outcome of an API of which nothing has changed since it was built."""
        record = fresh(self._record(options))
        if record is None:
            return None
        diagnostics = self._diagnostics(name)
        try:
            told = json.loads(record["stdout"])
            restore(told["kept"], diagnostics)
            done = Done(Exit.OK, result=WriteResult(0, int(told["files"]), 0))
            outcome = Outcome(name, "unchanged", done, diagnostics, str(told["line"]), told["more"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        self.repeated[name] = outcome, record
        return outcome

    def _record(self, options: BuildOptions) -> str | None:
        if self.command != "build" or options.check:
            return None
        given = replace(options.input, format="text", quiet=False, color=False)
        return path_of(["api", repr(asdict(replace(options, input=given, wait=0, time_limit=None)))])

    def _remember(self, outcome: Outcome, made: Built, options: BuildOptions) -> None:
        result, summary = outcome.done.result, made.summary
        if result is None or summary is None or not is_plain(options, made.read, outcome.diagnostics):
            return
        same = WriteResult(0, result.written + result.unchanged, 0)
        repeated = replace(
            outcome, result="unchanged", done=replace(outcome.done, result=same), line=summary.counts(same)
        )
        files = files_of(outcome.done, {*made.read, self.chosen.config.file or ""})
        self.repeated[outcome.name] = repeated, files
        path = self._record(options)
        if path is not None:
            told = {"line": repeated.line, "files": same.unchanged, "more": list(outcome.more)}
            told["kept"] = keep(outcome.diagnostics)
            remember(path, self.started, **files, stdout=json.dumps(told), stderr="")

    def remember_all(self) -> None:
        """Leave the record of the whole command, if there is one of each API."""
        record = self.options.record
        if record is None or self.repeated.keys() != self.outcomes.keys():
            return
        outcomes = [self.repeated[name][0] for name in self.chosen.names]
        out, said = StringIO(), StringIO()
        report(outcomes, self.shared, self.options.input, last_line(outcomes, _WORDS), out, said)
        files = {
            part: {name for _, each in self.repeated.values() for name in each[part]}
            for part in ("read", "written", "absent")
        }
        remember(record, self.started, **files, stdout=out.getvalue(), stderr=said.getvalue())


def _errors(diagnostics: Diagnostics) -> str:
    """Return how many errors and warnings there are."""
    found = [item.severity for item in diagnostics.items]
    counts = [count_of(found.count(each), each) for each in ("error", "warning", "info") if each in found]
    return ", ".join(counts) or "failed"


def cores() -> int:
    """Return how many processes run at once: one for each core that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def clean(options: CleanOptions, stdout: TextIO, stderr: TextIO) -> int | None:
    """Remove the generated files of the chosen APIs; returns the exit code, or None if gen.yaml has no `apis`."""
    shared = Diagnostics(strict=options.input.strict)
    chosen = choose(options.input, shared, options.targets)
    if chosen is None:
        return None
    if shared.has_errors:
        report([], shared, replace(options.input, quiet=True), "", stdout, stderr)
        return Exit.USAGE
    outcomes = [_cleaned(options, chosen, name, None if options.input.quiet else stderr) for name in chosen.names]
    report(
        outcomes, shared, options.input, last_line(outcomes, {"cleaned": "cleaned", "failed": "failed"}), stdout, stderr
    )
    return code_of([one.done.code for one in outcomes])


def _cleaned(options: CleanOptions, chosen: Chosen, name: str, told: TextIO | None) -> Outcome:
    config = chosen.of(name)
    diagnostics = Diagnostics(config.diagnostics, strict=options.input.strict)
    out = options_of(BuildOptions(options.input, out=options.out), chosen.config, name).out
    folder, removed = output_folder(config, out), 0
    with own_turn(folder, lock_path(config), options.wait, diagnostics, told, looks=True) as ready:
        if ready:
            removed = clean_output(folder, options.targets or tuple(TARGET_KEYS), diagnostics).removed
    code = Exit.USAGE if diagnostics.has_errors else Exit.OK
    result: Result = "failed" if code else "cleaned"
    return Outcome(name, result, Done(code), diagnostics, f"removed {count_of(removed, 'file')}")
