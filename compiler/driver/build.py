"""`codegen build`, `lint` and `clean`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from backends import INSTALLED, load_backend
from backends.keys import TARGET_KEYS
from compiler.base.config import CONFIG_NAME
from compiler.base.diagnostics import Diagnostics
from compiler.base.diagnostics.show import show
from compiler.base.frozen import frozen
from compiler.base.memory import NONE, Memory
from compiler.base.output import (
    MANIFEST_NAME,
    Output,
    Staging,
    check_output,
    journal_path,
    write_output,
)
from compiler.base.source import Json, is_remote
from compiler.base.source.files import STDIN_NAME
from compiler.base.spans import span
from compiler.driver.build_files import check_places, depfile, input_files, stamp, write_build_files
from compiler.driver.build_record import remember
from compiler.driver.clock import report_skew
from compiler.driver.compilation import Compilation, compile_document, plan_target, read_all
from compiler.driver.inputs import beside_config, choose_targets, read_inputs, shown_targets
from compiler.driver.lock_checks import check_document, check_forgotten, report_renamed
from compiler.driver.options import BuildOptions, DebugOptions, Exit
from compiler.driver.outcome import Outcome, outcome_of, report_stale, summarize
from compiler.driver.printing import Printing, UnprintableError
from compiler.driver.progress import Progress
from compiler.driver.timing import timed
from compiler.driver.turns import own_turn
from compiler.lock.changes import changes_of
from compiler.lock.file import (
    carry_over,
    changed_lock,
    forget_nothing,
    lock_path,
    read_lock,
)

if TYPE_CHECKING:
    from compiler.base.config import Config
    from compiler.driver.inputs import Inputs
    from compiler.lock.lock import Lock

_TOLD_ONCE = ("CG12", "CG1404", "CG1406", "CG1407", "CG1409")
"""Reports of a build about its output, and about names that are new in its lock."""
SUGGEST = "`codegen init --suggest` writes down how"
"""The report if operations look paged."""
CONFIG_CODES = ("CG02", "CG12", "CG14")
"""Areas of the catalogue whose errors are mistakes of the command line, gen.yaml or the output folder."""


def build(
    options: BuildOptions, stdout: TextIO, stderr: TextIO, memory: Memory = NONE, seen: set[str] | None = None
) -> int:
    """Compile a document and write its targets; returns the exit code.

    ``memory`` has what is known from the build before, of the same document by the same options; ``seen`` receives the
    files that the result depends on, those that do not exist included.
    """
    with timed(options.debug, stderr, resident=memory.keeps):
        return _build_and_tell(options, stdout, stderr, memory, seen)


def _build_and_tell(
    options: BuildOptions, stdout: TextIO, stderr: TextIO, memory: Memory, seen: set[str] | None
) -> int:
    started = time.time_ns()
    diagnostics = Diagnostics(strict=options.input.strict)
    with Progress(stderr, enabled=not options.input.quiet) as progress:
        done = _build(options, diagnostics, progress, stdout, stderr, memory)
    if done.code in (Exit.OK, Exit.STALE):
        memory.turn()
    if seen is not None:
        seen.update(_depends_on(done, diagnostics))
    said = StringIO()
    with span("tell"):
        printed = _tell(options, diagnostics, done.told, said)
    stdout.write(printed)
    stderr.write(said.getvalue())
    if not options.input.quiet:
        stderr.write(_line(done.told.summary))
        said.write(_line(done.again.summary))
    if done.files and options.record is not None and _is_plain(options, diagnostics):
        again = _tell(options, diagnostics, done.again, StringIO()) if options.input.format == "json" else printed
        with span("remember"):
            remember(options.record, started, **_files(done, diagnostics), stdout=again, stderr=said.getvalue())
    return done.code


def _tell(options: BuildOptions, diagnostics: Diagnostics, told: _Told, stderr: TextIO) -> str:
    """Write diagnostics and return what goes to standard output."""
    out = StringIO()
    show(
        diagnostics, out, stderr, format=options.input.format, color=options.input.color, quiet=options.input.quiet,
        fold=True, more=told.record,
    )  # fmt: skip
    return out.getvalue() + (told.printed if options.input.format != "json" else "")


@frozen
class _Told:
    """What a build says besides diagnostics: to people, on standard output, and in JSON."""

    summary: str = ""
    printed: str = ""
    record: Mapping[str, Json] = field(default_factory=lambda: {"output": None})


@frozen
class _Done:
    """How a build ended; ``files`` only if they were written, and ``again`` is what a build says that changes none.

    ``read`` are files besides documents, ``journal`` is one that a killed build leaves.
    """

    code: int
    told: _Told = field(default_factory=_Told)
    files: Sequence[str] = ()
    again: _Told = field(default_factory=_Told)
    lock: Path | None = None
    read: Sequence[str] = ()
    journal: str = ""


def _line(text: str) -> str:
    return text and text + "\n"


def _is_plain(options: BuildOptions, diagnostics: Diagnostics) -> bool:
    """Whether everything that a build read is in files, and all its messages can be repeated."""
    local = not any(is_remote(name) or name == STDIN_NAME for name in diagnostics.documents)
    repeats = not any(map(diagnostics.has_any, _TOLD_ONCE))
    ours = not INSTALLED  # the output of other packages may change without a change in our files
    return local and repeats and ours and options.debug == DebugOptions() and not options.input.allow_remote


def _files(done: _Done, diagnostics: Diagnostics) -> dict[str, Any]:
    """Return the files that a build read and wrote, and those that it would have read if they existed."""
    documents = set(diagnostics.documents)
    read = {name: document.stamp for name, document in diagnostics.documents.items()} | dict.fromkeys(done.read)
    beside = {str(Path(name).parent / CONFIG_NAME) for name in documents} | {CONFIG_NAME, done.journal}
    lock = {str(done.lock)} if done.lock is not None else set()
    return {
        "read": {name: stamp for name, stamp in read.items() if name not in lock},
        "written": {*done.files} | lock,
        "absent": beside - {str(Path(name)) for name in read},
    }


def _depends_on(done: _Done, diagnostics: Diagnostics) -> set[str]:
    """Return the files that the result of a build depends on, whether it succeeded or not."""
    files = _files(done, diagnostics)
    lock = {str(done.lock)} if done.lock is not None else set()
    found = {*files["read"]} | lock | (files["absent"] - {done.journal}) | diagnostics.sought
    return {name for name in found if name != STDIN_NAME and not is_remote(name)}


def _build(
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress,
    stdout: TextIO,
    stderr: TextIO,
    memory: Memory,
) -> _Done:
    progress.step("reading")
    with span("read"):
        inputs = read_inputs(options.input, diagnostics, "build", targets=options.targets, memory=memory)
    if inputs.refused:
        return _Done(Exit.USAGE)
    if not options.forget:
        check_document(options.input.document, inputs.config, diagnostics)
    targets = choose_targets(inputs.config, options.targets, options.input.document, diagnostics)
    _check_licence(inputs.config, targets, diagnostics)
    path = lock_path(inputs.config)
    if inputs.document is None or diagnostics.has_errors:
        read_lock(path, options.input.limits, diagnostics)
        return _Done(failure(diagnostics))
    if options.listing == "inputs":
        prefix = options.input.extension_prefix or inputs.config.generation.text("extensionPrefix")
        read_all(inputs.document, inputs.folder, options.input, diagnostics, extension_prefix=prefix)
        return _Done(failure(diagnostics), _listed("inputs", _inputs(inputs.config, path, diagnostics)))
    folder = output_folder(inputs.config, options.out)
    told = None if options.input.quiet else stderr
    with own_turn(folder, path, options.wait, diagnostics, told, looks=options.looks) as ready:
        if not ready:
            return _Done(Exit.USAGE)
        return _compile(options, _Asked(inputs, targets, path, folder, memory), diagnostics, progress, stdout, stderr)


@frozen
class _Asked:
    """The document to compile, the targets, codegen.lock, the output folder, and what is known from before."""

    inputs: Inputs
    targets: Sequence[str]
    lock_path: Path | None
    folder: Path
    memory: Memory


def _compile(
    options: BuildOptions,
    asked: _Asked,
    diagnostics: Diagnostics,
    progress: Progress,
    stdout: TextIO,
    stderr: TextIO,
) -> _Done:
    inputs = asked.inputs
    assert inputs.document is not None
    # CI must see an unresolved conflict
    settle = not (options.check or options.locked)
    with span("codegen.lock"):
        lock = read_lock(asked.lock_path, options.input.limits, diagnostics, settle=settle)
    if diagnostics.has_errors:
        return _Done(failure(diagnostics))
    made = compile_document(
        inputs.document, inputs.folder, options.input, options.debug, diagnostics, lock, stdout,
        keep_going=options.keep_going, names=inputs.config.generation.text("names") or "auto",
        words=inputs.config.generation.texts("words"), docs_url=inputs.config.generation.text("docsUrl"),
        extension_prefix=inputs.config.generation.text("extensionPrefix"),
        memory=asked.memory,
    )  # fmt: skip
    if made is None or _stops(options, diagnostics):
        return _Done(failure(diagnostics))
    if options.debug.stop_after:
        return _Done(Exit.USAGE if _dumps_nothing(made, options.debug, stderr) else Exit.OK)
    for document in diagnostics.documents.values():
        document.drop_tree()
    order = _Order(options, asked, made, progress)
    while True:
        try:
            return _print(order, diagnostics, stderr)
        except UnprintableError as error:
            if not options.keep_going:
                error.add_note("`codegen build --keep-going` leaves out what cannot be printed")
                raise
            from compiler.driver.unprintable import leave_out_unprintable

            verify = options.debug.verify_output
            if not leave_out_unprintable(made, error, asked.inputs.config, verify=verify):
                raise


@frozen
class _Order:
    """What to print from a document, and where."""

    options: BuildOptions
    asked: _Asked
    made: Compilation
    progress: Progress


def _print(order: _Order, diagnostics: Diagnostics, stderr: TextIO) -> _Done:
    """Plan, print and write the targets. Raises `UnprintableError`; nothing is written then."""
    options, made, targets = order.options, order.made, order.asked.targets
    config, path, folder = order.asked.inputs.config, order.asked.lock_path, order.asked.folder
    lock = made.context.lock
    output = _output(options, order.asked, made.sdk.names)
    verify = options.debug.verify_output
    shown = shown_targets(config, targets) if any(TARGET_KEYS[target].always for target in targets) else targets
    printing = Printing(
        targets, made.left_out_of, output, order.progress,
        shown=shown, verify=verify, memory=order.asked.memory, jobs=options.jobs,
    )  # fmt: skip
    with closing(printing):
        units = len(made.sdk.operations) + len(made.sdk.types) if options.debug.only_measures else None
        plans = printing.plan(lambda target: plan_target(made, target, config), units)
        if not (options.forget or made.left_out or made.unprinted):
            check_forgotten(lock, path, diagnostics)
        carry_over(lock, TARGET_KEYS.keys() - {*targets, *shown})
        if made.left_out or made.unprinted:
            forget_nothing(lock)
        report_renamed(made.context)
        if _dumps_nothing(made, options.debug, stderr):
            return _Done(Exit.USAGE)
        report_skew(diagnostics.documents.values(), diagnostics)
        check_places(options, _inputs(config, path, diagnostics), [folder / target for target in targets], diagnostics)
        if _stops(options, diagnostics) or not _lock_holds(options, lock, path, diagnostics):
            return _Done(failure(diagnostics))
        # --locked leaves it as it is: what it would say besides names, as of a new title, is not to get lost in CI
        with span("codegen.lock"):
            text = (
                changed_lock(path, lock, config)
                if path is not None and not (options.locked and not options.check)
                else None
            )
        others = {path: text} if path is not None and text is not None else {}
        if options.looks:
            changes = check_output(printing.changes(), diagnostics)
            return _looked(options, outcome_of(folder, changes, path, others, dry=True, diff=options.diff), diagnostics)
        result = write_output(output, printing.changes(), diagnostics, others)
    if result is None:
        return _Done(failure(diagnostics))
    outcome = outcome_of(folder, result.changes, path, others)
    texts = _build_files(options, outcome, targets, _inputs(config, path, diagnostics))
    code = Exit.OK if write_build_files(texts, diagnostics) else Exit.USAGE
    told, again = (
        _Told(summarize(one, plans, made), record={"output": one.as_json()}) for one in (outcome, outcome.repeated())
    )
    files = [*result.changes.files, *texts] if code == Exit.OK else []
    return _Done(code, told, files, again, path, config.files, str(journal_path(folder)))


def _inputs(config: Config, lock: Path | None, diagnostics: Diagnostics) -> list[str]:
    return input_files(diagnostics.documents, [*config.files, lock if lock is not None and lock.exists() else None])


def _listed(what: str, names: Sequence[str]) -> _Told:
    return _Told(printed="".join(f"{name}\n" for name in names), record={what: [*names]})


def _looked(options: BuildOptions, outcome: Outcome, diagnostics: Diagnostics) -> _Done:
    """Say what a build would do: `--check`, `--dry-run` and `--list-outputs`."""
    code = failure(diagnostics)
    if options.listing:
        return _Done(code, _listed("outputs", outcome.files) if code == Exit.OK else _Told())
    if options.check and outcome.changed:
        report_stale(outcome, diagnostics)
    shown = outcome.diff() if options.diff else outcome.listed() if options.dry_run else ""
    counted = "" if options.check and outcome.changed else outcome.counted()
    told = _Told(counted, shown, {"output": outcome.as_json(diff=options.diff)})
    return _Done(code or (Exit.STALE if options.check and outcome.changed else Exit.OK), told)


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


def _check_licence(config: Config, targets: Sequence[str], diagnostics: Diagnostics) -> None:
    """Report once the licences whose texts SDKs do not include (CG0219)."""
    licence = config.generation.text("licence")
    if licence is None:
        return
    from backends.licences import LICENSE, known_licences, licences_in

    if any(LICENSE in load_backend(target).owned for target in targets if target in TARGET_KEYS):
        unknown = [name for name in licences_in(licence) if name not in known_licences()]
        if unknown:
            diagnostics.report("CG0219", config.generation.loc_of("licence"), names=", ".join(unknown))


def _stops(options: BuildOptions, diagnostics: Diagnostics) -> bool:
    return diagnostics.must_stop if options.keep_going else diagnostics.has_errors


def failure(diagnostics: Diagnostics) -> int:
    """Return the exit code for errors: of the document, or of the command line and configuration."""
    errors = diagnostics.errors
    if not errors:
        return Exit.OK
    return Exit.USAGE if all(item.code.startswith(CONFIG_CODES) for item in errors) else Exit.ERRORS


def _dumps_nothing(made: Compilation, debug: DebugOptions, stderr: TextIO) -> bool:
    """Report ``--dump-ir-only`` with an identity that no declaration has, after any pass."""
    missing = debug.dump_only is not None and made.watch.wants_text and not made.watch.found
    if missing:
        stderr.write(
            f"codegen build: no declaration is called {debug.dump_only!r}; dumps show its identity after `@`\n"
        )
    return missing


def _lock_holds(options: BuildOptions, lock: Lock, path: Path | None, diagnostics: Diagnostics) -> bool:
    if not options.locked:
        return True
    changes = changes_of(lock)
    if changes:
        from compiler.base.source import Loc

        diagnostics.report("CG1403", Loc(str(path)) if path else None, changes=changes)
    return not changes


def _output(options: BuildOptions, asked: _Asked, names: str) -> Output:
    owned = [f"{target}/{name}" for target in asked.targets for name in load_backend(target).owned]
    keep = [*asked.inputs.config.generation.texts("keep"), *owned]
    staging = None if options.looks else Staging(asked.folder)
    return Output(asked.folder, keep, staging, names, options.force, options.diff)


def output_folder(config: Config, out: str | None) -> Path:
    """Return the output folder: the option's, else gen.yaml's (relative to that file), else ``sdk``."""
    return Path(out) if out else Path(beside_config(config, config.generation.text("output") or "sdk"))
