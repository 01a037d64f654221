"""`codegen lint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.commands.parsing import input_flags, input_options, read_options, target_flag
from compiler.driver.options import BuildOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    input_flags(parser)
    target_flag(parser, "check for this target; may be repeated")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.driver import entry

    return entry.lint(read_options(BuildOptions, arguments, input=input_options(arguments, stderr)), stdout, stderr)
