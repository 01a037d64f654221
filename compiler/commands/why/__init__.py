"""`codegen why`: its arguments."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import input_flags, input_options, read_options, target_flag
from compiler.driver.options import InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class WhyOptions:
    """`codegen why`: a symbol, a line of a file, or what a document calls something."""

    symbol: str
    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    """Those whose names are shown where the symbol names no target; none: those of gen.yaml, else all languages."""
    full: bool = False
    """Show all that each pass changed."""
    format: str = "text"
    """``text`` or ``json``."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "symbol", metavar="SYMBOL", help="target:path, FILE:LINE, GET /path, an operationId, an identity"
    )
    target_flag(parser, "show the names of this target; may be repeated")
    parser.add_argument("--full", action="store_true", help="show all that each pass changed")
    input_flags(parser, ("text", "json"))


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.why.command import why

    given = replace(input_options(arguments, stderr), format="text")
    targets = tuple(dict.fromkeys(arguments.targets))
    options = read_options(WhyOptions, arguments, input=given, targets=targets)
    return why(options, stdout, stderr)
