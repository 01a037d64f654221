"""`codegen schema`: JSON Schemas for editors and validators."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from compiler.driver.options import Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "of",
        metavar="SCHEMA",
        nargs="?",
        choices=("config", "openapi", "keys"),
        default="config",
        help="config (default), openapi or keys",
    )


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    if arguments.of == "config":
        from compiler.config.schema import shipped_schema

        stdout.write(shipped_schema())
    else:
        from compiler.front.keys.document_schema import keys_schema, openapi_schema

        stdout.write(openapi_schema() if arguments.of == "openapi" else keys_schema())
    return Exit.OK
