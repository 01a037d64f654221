"""`codegen build`, `lint` and `clean`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends import INSTALLED, load_backend
from backends.keys import TARGET_KEYS
from compiler.base.config import CONFIG_NAME
from compiler.base.diagnostics import Diagnostics
from compiler.base.diagnostics.show import show
from compiler.base.memory import NONE, Memory
from compiler.base.output import (
    Output,
    clean_output,
)
from compiler.base.source import is_remote
from compiler.base.source.files import STDIN_NAME
from compiler.driver.build_record import remember
from compiler.driver.compilation import Compilation, compile_document, plan_target
from compiler.driver.ending import Done, Summary, count_of, failure, output_folder, output_of, settle, summary_of
from compiler.driver.inputs import check_targets, choose_targets, read_config, read_inputs, shown_targets
from compiler.driver.lock_checks import check_document, check_forgotten, report_renamed
from compiler.driver.options import BuildOptions, DebugOptions, Exit
from compiler.driver.printing import Printing, UnprintableError
from compiler.driver.progress import Progress
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
    from compiler.driver.options import CleanOptions, InputOptions
    from compiler.lock.lock import Lock

_TOLD_ONCE = ("CG12", "CG1404", "CG1406", "CG1407", "CG1409")
"""Reports of a build about its output, and about names that are new in its lock."""
SUGGEST = "`codegen init --suggest` writes down how"
"""The report if operations look paged."""


def build(options: BuildOptions, stdout: TextIO, stderr: TextIO, memory: Memory = NONE) -> int:
    """Compile a document and write its targets; returns the exit code.

    ``memory`` has what is known from the build before, of the same document by the same options.
    """
    started = time.time_ns()
    diagnostics = Diagnostics(strict=options.input.strict)
    with Progress(stderr, enabled=not options.input.quiet) as progress:
        done = _build(options, diagnostics, progress, stdout, stderr, memory)
    if done.code in (Exit.OK, Exit.STALE):
        memory.turn()
    out, said = StringIO(), StringIO()
    _show(diagnostics, options.input, out, said, fold=True)
    stdout.write(out.getvalue())
    stderr.write(said.getvalue())
    if not options.input.quiet:
        stderr.write(_line(done.summary))
        said.write(_line(done.repeated))
    documents = set(diagnostics.documents)
    if done.files and options.record is not None and is_plain(options, documents, diagnostics):
        files = files_of(done, documents)
        remember(options.record, started, **files, stdout=out.getvalue(), stderr=said.getvalue())
    return done.code


def _line(text: str) -> str:
    return text and text + "\n"


def is_plain(options: BuildOptions, documents: Iterable[str], diagnostics: Diagnostics) -> bool:
    """Whether everything that a build read is in files, and all its messages can be repeated."""
    local = not any(is_remote(name) or name == STDIN_NAME for name in documents)
    repeats = not any(map(diagnostics.has_any, _TOLD_ONCE))
    ours = not INSTALLED  # the output of other packages may change without a change in our files
    return local and repeats and ours and options.debug == DebugOptions() and not options.input.allow_remote


def files_of(done: Done, documents: set[str]) -> dict[str, set[str]]:
    """Return the files that a build read and wrote, and those that it would have read if they existed."""
    read = documents | {*done.read}
    beside = {str(Path(name).parent / CONFIG_NAME) for name in documents} | {CONFIG_NAME, done.journal}
    lock = {str(done.lock)} if done.lock is not None else set()
    return {"read": read - lock, "written": {*done.files} | lock, "absent": beside - {str(Path(name)) for name in read}}


def _show(
    diagnostics: Diagnostics, options: InputOptions, stdout: TextIO, stderr: TextIO, *, fold: bool = False
) -> None:
    show(diagnostics, stdout, stderr, format=options.format, color=options.color, quiet=options.quiet, fold=fold)


@dataclass(frozen=True, slots=True)
class Asked:
    """The document to compile, the targets, codegen.lock, the output folder, and what is known from before."""

    inputs: Inputs
    targets: Sequence[str]
    lock_path: Path | None
    folder: Path
    memory: Memory


def _build(
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress,
    stdout: TextIO,
    stderr: TextIO,
    memory: Memory,
) -> Done:
    progress.step("reading")
    asked = read_asked(options, diagnostics, memory)
    if isinstance(asked, Done):
        return asked
    told = None if options.input.quiet else stderr
    with own_turn(asked.folder, asked.lock_path, options.wait, diagnostics, told, looks=options.check) as ready:
        if not ready:
            return Done(Exit.USAGE)
        return compile_asked(options, asked, _write, diagnostics, progress, stdout, stderr)


def read_asked(options: BuildOptions, diagnostics: Diagnostics, memory: Memory = NONE) -> Asked | Done:
    """Read gen.yaml and the document; after reported errors, return how the build ends."""
    inputs = read_inputs(options.input, diagnostics, "build", targets=options.targets, memory=memory)
    if inputs.refused:
        return Done(Exit.USAGE)
    if not options.forget:
        check_document(options.input.document, inputs.config, diagnostics)
    targets = choose_targets(inputs.config, options.targets, options.input.document, diagnostics)
    _check_licence(inputs.config, targets, diagnostics)
    path = lock_path(inputs.config)
    if inputs.document is None or diagnostics.has_errors:
        read_lock(path, options.input.limits, diagnostics)
        return Done(failure(diagnostics))
    return Asked(inputs, targets, path, output_folder(inputs.config, options.out), memory)


@dataclass(frozen=True, slots=True)
class Ready:
    """Targets that are planned and may be printed, the next text of codegen.lock (None: as it is), and the summary."""

    options: BuildOptions
    asked: Asked
    printing: Printing
    output: Output
    lock_text: str | None
    summary: Summary


def compile_asked(
    options: BuildOptions,
    asked: Asked,
    end: Callable[[Ready, Diagnostics], Done],
    diagnostics: Diagnostics,
    progress: Progress,
    stdout: TextIO,
    stderr: TextIO,
) -> Done:
    """Compile a document, and hand its targets to `end`, unless errors stop the build before."""
    inputs = asked.inputs
    assert inputs.document is not None
    # CI must see an unresolved conflict
    settle = not (options.check or options.locked)
    lock = read_lock(asked.lock_path, options.input.limits, diagnostics, settle=settle)
    if diagnostics.has_errors:
        return Done(failure(diagnostics))
    made = compile_document(
        inputs.document, inputs.folder, options.input, options.debug, diagnostics, lock, stdout,
        keep_going=options.keep_going, names=inputs.config.generation.text("names") or "auto",
        words=inputs.config.generation.texts("words"), docs_url=inputs.config.generation.text("docsUrl"),
        memory=asked.memory,
    )  # fmt: skip
    if made is None or _stops(options, diagnostics):
        return Done(failure(diagnostics))
    if options.debug.stop_after:
        _report_times(made, options.debug, stderr)
        return Done(Exit.USAGE if _dumps_nothing(made, options.debug, stderr) else Exit.OK)
    for document in diagnostics.documents.values():
        document.drop_tree()
    order = _Order(options, asked, made, progress, end)
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


@dataclass(frozen=True, slots=True)
class _Order:
    """What to print from a document, and where."""

    options: BuildOptions
    asked: Asked
    made: Compilation
    progress: Progress
    end: Callable[[Ready, Diagnostics], Done]


def _print(order: _Order, diagnostics: Diagnostics, stderr: TextIO) -> Done:
    """Plan the targets, print and write them. Raises `UnprintableError`; nothing is written then."""
    options, made, targets = order.options, order.made, order.asked.targets
    config, path = order.asked.inputs.config, order.asked.lock_path
    lock = made.context.lock
    output = output_of(options, config, targets, made.sdk.names)
    verify = options.debug.verify_output
    shown = shown_targets(config, targets) if any(TARGET_KEYS[target].always for target in targets) else targets
    memory = order.asked.memory
    printing = Printing(targets, made.left_out_of, output, order.progress, shown=shown, verify=verify, memory=memory)
    with closing(printing):
        whole = order.end is _write and options.debug == DebugOptions()  # nothing else is printed beside it
        units = len(made.sdk.operations) + len(made.sdk.types) if whole else None
        plans = printing.plan(lambda target: plan_target(made, target, config), units)
        if not (options.forget or made.left_out or made.unprinted):
            check_forgotten(lock, path, diagnostics)
        carry_over(lock, TARGET_KEYS.keys() - {*targets, *shown})
        if made.left_out or made.unprinted:
            forget_nothing(lock)
        report_renamed(made.context)
        _report_times(made, options.debug, stderr)
        if _dumps_nothing(made, options.debug, stderr):
            return Done(Exit.USAGE)
        if _stops(options, diagnostics) or not _lock_holds(options, lock, path, diagnostics):
            return Done(failure(diagnostics))
        text = changed_lock(path, lock, config) if path is not None else None
        summary = summary_of(output.folder, plans, made)
        return order.end(Ready(options, order.asked, printing, output, text, summary), diagnostics)


def _write(ready: Ready, diagnostics: Diagnostics) -> Done:
    path = ready.asked.lock_path
    lock = None if path is None or ready.lock_text is None else (path, ready.lock_text)
    done = settle(ready.options, ready.output, ready.printing.changes(), lock, ready.summary, diagnostics)
    return replace(done, lock=path, read=ready.asked.inputs.config.files)


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


def _report_times(made: Compilation, debug: DebugOptions, stderr: TextIO) -> None:
    if debug.time_passes:
        made.watch.report_times(stderr)


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


# --------------------------------------------------------------------------- lint and clean


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Only report mistakes, and what could be configured; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    code = lint_into(options, diagnostics, stdout)
    _show(diagnostics, options.input, stdout, stderr)
    if not options.input.quiet and not diagnostics.items:  # look up their places only if they are shown
        stderr.write("nothing to say: no errors, no warnings\n")
    paged = sum(item.code == "CG0918" for item in diagnostics.items) if diagnostics.has_any("CG0918") else 0
    if not options.input.quiet and paged:
        stderr.write(f"{count_of(paged, 'operation')} {'looks' if paged == 1 else 'look'} paged: {SUGGEST}\n")
    return code


def lint_into(options: BuildOptions, diagnostics: Diagnostics, stdout: TextIO) -> int:
    """Report what `codegen lint` finds, without printing it; returns the exit code."""
    inputs = read_inputs(options.input, diagnostics, "lint", targets=options.targets)
    check_targets(options.targets, diagnostics)
    if inputs.document is not None and not diagnostics.has_errors:
        lock = read_lock(lock_path(inputs.config), options.input.limits, diagnostics)
        made = compile_document(
            inputs.document, inputs.folder, options.input, options.debug, diagnostics, lock, stdout,
            examples=True, names=inputs.config.generation.text("names") or "auto",
            words=inputs.config.generation.texts("words"), docs_url=inputs.config.generation.text("docsUrl"),
        )  # fmt: skip
        if made is not None:
            _lint(made, options, inputs.config, diagnostics)
    return Exit.USAGE if inputs.refused else failure(diagnostics)


def _lint(made: Compilation, options: BuildOptions, config: Config, diagnostics: Diagnostics) -> None:
    from passes.linting import lint as look

    look(made.sdk, made.context)
    if not diagnostics.has_errors:
        for target in options.targets or config.enabled:
            if target in TARGET_KEYS:
                plan_target(made, target, config)
    report_renamed(made.context)


def clean(options: CleanOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Remove generated files; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    config = read_config(options.input, diagnostics, options.targets)
    told = None if options.input.quiet else stderr
    folder = output_folder(config, options.out)
    if not diagnostics.has_errors:
        with own_turn(folder, lock_path(config), options.wait, diagnostics, told, looks=True) as ready:
            if ready:
                result = clean_output(folder, options.targets or tuple(TARGET_KEYS), diagnostics)
                if told is not None:
                    told.write(f"removed {count_of(result.removed, 'file')}\n")
    _show(diagnostics, options.input, stdout, stderr)
    return Exit.USAGE if diagnostics.has_errors else Exit.OK
