"""`codegen adopt`: its arguments. It reads what a team has from another generator, and writes what says it here."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import FORMATS, input_options, limit_flags, positive, read_options, target_flag
from compiler.driver.options import InputOptions

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class AdoptOptions:
    """`codegen adopt`: what is read besides the document's own keys, and where the overlay and gen.yaml go."""

    input: InputOptions = field(default_factory=InputOptions)
    sources: tuple[str, ...] = ()
    """Configuration files and published SDKs, or folders with them; none: what lies beside the document."""
    targets: tuple[str, ...] = ()
    """Those that gen.yaml has a section for, besides those that the sources speak of."""
    out: str | None = None
    """The folder; None: the document's."""
    force: bool = False
    dry_run: bool = False
    prove: str | None = None
    """A published SDK, whose surface is compared with what is adopted; None: none."""
    require: int | None = None
    """The percentage of its methods that must be the same."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "document", metavar="DOCUMENT", nargs="?", help="the OpenAPI document (else the one that lies here)"
    )
    parser.add_argument(
        "--from",
        dest="sources",
        metavar="PATH",
        action="append",
        default=[],
        help="a configuration file, a published SDK, or a folder with such files; may be repeated",
    )
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", help="where gen.yaml and the overlay go (else beside the document)"
    )
    parser.add_argument("--force", action="store_true", help="replace a gen.yaml and an overlay that are there")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    target_flag(parser, "add a section for this target to gen.yaml; may be repeated")
    parser.add_argument(
        "--prove", metavar="OLD_SDK", help="compare the public surface of a published SDK with this one"
    )
    parser.add_argument(
        "--require",
        metavar="N",
        type=positive,
        help="with --prove: exit 1 if fewer than N percent of its methods are the same",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print only errors")
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of what is printed (default text)")
    parser.add_argument("--ref-root", metavar="DIR", help="folder that references must stay in (else the document's)")
    limit_flags(parser)
    parser.set_defaults(documents=[])


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from migrate.adopt.command import adopt

    given = replace(input_options(arguments, stderr), document=arguments.document)
    options = read_options(AdoptOptions, arguments, input=given)
    return adopt(options, stdout, stderr)
