"""`codegen build`, `lint` and `clean`."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
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
    Staging,
    WriteResult,
    check_output,
    clean_output,
    journal_path,
    write_output,
)
from compiler.base.source import is_remote
from compiler.base.source.files import STDIN_NAME
from compiler.driver.build_record import remember
from compiler.driver.compilation import Compilation, compile_document, plan_target
from compiler.driver.inputs import beside_config, check_targets, choose_targets, read_config, read_inputs, shown_targets
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
    lock_is_current,
    lock_path,
    read_lock,
)

if TYPE_CHECKING:
    from compiler.base.config import Config
    from compiler.driver.inputs import Inputs
    from compiler.driver.options import CleanOptions, InputOptions
    from compiler.ir.plan import Plan
    from compiler.lock.lock import Lock

_SHOWN = 20
"""How many stale files are listed."""
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
    started = time.time_ns()
    diagnostics = Diagnostics(strict=options.input.strict)
    with Progress(stderr, enabled=not options.input.quiet) as progress:
        done = _build(options, diagnostics, progress, stdout, stderr, memory)
    if done.code in (Exit.OK, Exit.STALE):
        memory.turn()
    if seen is not None:
        seen.update(_inputs(done, diagnostics))
    out, said = StringIO(), StringIO()
    _show(diagnostics, options.input, out, said, fold=True)
    stdout.write(out.getvalue())
    stderr.write(said.getvalue())
    if not options.input.quiet:
        stderr.write(_line(done.summary))
        said.write(_line(done.repeated))
    if done.files and options.record is not None and _is_plain(options, diagnostics):
        remember(options.record, started, **_files(done, diagnostics), stdout=out.getvalue(), stderr=said.getvalue())
    return done.code


@dataclass(frozen=True, slots=True)
class _Done:
    """How a build ended; ``files`` only if they were written, with the summary of a build that changes none.

    ``read`` are files besides documents, ``journal`` is one that a killed build leaves.
    """

    code: int
    summary: str = ""
    files: Sequence[str] = ()
    repeated: str = ""
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


def _files(done: _Done, diagnostics: Diagnostics) -> dict[str, set[str]]:
    """Return the files that a build read and wrote, and those that it would have read if they existed."""
    documents = set(diagnostics.documents)
    read = documents | {*done.read}
    beside = {str(Path(name).parent / CONFIG_NAME) for name in documents} | {CONFIG_NAME, done.journal}
    lock = {str(done.lock)} if done.lock is not None else set()
    return {"read": read - lock, "written": {*done.files} | lock, "absent": beside - {str(Path(name)) for name in read}}


def _inputs(done: _Done, diagnostics: Diagnostics) -> set[str]:
    """Return the files that the result of a build depends on, whether it succeeded or not."""
    files = _files(done, diagnostics)
    lock = {str(done.lock)} if done.lock is not None else set()
    found = files["read"] | lock | (files["absent"] - {done.journal}) | diagnostics.sought
    return {name for name in found if name != STDIN_NAME and not is_remote(name)}


def _show(
    diagnostics: Diagnostics, options: InputOptions, stdout: TextIO, stderr: TextIO, *, fold: bool = False
) -> None:
    show(diagnostics, stdout, stderr, format=options.format, color=options.color, quiet=options.quiet, fold=fold)


def _build(
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress,
    stdout: TextIO,
    stderr: TextIO,
    memory: Memory,
) -> _Done:
    progress.step("reading")
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
    folder = output_folder(inputs.config, options.out)
    told = None if options.input.quiet else stderr
    with own_turn(folder, path, options.wait, diagnostics, told, looks=options.check) as ready:
        if not ready:
            return _Done(Exit.USAGE)
        return _compile(options, _Asked(inputs, targets, path, folder, memory), diagnostics, progress, stdout, stderr)


@dataclass(frozen=True, slots=True)
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
        _report_times(made, options.debug, stderr)
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


@dataclass(frozen=True, slots=True)
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
    memory = order.asked.memory
    printing = Printing(targets, made.left_out_of, output, order.progress, shown=shown, verify=verify, memory=memory)
    with closing(printing):
        units = len(made.sdk.operations) + len(made.sdk.types) if options.debug == DebugOptions() else None
        plans = printing.plan(lambda target: plan_target(made, target, config), units)
        if not (options.forget or made.left_out or made.unprinted):
            check_forgotten(lock, path, diagnostics)
        carry_over(lock, TARGET_KEYS.keys() - {*targets, *shown})
        if made.left_out or made.unprinted:
            forget_nothing(lock)
        report_renamed(made.context)
        _report_times(made, options.debug, stderr)
        if _dumps_nothing(made, options.debug, stderr):
            return _Done(Exit.USAGE)
        if _stops(options, diagnostics) or not _lock_holds(options, lock, path, diagnostics):
            return _Done(failure(diagnostics))
        if options.check:
            stale = check_output(printing.changes(), diagnostics)
            stale += [path] if path is not None and not lock_is_current(path, lock, config) else []
            return _Done(failure(diagnostics) or (Exit.STALE if stale else Exit.OK), _stale(stale))
        # --locked leaves it as it is: what it would say besides names, as of a new title, is not to get lost in CI
        text = changed_lock(path, lock, config) if path is not None and not options.locked else None
        others = {path: text} if path is not None and text is not None else {}
        result = write_output(output, printing.changes(), diagnostics, others)
    if result is None:
        return _Done(failure(diagnostics))
    same = WriteResult(0, result.written + result.unchanged, 0)
    summary, repeated = (summarize(one, output, plans, made) for one in (result, same))
    return _Done(Exit.OK, summary, result.files, repeated, path, config.files, str(journal_path(folder)))


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


def _output(options: BuildOptions, asked: _Asked, names: str) -> Output:
    owned = [f"{target}/{name}" for target in asked.targets for name in load_backend(target).owned]
    keep = [*asked.inputs.config.generation.texts("keep"), *owned]
    return Output(asked.folder, keep, None if options.check else Staging(asked.folder), names, options.force)


def output_folder(config: Config, out: str | None) -> Path:
    """Return the output folder: the option's, else gen.yaml's (relative to that file), else ``sdk``."""
    return Path(out) if out else Path(beside_config(config, config.generation.text("output") or "sdk"))


def summarize(result: WriteResult, output: Output, plans: dict[str, Plan], made: Compilation) -> str:
    """Return the last lines of a build: what was written, what was left out, what to do next."""
    operations = len({at.partition("#")[0] for plan in plans.values() for at in plan.wire.operations})
    parts = [f"wrote {_count(result.written, 'file')}"]
    if result.unchanged:
        parts.append(f"{result.unchanged} unchanged")
    if result.removed:
        parts.append(f"{result.removed} removed")
    named = "paths" if made.sdk.names == "path" else "operationIds"
    line = ", ".join([*parts, _count(operations, "operation"), f"names from {named}"])
    told = (load_backend(target).next_step(plan, _shown(output.folder / target)) for target, plan in plans.items())
    steps = [step for step in told if step]
    if steps:
        line += "; next:" + (f" {steps[0]}" if len(steps) == 1 else "".join(f"\n  {step}" for step in steps))
    lines = [f"left out {at}: {', '.join(codes)}" for at, codes in made.left_out.items()]
    for target, unprinted in made.unprinted.items():
        lines += [f"left out {at} of {target}: {', '.join(codes)}" for at, codes in unprinted.items()]
    return "\n".join([*lines, line])


def _shown(path: Path) -> str:
    """Quote a folder for a shell."""
    text = path.as_posix()
    return shlex.quote(text if path.is_absolute() or text.startswith("..") else f"./{text}")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _stale(stale: Sequence[Path]) -> str:
    if not stale:
        return "the output is up to date"
    shown = [f"  {path.as_posix()}" for path in stale[:_SHOWN]]
    more = [f"  and {len(stale) - _SHOWN:,} more"] if len(stale) > _SHOWN else []
    return "\n".join([f"{_count(len(stale), 'file')} would change:", *shown, *more])


# --------------------------------------------------------------------------- lint and clean


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Only report mistakes, and what could be configured; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    inputs = read_inputs(options.input, diagnostics, "lint", targets=options.targets)
    check_targets(options.targets, diagnostics)
    if inputs.document is not None and not diagnostics.has_errors:
        lock = read_lock(lock_path(inputs.config), options.input.limits, diagnostics)
        made = compile_document(
            inputs.document, inputs.folder, options.input, options.debug, diagnostics, lock, stdout,
            examples=True, names=inputs.config.generation.text("names") or "auto",
            words=inputs.config.generation.texts("words"), docs_url=inputs.config.generation.text("docsUrl"),
            extension_prefix=inputs.config.generation.text("extensionPrefix"),
        )  # fmt: skip
        if made is not None:
            _lint(made, options, inputs.config, diagnostics)
    _show(diagnostics, options.input, stdout, stderr)
    if not options.input.quiet and not diagnostics.items:  # look up their places only if they are shown
        stderr.write("nothing to say: no errors, no warnings\n")
    paged = sum(item.code == "CG0918" for item in diagnostics.items) if diagnostics.has_any("CG0918") else 0
    if not options.input.quiet and paged:
        stderr.write(f"{_count(paged, 'operation')} {'looks' if paged == 1 else 'look'} paged: {SUGGEST}\n")
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
                    told.write(f"removed {_count(result.removed, 'file')}\n")
    _show(diagnostics, options.input, stdout, stderr)
    return Exit.USAGE if diagnostics.has_errors else Exit.OK
