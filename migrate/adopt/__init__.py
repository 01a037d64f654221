"""The arguments of `codegen adopt`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from compiler.commands.parsing import FORMATS, add, limit_flags, positive, target_flag

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Commands


def add_adopt(commands: Commands) -> None:
    """Add the command."""
    details = """
The document's own keys are read (x-speakeasy-*, x-fern-*, x-stainless-*, x-ms-*), and the files that
--from names, else those that lie beside the document: .stainless/stainless.yml, .speakeasy/gen.yaml,
gen.lock and workflow.yaml, fern/generators.yml, openapi-generator's configuration. The overlay has only
what codegen does not do by itself.

  codegen adopt openapi.yaml
  codegen adopt openapi.yaml --from .stainless/stainless.yml -o adopted
  codegen adopt openapi.yaml --from ../acme-python --prove ../acme-python --require 100
"""
    parser = add(commands, "adopt", "take over names and settings from another generator", details)
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


def run_adopt(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run `codegen adopt`."""
    from dataclasses import fields

    from compiler.base.source.limits import Limits
    from migrate.adopt.command import adopt
    from compiler.driver.options import AdoptOptions, InputOptions

    given = InputOptions(
        document=arguments.document,
        ref_root=arguments.ref_root,
        limits=Limits(**{limit.name: getattr(arguments, limit.name) for limit in fields(Limits)}),
        strict=arguments.strict,
        format=arguments.format,
        quiet=arguments.quiet,
        color=stderr.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb",
    )
    options = AdoptOptions(
        given,
        tuple(arguments.sources),
        tuple(arguments.targets),
        arguments.out,
        arguments.force,
        arguments.dry_run,
        arguments.prove,
        arguments.require,
    )
    return adopt(options, stdout, stderr)
