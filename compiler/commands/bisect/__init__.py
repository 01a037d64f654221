"""`codegen bisect`: its arguments."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import declaration, input_flags, input_options, read_options, target_flag
from compiler.driver.options import InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class BisectOptions:
    """`codegen bisect`: what must hold after each pass: a pattern in the dump or none, a command, else the verifier."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    has: str | None = None
    lacks: str | None = None
    run: str | None = None
    only: str | None = None

    @property
    def verify(self) -> bool:
        """Whether the rules of the IR are what must hold."""
        return self.has is None and self.lacks is None and self.run is None


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--has", metavar="PATTERN", help="the dump has it")
    wanted.add_argument("--lacks", metavar="PATTERN", help="the dump does not have it")
    wanted.add_argument("--run", metavar="COMMAND", help="it succeeds with the dump, {} or its last word")
    parser.add_argument("--only", metavar="ID", type=declaration, help="look at one declaration, such as schemas/Trip")
    target_flag(parser, "run the passes of this target, too; may be repeated")
    input_flags(parser)


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.bisect.bisect import bisect

    options = read_options(BisectOptions, arguments, input=input_options(arguments, stderr))
    return bisect(options, stdout, stderr)
