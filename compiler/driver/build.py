"""`codegen build`, `lint` and `clean`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from backends import INSTALLED, load_backend
from backends.keys import TARGET_KEYS
from compiler.base.frozen import frozen
from compiler.base.memory import NONE, Memory
from compiler.base.spans import span
from compiler.config import CONFIG_NAME
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build_files import check_places
from compiler.driver.build_record import remember
from compiler.driver.build_turn import own_turn
from compiler.driver.clock import report_skew
from compiler.driver.compilation import Compilation, compile_inputs, plan_target, read_all, rest_of
from compiler.driver.crash import Crash, note_crash
from compiler.driver.ending import (
    Done,
    Facts,
    Told,
    failure,
    inputs_of,
    list_names,
    output_folder,
    output_of,
    settle_output,
)
from compiler.driver.inputs import choose_targets, read_inputs, shown_targets
from compiler.driver.lock_checks import check_document, check_forgotten, report_renamed
from compiler.driver.options import BuildOptions, DebugOptions, Exit
from compiler.driver.outcome import refusal, summary_of
from compiler.driver.printing import Printing, UnprintableError
from compiler.driver.progress import Progress
from compiler.driver.timing import timed
from compiler.lock.file import (
    carry_over,
    changed_lock,
    forget_nothing,
    lock_path,
    read_lock,
)
from compiler.lock.review import changes_of
from compiler.output import (
    Output,
)
from compiler.source import is_remote
from compiler.source.files import STDIN_NAME

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.driver.inputs import Inputs
    from compiler.lock.lock import Lock

TOLD_ONCE = ("CG12", "CG1404", "CG1406", "CG1407", "CG1409", "CG16")
"""Reports of a build about its output, about names that are new in its lock, and about where it ran."""
Stamp: TypeAlias = tuple[int, int] | None
"""Size and time of a file when it was read, if they are known."""
SUGGEST = "`codegen init --suggest` writes down how"
"""The report if the document suggests what it does not say."""


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
    memory.end()
    if done.code in (Exit.ERRORS, Exit.USAGE) and not done.told.summary and (errors := len(diagnostics.errors)):
        done = replace(done, told=replace(done.told, summary=refusal(errors, None, options.keep_going)))
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
    if done.files and options.record is not None and is_plain(options, diagnostics.documents, diagnostics):
        again = _tell(options, diagnostics, done.again, StringIO()) if options.input.format == "json" else printed
        with span("remember"):
            files = files_of(done, stamps_of(diagnostics))
            remember(options.record, started, **files, stdout=again, stderr=said.getvalue())
    return done.code


def _tell(options: BuildOptions, diagnostics: Diagnostics, told: Told, stderr: TextIO) -> str:
    """Write diagnostics and return what goes to standard output."""
    out = StringIO()
    show(
        diagnostics, out, stderr, format=options.input.format, color=options.input.color, quiet=options.input.quiet,
        fold=not options.verbose, more=told.record,
    )  # fmt: skip
    return out.getvalue() + (told.printed if options.input.format != "json" else "")


def _line(text: str) -> str:
    return text and text + "\n"


def is_plain(options: BuildOptions, documents: Iterable[str], diagnostics: Diagnostics) -> bool:
    """Whether everything that a build read is in files, and all its messages can be repeated."""
    local = not any(is_remote(name) or name == STDIN_NAME for name in documents)
    repeats = not any(map(diagnostics.has_any, TOLD_ONCE))
    ours = not INSTALLED  # the output of other packages may change without a change in our files
    return local and repeats and ours and options.debug == DebugOptions() and not options.input.allow_remote


def stamps_of(diagnostics: Diagnostics) -> dict[str, Stamp]:
    """Return the documents that were read, each with its size and time then, if they are known."""
    return {name: document.stamp for name, document in diagnostics.documents.items()}


def files_of(done: Done, documents: Mapping[str, Stamp]) -> dict[str, Any]:
    """Return the files that a build read and wrote, and those that it would have read if they existed."""
    read = {**documents, **dict.fromkeys(done.read)}
    beside = {str(Path(name).parent / CONFIG_NAME) for name in documents} | {CONFIG_NAME, done.journal}
    lock = {str(done.lock)} if done.lock is not None else set()
    return {
        "read": {name: stamp for name, stamp in read.items() if name not in lock},
        "written": {*done.files} | lock,
        "absent": beside - {str(Path(name)) for name in read},
    }


def _depends_on(done: Done, diagnostics: Diagnostics) -> set[str]:
    """Return the files that the result of a build depends on, whether it succeeded or not."""
    files = files_of(done, stamps_of(diagnostics))
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
) -> Done:
    progress.step("reading")
    asked = read_build(options, diagnostics, memory)
    if isinstance(asked, Done):
        return asked
    told = None if options.input.quiet else stderr
    with own_turn(asked.folder, asked.lock_path, options.wait, diagnostics, told, looks=options.looks) as ready:
        if not ready:
            return Done(Exit.USAGE)
        return compile_build(options, asked, _write, diagnostics, progress, stdout, stderr)


@frozen
class Asked:
    """The document to compile, the targets, codegen.lock, the output folder, and what is known from before."""

    inputs: Inputs
    targets: Sequence[str]
    lock_path: Path | None
    folder: Path
    memory: Memory


def read_build(options: BuildOptions, diagnostics: Diagnostics, memory: Memory = NONE) -> Asked | Done:
    """Read gen.yaml and the document; where that is all, return how the build ends."""
    with span("read"):
        inputs = read_inputs(options.input, diagnostics, "build", targets=options.targets, memory=memory)
    if inputs.refused:
        return Done(Exit.USAGE)
    path = lock_path(inputs.config)
    if inputs.document is not None:
        if not options.forget:
            check_document(options.input.document, inputs.config, diagnostics)
        targets = choose_targets(inputs.config, options.targets, options.input.document, diagnostics)
        _check_licence(inputs.config, targets, diagnostics)
    if inputs.document is None or diagnostics.has_errors:
        read_lock(path, options.input.limits, diagnostics)
        return Done(failure(diagnostics))
    if options.listing == "inputs":
        prefix = options.input.extension_prefix or inputs.config.generation.text("extensionPrefix")
        read_all(inputs.document, inputs.folder, options.input, diagnostics, extension_prefix=prefix)
        return Done(failure(diagnostics), list_names("inputs", inputs_of(inputs.config, path, diagnostics)))
    return Asked(inputs, targets, path, output_folder(inputs.config, options.out), memory)


@frozen
class Ready:
    """Targets that are planned and may be printed."""

    options: BuildOptions
    asked: Asked
    printing: Printing
    output: Output
    facts: Facts


End: TypeAlias = Callable[[Ready, Diagnostics], Done]
"""What becomes of printed targets."""


def compile_build(
    options: BuildOptions,
    asked: Asked,
    end: End,
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
    with span("codegen.lock"):
        lock = read_lock(asked.lock_path, options.input.limits, diagnostics, settle=settle)
    if diagnostics.has_errors:
        return Done(failure(diagnostics))
    made = compile_inputs(
        inputs,
        options.input,
        options.debug,
        diagnostics,
        lock,
        stdout,
        keep_going=options.keep_going,
        memory=asked.memory,
    )
    if made is None or _stops(options, diagnostics):
        return _refused(options, made, diagnostics)
    if made.left_out and not (made.sdk.operations or made.sdk.events):
        return Done(failure(diagnostics), Told("nothing written: no operation, webhook or callback is without errors"))
    if options.debug.stop_after:
        return Done(Exit.USAGE if _dumps_nothing(made, options.debug, stderr) else Exit.OK)
    for document in diagnostics.documents.values():
        document.drop_tree()
    order = _Order(options, asked, made, progress, end)
    while True:
        try:
            return _print(order, diagnostics, stderr)
        except UnprintableError as error:
            note_crash(error, Crash(made.sdk, error.target, error.target, printing=True))
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
    asked: Asked
    made: Compilation
    progress: Progress
    end: End


def _print(order: _Order, diagnostics: Diagnostics, stderr: TextIO) -> Done:
    """Plan, print and write the targets. Raises `UnprintableError`; nothing is written then."""
    options, made, targets = order.options, order.made, order.asked.targets
    config, path, folder = order.asked.inputs.config, order.asked.lock_path, order.asked.folder
    lock = made.context.lock
    output = output_of(options, config, targets, made.sdk.names, order.asked.memory)
    verify = options.debug.verify_output
    shown = shown_targets(config, targets) if any(TARGET_KEYS[target].always for target in targets) else targets
    printing = Printing(
        targets, made.left_out_of, output, order.progress,
        shown=shown, verify=verify, memory=order.asked.memory, jobs=options.jobs,
    )  # fmt: skip
    with closing(printing):
        whole = order.end is _write and options.debug.only_measures  # nothing else is printed beside it
        units = len(made.sdk.operations) + len(made.sdk.types) if whole else None
        plans = printing.plan(lambda target: plan_target(made, target, config), units)
        if not (options.forget or made.left_out or made.unprinted):
            check_forgotten(lock, path, diagnostics)
        carry_over(lock, TARGET_KEYS.keys() - {*targets, *shown})
        if made.left_out or made.unprinted:
            forget_nothing(lock)
        report_renamed(made.context)
        if _dumps_nothing(made, options.debug, stderr):
            return Done(Exit.USAGE)
        report_skew(diagnostics.documents.values(), diagnostics)
        inputs = inputs_of(config, path, diagnostics)
        check_places(options, inputs, [folder / target for target in targets], diagnostics)
        if _stops(options, diagnostics) or not _lock_holds(options, lock, path, diagnostics):
            return _refused(options, made, diagnostics)
        # --locked leaves it as it is: what it would say besides names, as of a new title, is not to get lost in CI
        with span("codegen.lock"):
            text = (
                changed_lock(path, lock, config)
                if path is not None and not (options.locked and not options.check)
                else None
            )
        summary = summary_of(output.folder, plans, made, steps=options.next_steps)
        surfaces: dict[str, str] = {}
        if options.surface is not None:
            from compiler.driver.surface_files import surface_texts

            surfaces = surface_texts(Path(options.surface), plans)
        facts = Facts(targets, summary, path, text, inputs, surfaces)
        return order.end(Ready(options, order.asked, printing, output, facts), diagnostics)


def _write(ready: Ready, diagnostics: Diagnostics) -> Done:
    done = settle_output(ready.options, ready.output, ready.printing.changes(), ready.facts, diagnostics)
    return replace(done, read=ready.asked.inputs.config.files)


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


def _refused(options: BuildOptions, made: Compilation | None, diagnostics: Diagnostics) -> Done:
    """End a build that errors stop; its last line says what `--keep-going` would write (D1.4)."""
    rest = None if made is None or options.keep_going else rest_of(made, diagnostics)
    told = Told() if rest is None else Told(refusal(len(diagnostics.errors), rest))
    return Done(failure(diagnostics), told)


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
        from compiler.source import Loc

        diagnostics.report("CG1403", Loc(str(path)) if path else None, changes=changes)
    return not changes
