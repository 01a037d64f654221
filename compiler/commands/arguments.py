"""Parses the command line: the commands of the table, and the arguments of the one that is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from compiler.base.own_version import own_version
from compiler.commands.parsing import Parser
from compiler.commands.table import COMMANDS, NAMED, Command
from compiler.driver.options import Exit

_DESCRIPTION = """\
codegen compiles an OpenAPI document to client SDKs and reference pages.

  codegen build openapi.yaml -t python     an SDK in sdk/python, its reference in sdk/reference
  codegen init -t python                   a gen.yaml to keep the choices in; then: codegen build
  codegen adopt openapi.yaml               take over names and settings from another generator
  codegen lint openapi.yaml                only say what is wrong with the document
  codegen explain CG0106                   what a message means, with an example
"""
_EXIT_CODES = """\
exit codes: 0 ok · 1 the output is stale (--check) · 2 the document has errors, or one of several APIs was not
built · 3 the command line, gen.yaml or the output folder has a mistake · 4 a bug in the compiler · 130 interrupted,
143 terminated: the output is unchanged or complete
"""


_BARE = ("--dump-ir", "--suggest", "--make", "--cmake", "--bazel")
"""Options with a value only after `=`."""


def with_explicit_value(argv: list[str]) -> list[str]:
    """Give a bare option such as `--dump-ir` its empty value, so that it never takes the document for one."""
    return [f"{word}=" if word in _BARE else word for word in argv]


def parse_arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line; mistakes are printed, and raise `SystemExit`."""
    parser = make_parser([command] if (command := NAMED.get(next(iter(argv), ""))) else ())
    arguments, unknown = parser.parse_known_args(with_explicit_value(argv))
    if "--dump-ir" in argv:
        _refuse_parted(argv, arguments.parser)
    if unknown:
        arguments.parser.refuse(unknown)
    if arguments.command == "build":
        from compiler.commands.build import check_arguments

        check_arguments(arguments)
    return arguments


def _refuse_parted(argv: list[str], parser: Parser) -> None:
    """Refuse `--dump-ir rename`, whose pass would be taken for the document."""
    from passes import PASS_NAMES

    word = next(iter(argv[argv.index("--dump-ir") + 1 :]), "")
    if word and not os.path.lexists(word) and (PASS_NAMES | {"lower"}).issuperset(word.split(",")):
        parser.error(f"a pass follows `=`; did you mean --dump-ir={word}?")


def make_parser(whole: Sequence[Command] = COMMANDS) -> Parser:
    """Return the parser of the command line, with the arguments of some commands and the names of all.

    Raises:
        NotInstalledError: a command is of a package that is not installed.
    """
    return _parsers(whole)[0]


def parser_of(command: str) -> Parser:
    """Return the parser of a command.

    Raises:
        NotInstalledError: it is of a package that is not installed.
    """
    return _parsers([NAMED[command]])[1][command]


def _parsers(whole: Sequence[Command]) -> tuple[Parser, dict[str, Parser]]:
    parser = Parser(prog="codegen", description=_DESCRIPTION, epilog=_EXIT_CODES)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    found: dict[str, Parser] = {}
    for command in COMMANDS:
        summary = command.summary
        module = command.load() if command in whole else None
        details = f"{summary[0].upper()}{summary[1:]}.\n{command.details() if module else ''}"
        own = found[command.name] = commands.add_parser(command.name, help=summary, description=details)
        own.set_defaults(command=command.name, parser=own)
        if module is not None:
            module.add_arguments(own)
    return parser, found


class _Version(argparse.Action):
    """Looks the version up only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"codegen {own_version() or '(not installed)'}\n")
        parser.exit(Exit.OK)
