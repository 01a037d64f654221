"""`codegen bisect`: the first pass after which something that held does not hold any more."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.commands.changed_lines import changed_lines
from compiler.commands.trial import exit_code
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.compilation import compile_for_command, plan_target
from compiler.driver.ending import failure
from compiler.driver.options import DebugOptions, Exit
from compiler.ir.verify import VerifyError
from passes import PIPELINE, TARGET_PIPELINE

if TYPE_CHECKING:
    from compiler.commands.bisect import BisectOptions

Property = Callable[[Path], bool]
"""Whether the text of the IR in a file has the property."""
_SHOWN = 40
"""How many lines of what the pass changed are shown."""


def bisect(options: BisectOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Run all passes, and say which one ended the property; returns the exit code: 1 if one did."""
    try:
        holds = _property(options)
    except re.error as error:
        stderr.write(f"codegen bisect: this is no regular expression: {error}\n")
        return Exit.USAGE
    diagnostics = Diagnostics()
    with tempfile.TemporaryDirectory(prefix="codegen-bisect-") as folder:
        try:
            compiled = _dump(options, Path(folder), diagnostics)
        except VerifyError as error:
            stdout.write(f"{error}\n")
            return Exit.STALE
        if not compiled:
            show(diagnostics, stdout, stderr, color=options.input.color, quiet=options.input.quiet)
            return failure(diagnostics) or Exit.ERRORS
        files = sorted(Path(folder).iterdir())
        if options.only is not None and not any(map(_text, files)):
            stderr.write(f"codegen bisect: no declaration is called {options.only!r}; dumps show it after `@`\n")
            return Exit.USAGE
        if holds is None:
            stdout.write("the IR is sound after every pass\n")
            return Exit.OK
        return _search(files, holds, stdout, stderr)


def _search(files: list[Path], holds: Property, stdout: TextIO, stderr: TextIO) -> int:
    """Tell which file is the first without the property after one that has it."""
    before = next((index for index, file in enumerate(files) if holds(file)), None)
    if before is None:
        stderr.write("codegen bisect: it does not hold after any pass\n")
        return Exit.USAGE
    after = next((index for index in range(before + 1, len(files)) if not holds(files[index])), None)
    if after is None:
        stdout.write("it holds to the end\n")
        return Exit.OK
    name = _name(files[after])
    summaries = {step.name: step.summary for step in (*TARGET_PIPELINE, *PIPELINE)}
    stdout.write(f"{name} ({summaries[name.partition('@')[0]]}) ends it\n")
    lines = changed_lines(*(_text(file).splitlines() for file in files[after - 1 : after + 1]))
    stdout.writelines(f"{line}\n" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        stdout.write(f"... and {len(lines) - _SHOWN:,} more lines\n")
    return Exit.STALE


def _dump(options: BisectOptions, folder: Path, diagnostics: Diagnostics) -> bool:
    """Write the IR after each pass into a folder; False after errors that stop a build."""
    debug = DebugOptions(dump_ir=(), dump_dir=str(folder), dump_only=options.only, verify=options.verify)
    compiled = compile_for_command(options.input, "bisect", options.targets, debug, diagnostics, StringIO())
    if compiled is None:
        return False
    inputs, made = compiled
    for target in options.targets:
        plan_target(made, target, inputs.config)
    return True


def _property(options: BisectOptions) -> Property | None:
    """Return what must hold; None: only the rules of the IR, which are checked while the passes run."""
    command = options.run
    if command is not None:
        return lambda file: exit_code(command, file) == 0
    pattern = options.has or options.lacks
    if pattern is None:
        return None
    found = re.compile(pattern, re.MULTILINE)
    return lambda file: (found.search(_text(file)) is not None) == (options.has is not None)


def _text(file: Path) -> str:
    """Return the text of a dump without its heading."""
    return file.read_text("utf-8").partition("\n")[2]


def _name(file: Path) -> str:
    """Return the pass of a dump, `rename` or `rename@go`."""
    name = file.stem.partition("-")[2]
    step, _, target = name.partition("-")
    return f"{step}@{target}" if target else step
