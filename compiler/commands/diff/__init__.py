"""`codegen diff`: its arguments."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import FORMATS, input_options, read_options, reading_flags, target_flag
from compiler.driver.options import Exit, InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class DiffOptions:
    """`codegen diff`: two versions of a document; ``document`` of ``input`` has no meaning."""

    old: str
    """A document, a gen.yaml whose document is meant, a URL, or ``git:REVISION:PATH`` of one of the first two."""
    new: str
    """Another one; the same with ``compiler`` alone."""
    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    """Those whose surfaces are compared, besides the wire."""
    keep_going: bool = False
    fail_on: str = "break"
    """The least change that makes the exit code 1: ``break``, ``risk``, ``note``, ``docs``, or ``never``."""
    compiler: str | None = None
    """The compiler that ``old`` is compiled by: a command or a folder; None: this one."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", metavar="OLD", help="the version that programs are written for")
    parser.add_argument(
        "new", metavar="NEW", nargs="?", help="the version that is to replace it; with --compiler else the same"
    )
    parser.add_argument(
        "--compiler",
        metavar="CODEGEN",
        help="another version of codegen, which compiles OLD: a command, or the folder of a checkout or environment",
    )
    parser.add_argument(
        "--fail-on",
        choices=("break", "risk", "note", "docs", "never"),
        default="break",
        help="the least change that makes the exit code 1 (default break)",
    )
    parser.set_defaults(documents=[])
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml for the SDKs (else beside each document)")
    target_flag(parser, "say also what changes for programs that use the SDK of this target; may be repeated")
    parser.add_argument("-k", "--keep-going", action="store_true", help="compare what can be compiled")
    reading_flags(parser, (*FORMATS, "markdown", "changelog"))


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.diff.compare import diff

    if arguments.new is None and arguments.compiler is None:
        stderr.write("codegen diff: NEW is missing, or --compiler to compare two versions of codegen by one document\n")
        return Exit.USAGE
    options = read_options(
        DiffOptions,
        arguments,
        input=input_options(arguments, stderr),
        new=arguments.new if arguments.new is not None else arguments.old,
        targets=tuple(dict.fromkeys(arguments.targets)),
    )
    return diff(options, stdout, stderr)
