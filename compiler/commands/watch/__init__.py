"""`codegen watch`: its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.commands.build import build_options, fleet_flags, tool_flags, writing_flags
from compiler.commands.parsing import input_flags

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    input_flags(parser)
    writing_flags(parser)
    tool_flags(parser)
    fleet_flags(parser)


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from dataclasses import replace

    from compiler.commands.watch.loop import watch

    return watch(replace(build_options(arguments, stderr), next_steps=False), stdout, stderr)
