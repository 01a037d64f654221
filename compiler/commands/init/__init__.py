"""`codegen init`: its arguments."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import input_flags, input_options, read_options, target_flag
from compiler.driver.options import Exit, InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class InitOptions:
    """`codegen init`: a commented gen.yaml for a document, and an overlay of what it suggests."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    keep_going: bool = False
    suggest: str | None = None
    """The overlay to write (D6.12); empty: beside gen.yaml, by the usual name; None: none."""
    force: bool = False
    """Replace an existing gen.yaml; with ``suggest`` the overlay instead."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    input_flags(parser)
    target_flag(parser, "give this target a section; may be repeated (default: python)")
    parser.add_argument("-k", "--keep-going", action="store_true", help="ignore the operations that have errors")
    parser.add_argument(
        "--suggest",
        metavar="=FILE",
        help="write an overlay for operations that look paged but are not configured, and for bodies that require "
        "fields but do not say whether they are required, to suggested.overlay.yaml beside gen.yaml or to FILE",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace an existing gen.yaml; with --suggest, replace the overlay"
    )
    group = parser.add_argument_group("for build tools", "Print a text, and write and read nothing.")
    for tool, what in (("make", "a Makefile"), ("cmake", "a CMakeLists.txt"), ("bazel", "a BUILD file")):
        group.add_argument(
            f"--{tool}",
            metavar="=path",
            help=f"print the lines with which {what} includes our rules; with =path, the path of their file",
        )


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    for tool in ("make", "cmake", "bazel"):
        form = getattr(arguments, tool)
        if form in ("", "path"):
            from compiler.commands.init.build_tools import how_to_include

            stdout.write(how_to_include(tool, form))
            return Exit.OK
        if form is not None:
            stderr.write(f"codegen init: --{tool} takes no value, or `=path`\n")
            return Exit.USAGE
    from compiler.commands.init.start import init

    options = read_options(InitOptions, arguments, input=input_options(arguments, stderr))
    return init(options, stdout, stderr)
