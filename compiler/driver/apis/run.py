"""`codegen build`, `lint` and `clean` for the APIs of gen.yaml: all compiled side by side, all written by this process.

What an API is compiled to arrives as data, from a process of this machine, from a worker or from the cache. It is
compared with the output folder and written here, through the same staging and journal as by any build.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from backends.keys import TARGET_KEYS
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.plain_data import keep, restore
from compiler.driver.apis.built_api import Built
from compiler.driver.apis.choose import Chosen, choose, options_of
from compiler.driver.apis.pool import Lost, Made, Task, run_here
from compiler.driver.apis.report import Ended, Result, code_of, report
from compiler.driver.build import build as build_one
from compiler.driver.build import files_of, is_plain
from compiler.driver.build_files import check_places, depfile, input_files, stamp_of_files, write_build_files
from compiler.driver.build_record import fresh, path_of, remember
from compiler.driver.build_turn import own_turn
from compiler.driver.ending import Done, Facts, Told, failure, output_folder, output_of, settle_output
from compiler.driver.inputs import choose_targets, config_relative_path
from compiler.driver.options import BuildOptions, Exit
from compiler.driver.outcome import count
from compiler.driver.progress import Progress
from compiler.lock.file import lock_path
from compiler.output import MANIFEST_NAME, clean_output
from compiler.source import Loc

if TYPE_CHECKING:
    from compiler.driver.options import CleanOptions

_Files: TypeAlias = Mapping[str, Any]
"""The files that a build read and wrote, and those that it would have read if they existed."""


def build(options: BuildOptions, stdout: TextIO, stderr: TextIO, seen: set[str] | None = None) -> int | None:
    """Build the chosen APIs; returns the exit code, or None if gen.yaml has no `apis`.

    `seen` receives the files that the result depends on, those that do not exist included.
    """
    return _run(options, "build", stdout, stderr, seen)


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int | None:
    """Lint the chosen APIs; returns the exit code, or None if gen.yaml has no `apis`."""
    return _run(options, "lint", stdout, stderr, None)


def _run(options: BuildOptions, command: str, stdout: TextIO, stderr: TextIO, seen: set[str] | None) -> int | None:
    shared = Diagnostics(strict=options.input.strict)
    chosen = choose(options.input, shared, options.targets)
    if chosen is None:
        return None
    if seen is not None:
        seen.add(chosen.config.file or "")
    if shared.has_errors:
        report([], shared, options.input, stdout, stderr)
        return Exit.USAGE
    if not options.debug.only_checks:
        return _one_by_one(options, chosen, stdout, stderr, seen)
    with Progress(stderr, enabled=not options.input.quiet) as progress:
        work = Work(options, command, chosen, shared, progress, None if options.input.quiet else stderr)
        ended = work.run()
        code = code_of([one.done.code for one in ended] + [failure(shared)])
        if code == Exit.OK and not work.write_build_files():
            code = Exit.USAGE
    report(ended, shared, options.input, stdout, stderr, whole=options.verbose or command == "lint")
    work.remember_all()
    if seen is not None:
        seen.update(work.seen)
    return code


def _one_by_one(options: BuildOptions, chosen: Chosen, stdout: TextIO, stderr: TextIO, seen: set[str] | None) -> int:
    """Build in this process, so that what the compiler does can be shown."""
    codes = []
    for name in chosen.names:
        stderr.write(f"{name}:\n")
        codes.append(build_one(options_of(options, chosen.config, name), stdout, stderr, seen=seen))
    return code_of(codes)


@dataclass(slots=True)
class Work:
    """One command over all its APIs."""

    options: BuildOptions
    command: str
    chosen: Chosen
    shared: Diagnostics
    progress: Progress
    told: TextIO | None
    started: int = field(default_factory=time.time_ns)
    ended: dict[str, Ended] = field(default_factory=dict)
    repeated: dict[str, tuple[Ended, _Files]] = field(default_factory=dict)
    """What the next build says of an API if nothing changes, and the files that this depends on."""
    seen: set[str] = field(default_factory=set)
    """All files that the result depends on."""
    _sinks: dict[str, Diagnostics] = field(default_factory=dict)

    def run(self) -> list[Ended]:
        """Return what became of each API, in the order of gen.yaml."""
        with ExitStack() as turns:
            tasks = [task for name in self.chosen.names if (task := self._task(name, turns)) is not None]
            for made in self._compiled(tasks):
                self.ended[made.task.name] = self._end(made)
                self._step()
        return [self.ended[name] for name in self.chosen.names if name in self.ended]

    def _compiled(self, tasks: Sequence[Task]) -> Iterator[Made]:
        self._step()
        jobs, options = self.options.jobs or cores(), self.options
        if (options.scheduler is None and options.cache is None) or options.listing or self.command == "lint":
            for task, made in run_here(tasks, jobs, options.time_limit, still=self.progress.still):
                yield Made(task, made)
            return
        elsewhere = import_module("fleet.elsewhere").Elsewhere  # beside the compiler, which does not know it
        yield from elsewhere(options, self.chosen, self.shared, jobs, self.progress.still).run(tasks)

    def _step(self) -> None:
        self.progress.step(f"{len(self.ended)} of {count(len(self.chosen.names), 'API')}")

    # ------------------------------------------------------------------ before

    def _task(self, name: str, turns: ExitStack) -> Task | None:
        """Return what is to be compiled for an API; None if that is known already, or another build is writing it."""
        config = self.chosen.of(name)
        options = options_of(self.options, self.chosen.config, name)
        known = self._known(name, options)
        if known is not None:
            self.ended[name] = known
            return None
        diagnostics = self._sinks[name] = self._sink(name)
        if self.command == "build":
            folder, lock = output_folder(config, options.out), lock_path(config)
            turn = own_turn(folder, lock, options.wait, diagnostics, self.told, looks=options.looks)
            if not turns.enter_context(turn):
                self.ended[name] = Ended(name, "not built", Done(Exit.USAGE), diagnostics, "not built")
                return None
        try:
            size = os.stat(config_relative_path(config, config.generation.texts("source")[0])).st_size  # noqa: PTH116
        except (OSError, ValueError):
            size = 0
        return Task(name, options, self.command, size)

    def _sink(self, name: str) -> Diagnostics:
        """Return a sink for an API, in which places of gen.yaml are known."""
        diagnostics = Diagnostics(self.chosen.of(name).diagnostics, strict=self.options.input.strict)
        for document in self.shared.documents.values():
            diagnostics.add_document(document)
        return diagnostics

    # ------------------------------------------------------------------ after

    def _end(self, ending: Made) -> Ended:
        task, made = ending.task, ending.result
        name, diagnostics = task.name, self._sinks[task.name]
        at = Loc(self.chosen.config.file or "").at("apis", name)
        if ending.distrusted:
            diagnostics.report("CG1606", at, name=name, reason=ending.distrusted, at_key=True)
        if isinstance(made, Lost):
            diagnostics.report(made.code, at, name=name, reason=made.reason, at_key=True)
            return Ended(name, "not built", Done(Exit.ERRORS), diagnostics, "not built")
        restore(made.kept, diagnostics)
        self.seen |= {*made.read, *made.sought}
        said = made.said.splitlines()
        if self.command == "lint":
            line = _counts(diagnostics) or "nothing to say"
            return Ended(name, "failed" if made.code else "looked at", Done(made.code), diagnostics, line, said)
        if made.code != Exit.OK:
            return Ended(name, "failed", Done(made.code), diagnostics, _counts(diagnostics) or "failed", said)
        if made.summary is None:  # all that was asked for is a list
            return Ended(name, "looked at", Done(Exit.OK, Told(printed=made.printed)), diagnostics, "listed")
        return self._write_api(task, made, diagnostics, "cached" if ending.cached else "built")

    def _write_api(self, task: Task, made: Built, diagnostics: Diagnostics, written: Result) -> Ended:
        """Write what an API was compiled to, or compare it with the disk."""
        config, options, summary = self.chosen.of(task.name), task.options, made.summary
        assert summary is not None
        targets = choose_targets(config, options.targets, None, Diagnostics())
        output = output_of(options, config, targets, made.names)
        changes = (output.compare(target) for target in made.outputs)
        done = settle_output(
            options, output, changes, Facts(targets, summary, lock_path(config), made.lock), diagnostics
        )
        if done.outcome is None or done.code not in (Exit.OK, Exit.STALE):
            return Ended(task.name, "failed", done, diagnostics, _counts(diagnostics) or "failed")
        if options.looks:
            result: Result = "stale" if done.code == Exit.STALE else "looked at"
            return Ended(task.name, result, done, diagnostics, done.outcome.counted(), summary.left_out)
        ended = Ended(task.name, written, done, diagnostics, summary.counts(done.outcome), summary.left_out)
        self._remember(ended, made, task.options)
        return ended

    # ------------------------------------------------------------------ files for build tools

    def write_build_files(self) -> bool:
        """Write the depfile and the stamp of the whole command; False after a reported error."""
        options = self.options
        if options.depfile is None and options.stamp is None:
            return True
        configs = {name: self.chosen.of(name) for name in self.chosen.names}
        folders = {
            name: output_folder(config, options_of(options, self.chosen.config, name).out)
            for name, config in configs.items()
        }
        targets = {
            name: choose_targets(config, options.targets, None, Diagnostics()) for name, config in configs.items()
        }
        read = [file for _, files in self.repeated.values() for file in files["read"]]
        locks = [path for config in configs.values() if (path := lock_path(config)) is not None and path.exists()]
        inputs = input_files({*read, *self.seen}, [self.chosen.config.file, *locks])
        inputs = [name for name in inputs if os.path.lexists(name)]
        places = [folder / target for name, folder in folders.items() for target in targets[name]]
        check_places(options, inputs, places, self.shared)
        if self.shared.has_errors:
            return False
        manifests = [place / MANIFEST_NAME for place in places]
        texts: dict[str, tuple[str, bool]] = {}
        if options.depfile is not None:
            made = [options.stamp] if options.stamp else [path.as_posix() for path in manifests]
            texts[options.depfile] = depfile(made, inputs), False
        if options.stamp is not None:
            changed = any(one.done.outcome is not None and one.done.outcome.changed for one in self.ended.values())
            texts[options.stamp] = stamp_of_files(manifests), changed
        return write_build_files(texts, self.shared)

    # ------------------------------------------------------------------ records

    def _known(self, name: str, options: BuildOptions) -> Ended | None:
        """Return how an API ends of which nothing has changed since it was built."""
        record = fresh(self._record(options))
        if record is None:
            return None
        diagnostics = self._sink(name)
        try:
            told = json.loads(record["stdout"])
            restore(told["kept"], diagnostics)
            done = Done(Exit.OK, Told(record=dict(told["record"])))
            ended = Ended(name, "unchanged", done, diagnostics, str(told["line"]), told["more"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        self.repeated[name] = ended, record
        self.seen |= {*record["read"], *record["absent"]}
        return ended

    def _record(self, options: BuildOptions) -> str | None:
        if self.command != "build" or options.looks:
            return None
        given = replace(options.input, format="text", quiet=False, color=False)
        plain = replace(options, input=given, wait=0, time_limit=None, jobs=None, cache=None, scheduler=None)
        return path_of(["api", repr(asdict(plain))])

    def _remember(self, ended: Ended, made: Built, options: BuildOptions) -> None:
        outcome, summary = ended.done.outcome, made.summary
        if outcome is None or summary is None or not is_plain(options, made.read, ended.diagnostics):
            return
        done = replace(ended.done, told=ended.done.again, outcome=None)
        again = replace(ended, result="unchanged", done=done, line=summary.counts(outcome.repeated()))
        files = files_of(ended.done, made.read)
        self.repeated[ended.name] = again, files
        path = self._record(options)
        if path is not None:
            told = {"line": again.line, "more": list(again.more), "record": done.told.record}
            told["kept"] = keep(ended.diagnostics)
            remember(path, self.started, **files, stdout=json.dumps(told), stderr="")

    def remember_all(self) -> None:
        """Leave the record of the whole command, if each API has one."""
        record = self.options.record
        if record is None or self.repeated.keys() != self.ended.keys() or self.options.looks:
            return
        ended = [self.repeated[name][0] for name in self.chosen.names]
        out, said = StringIO(), StringIO()
        report(ended, self.shared, self.options.input, out, said)
        read: dict[str, tuple[int, int] | None] = {}
        for _, files in self.repeated.values():
            read |= {name: (one[0], one[1]) if one else None for name, one in files["read"].items()}
        own = [name for name in (self.options.depfile, self.options.stamp) if name is not None]
        written = {name for _, files in self.repeated.values() for name in files["written"]} | {*own}
        absent = {name for _, files in self.repeated.values() for name in files["absent"]}
        remember(
            record,
            self.started,
            read=read,
            written=written,
            absent=absent,
            stdout=out.getvalue(),
            stderr=said.getvalue(),
        )


def _counts(diagnostics: Diagnostics) -> str:
    """Return how many errors, warnings and infos there are."""
    found = [item.severity for item in diagnostics.items]
    return ", ".join(count(found.count(each), each) for each in ("error", "warning", "info") if each in found)


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
        report([], shared, options.input, stdout, stderr)
        return Exit.USAGE
    ended = [_cleaned(options, chosen, name, None if options.input.quiet else stderr) for name in chosen.names]
    report(ended, shared, options.input, stdout, stderr)
    return code_of([one.done.code for one in ended])


def _cleaned(options: CleanOptions, chosen: Chosen, name: str, told: TextIO | None) -> Ended:
    config = chosen.of(name)
    diagnostics = Diagnostics(config.diagnostics, strict=options.input.strict)
    out = options.out and Path(options.out) / name
    folder, removed = Path(out) if out else output_folder(config, None), 0
    with own_turn(folder, lock_path(config), options.wait, diagnostics, told, looks=True) as ready:
        if ready:
            removed = clean_output(folder, options.targets or tuple(TARGET_KEYS), diagnostics).removed
    code = Exit.USAGE if diagnostics.has_errors else Exit.OK
    return Ended(name, "failed" if code else "cleaned", Done(code), diagnostics, f"removed {count(removed, 'file')}")
