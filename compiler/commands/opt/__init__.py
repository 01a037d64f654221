"""`codegen opt`: its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import names_in, read_options

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class OptOptions:
    """`codegen opt`: IR text in, IR text out; or cases that are held to their text."""

    files: tuple[str, ...] = ()
    """Files of IR text, `-` for standard input; none: that alone."""
    passes: tuple[str, ...] = ()
    target: str | None = None
    max_method_params: int | None = None
    verify_each: bool = False
    split_input: bool = False
    expect_diagnostics: bool = False
    check: bool = False
    update: bool = False
    printed: str | None = None
    """The target whose passes, plan and printing follow the passes; its files are counted, not written."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", metavar="FILE.ir", nargs="*", help="IR text; - or none: standard input")
    parser.add_argument("--passes", metavar="A,B", type=names_in, default="", help="the passes to run, in this order")
    parser.add_argument("-t", "--target", help="the target whose passes run")
    parser.add_argument("--max-method-params", type=int, metavar="N", help="the limit, as gen.yaml would set it")
    parser.add_argument(
        "--print", dest="printed", metavar="TARGET", help="plan and print a target from what the passes leave"
    )
    parser.add_argument("--verify-each", action="store_true", help="check the IR after each pass")
    parser.add_argument(
        "--split-input", action="store_true", help="a file has several inputs, with a line `// =====` between them"
    )
    parser.add_argument(
        "--expect-diagnostics",
        action="store_true",
        help="hold the diagnostics to comments such as `// error[CG0604] /pointer: message`",
    )
    cases = parser.add_mutually_exclusive_group()
    cases.add_argument("--check", action="store_true", help="files are cases: exit 1 if one is not what it says")
    cases.add_argument("--update", action="store_true", help="files are cases: write into them what the passes leave")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.opt.opt import opt

    options = read_options(OptOptions, arguments)
    return opt(options, stdout, stderr)
