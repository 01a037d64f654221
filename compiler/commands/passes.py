"""`codegen passes`: the pipeline as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.driver.options import Exit
from passes import PIPELINE, TARGET_PIPELINE, Pass

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


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


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    return passes(stdout, stderr)
