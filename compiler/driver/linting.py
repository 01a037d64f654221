"""`codegen lint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build import SUGGEST
from compiler.driver.compilation import Compilation, compile_inputs, plan_target
from compiler.driver.ending import failure
from compiler.driver.inputs import check_targets, read_inputs
from compiler.driver.lock_checks import report_renamed
from compiler.driver.options import BuildOptions, Exit
from compiler.driver.outcome import suggestion_counts
from compiler.lock.file import lock_path, read_lock

if TYPE_CHECKING:
    from compiler.config import Config


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Only report mistakes, and what could be configured; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    code = lint_into(options, diagnostics, stdout)
    given = options.input
    show(diagnostics, stdout, stderr, format=given.format, color=given.color, quiet=given.quiet)
    if not options.input.quiet and not diagnostics.items:  # look up their places only if they are shown
        stderr.write("nothing to say: no errors, no warnings\n")
    codes = ("CG0918", "CG0829")
    found = [sum(item.code == code for item in diagnostics.items) if diagnostics.has_any(code) else 0 for code in codes]
    if not options.input.quiet and any(found):
        stderr.write(f"{suggestion_counts(*found)}: {SUGGEST}\n")
    return code


def lint_into(options: BuildOptions, diagnostics: Diagnostics, stdout: TextIO) -> int:
    """Report what `codegen lint` finds, without printing it; returns the exit code."""
    inputs = read_inputs(options.input, diagnostics, "lint", targets=options.targets)
    check_targets(options.targets, diagnostics)
    if inputs.document is not None and not diagnostics.has_errors:
        lock = read_lock(lock_path(inputs.config), options.input.limits, diagnostics)
        made = compile_inputs(inputs, options.input, options.debug, diagnostics, lock, stdout, examples=True)
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
