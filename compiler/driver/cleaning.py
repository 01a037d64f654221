"""`codegen clean`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build_turn import own_turn
from compiler.driver.ending import output_folder
from compiler.driver.inputs import read_config
from compiler.driver.options import Exit
from compiler.driver.outcome import count
from compiler.lock.file import lock_path
from compiler.output import clean_output

if TYPE_CHECKING:
    from compiler.driver.options import CleanOptions


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
                    told.write(f"removed {count(result.removed, 'file')}\n")
    given = options.input
    show(diagnostics, stdout, stderr, format=given.format, color=given.color, quiet=given.quiet)
    return Exit.USAGE if diagnostics.has_errors else Exit.OK
