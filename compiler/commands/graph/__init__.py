"""`codegen graph`: its arguments."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.base.similar import did_you_mean
from compiler.commands.parsing import input_flags, input_options, positive, read_options
from compiler.driver.options import Exit, InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class GraphOptions:
    """`codegen graph`: at most one question; without one the graph itself, whole or around a node."""

    input: InputOptions = field(default_factory=InputOptions)
    after: str | None = None
    """The shared pass after which; None: all."""
    format: str = "dot"
    around: str | None = None
    depth: int = 1
    cycles: bool = False
    reaching: str | None = None
    reached_from: str | None = None
    kept_by: str | None = None
    path: tuple[str, str] | None = None


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    question = parser.add_mutually_exclusive_group()
    question.add_argument("--cycles", action="store_true", help="a circle of each cluster that refers to itself")
    question.add_argument("--reaching", metavar="ID", help="all that leads to it")
    question.add_argument("--reached-from", metavar="ID", help="all that it leads to")
    question.add_argument("--kept-by", metavar="ID", help="all that would be pruned without it")
    question.add_argument("--path", metavar="ID", nargs=2, help="the shortest way from the first to the second")
    question.add_argument("--around", metavar="ID", help="the graph around it")
    parser.add_argument("--depth", metavar="N", type=positive, default=1, help="with --around: so many steps")
    parser.add_argument("--after", metavar="PASS", help="as it is after this pass (else after all that targets share)")
    input_flags(parser, ("dot", "graphml", "json"))


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.commands.graph.graph import graph
    from passes import PIPELINE

    known = [step.name for step in PIPELINE]
    if arguments.after is not None and arguments.after not in known:
        hint = did_you_mean(arguments.after, known) or "`codegen passes` lists them"
        stderr.write(f"codegen graph: there is no pass {arguments.after!r} that all targets share; {hint}\n")
        return Exit.USAGE
    given = replace(input_options(arguments, stderr), format="text")
    options = read_options(GraphOptions, arguments, input=given)
    return graph(options, stdout, stderr)
