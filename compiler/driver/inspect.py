"""`codegen passes` and `codegen opt`: the pipeline as a table, and its passes run on IR text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.base.similar import did_you_mean
from compiler.driver.options import Exit
from passes import PASS_NAMES, PIPELINE, TARGET_PIPELINE, Pass

if TYPE_CHECKING:
    from compiler.driver.options import OptOptions


def passes(stdout: TextIO, stderr: TextIO) -> int:
    """Print the pipeline."""
    rows = [("pass", "needs", "makes", "what it does")]
    rows += [_row(step) for step in PIPELINE]
    rows.append(("", "", "", ""))
    rows.append(("for each target", "", "", ""))
    rows += [_row(step) for step in TARGET_PIPELINE]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        stdout.write("  ".join([*cells, row[3]]).rstrip() + "\n")
    return Exit.OK


def _row(step: Pass) -> tuple[str, str, str, str]:
    return step.name, ", ".join(step.needs), ", ".join(step.makes), step.summary


def opt(options: OptOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Read IR text, run passes, print IR text; diagnostics go to standard error."""
    from compiler.base.diagnostics import Diagnostics
    from compiler.base.diagnostics.show import show
    from compiler.ir.read import IRSyntaxError

    unknown = [name for name in options.passes if name not in PASS_NAMES]
    if unknown:
        hint = did_you_mean(unknown[0], PASS_NAMES) or "`codegen passes` lists them"
        stderr.write(f"codegen opt: there is no pass {unknown[0]!r}; {hint}\n")
        return Exit.USAGE
    diagnostics = Diagnostics()
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text(encoding="utf-8")
        stdout.write(run_text(text, options, diagnostics))
    except (OSError, UnicodeDecodeError, IRSyntaxError) as error:
        stderr.write(f"codegen opt: {options.file}: {error}\n")
        return Exit.USAGE
    show(diagnostics, stdout, stderr)
    return Exit.ERRORS if diagnostics.has_errors else Exit.OK


def run_text(text: str, options: OptOptions, diagnostics: object) -> str:
    """Run passes on the text of a whole document and return the text they leave.

    Text below a line ``// -----`` is ignored: in a golden it is the output of the pass.

    Raises:
        IRSyntaxError: the text is not IR.
    """
    from backends import load_backend
    from backends.keys import TARGET_KEYS
    from compiler.base.diagnostics import Diagnostics
    from compiler.driver.pipeline import run_named
    from compiler.ir.read import load
    from compiler.ir.text import dump
    from passes.context import Context

    assert isinstance(diagnostics, Diagnostics)
    profile = load_backend(options.target).profile if options.target and options.target in TARGET_KEYS else None
    context = Context(
        diagnostics,
        files=("input.ir",),
        target=options.target,
        profile=profile,
        max_method_params=options.max_method_params,
        targets=frozenset(TARGET_KEYS),
    )
    return dump(run_named(options.passes, load(text.partition("\n// -----\n")[0]), context))
