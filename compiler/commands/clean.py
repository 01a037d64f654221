"""`codegen clean`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.commands.parsing import input_flags, input_options, read_options, target_flag, wait_flag
from compiler.driver.options import CleanOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    input_flags(parser)
    target_flag(parser, "clean only this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="DIR", help="output folder (else gen.yaml's output, else sdk)")
    wait_flag(parser)


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.driver import entry

    return entry.clean(read_options(CleanOptions, arguments, input=input_options(arguments, stderr)), stdout, stderr)
