"""`codegen daemon`: its arguments. A process that stays, and builds for every command of a user (docs/watch.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("action", metavar="status|stop", choices=("status", "stop"), help="what to do")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.daemon.control import status, stop

    return status(stdout, stderr) if arguments.action == "status" else stop(stdout, stderr)
