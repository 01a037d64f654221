"""`codegen help`: the options of a topic, or all of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.commands.parsing import TOPICS
from compiler.driver.exit import Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.description = f"{parser.description}\nTopics: {', '.join(TOPICS)}.\n"
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="a topic, or a command (else: all commands)")


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from compiler.base.similar import did_you_mean
    from compiler.commands.arguments import make_parser, parser_of
    from compiler.commands.table import NAMED

    topic = arguments.topic
    if topic is None:
        stdout.write(make_parser(()).format_help())
    elif topic in TOPICS:
        stdout.write(parser_of("build").format_topic(topic))
    elif topic in NAMED:
        stdout.write(parser_of(topic).format_all())
    else:
        hint = did_you_mean(topic, [*TOPICS, *NAMED]) or f"topics: {', '.join(TOPICS)}"
        stderr.write(f"codegen help: there is no topic or command {topic!r}; {hint}\n")
        return Exit.USAGE
    return Exit.OK
