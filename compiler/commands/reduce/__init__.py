"""`codegen reduce`: its arguments."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import input_flags, input_options, positive, read_options, target_flag
from compiler.driver.options import InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class ReduceOptions:
    """`codegen reduce`: what the document must still show: a code, a failing command, else a crash."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    code: str | None = None
    run: str | None = None
    out: str | None = None
    anonymise: bool = False
    seconds: int = 300


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--code", metavar="CODE", help="a diagnostic that `codegen lint` reports")
    wanted.add_argument("--run", metavar="COMMAND", help="a command that fails with the document, {} or its last word")
    target_flag(parser, "build this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="FILE", help="where to write the result (else reduced.yaml)")
    parser.add_argument("--anonymise", action="store_true", help="take out texts, names and addresses where it can")
    parser.add_argument("--seconds", metavar="N", type=positive, default=300, help="no longer than this (default 300)")
    input_flags(parser)


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.reduce.reduce import reduce

    options = read_options(ReduceOptions, arguments, input=input_options(arguments, stderr))
    return reduce(options, stdout, stderr)
