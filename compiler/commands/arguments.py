"""The arguments of every command, with help texts for newcomers."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from compiler.base.own_version import own_version
from migrate.adopt import add_adopt
from compiler.commands.inspecting import add_inspecting
from compiler.commands.parsing import Parser, add, input_flags, positive, target_flag, wait_flag
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from compiler.commands.parsing import Commands

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
    parser = make_parser()
    arguments, unknown = parser.parse_known_args(with_explicit_value(argv))
    if "--dump-ir" in argv:
        _refuse_parted(argv, arguments.parser)
    if unknown:
        arguments.parser.refuse(unknown)
    if arguments.command == "build":
        _refuse_idle(arguments)
    return arguments


def _refuse_parted(argv: list[str], parser: Parser) -> None:
    """Refuse `--dump-ir rename`, whose pass would be taken for the document."""
    from passes import PASS_NAMES

    word = next(iter(argv[argv.index("--dump-ir") + 1 :]), "")
    if word and not os.path.lexists(word) and (PASS_NAMES | {"lower"}).issuperset(word.split(",")):
        parser.error(f"a pass follows `=`; did you mean --dump-ir={word}?")


def _refuse_idle(arguments: argparse.Namespace) -> None:
    """Refuse options that narrow dumps where there are none: a real build would run."""
    if arguments.dump_ir is None and not arguments.dump_ir_diff:
        for name, value in (("--dump-dir", arguments.dump_dir), ("--dump-ir-only", arguments.dump_ir_only)):
            if value is not None:
                arguments.parser.error(f"{name} needs --dump-ir or --dump-ir-diff, which dump")


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="codegen", description=_DESCRIPTION, epilog=_EXIT_CODES)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    _add_build(commands)
    _add_watch(commands)
    _add_lint(commands)
    _add_init(commands)
    add_adopt(commands)
    _add_clean(commands)
    _add_worker(commands)
    _add_daemon(commands)
    add_inspecting(commands)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"codegen {own_version() or '(not installed)'}\n")
        parser.exit(Exit.OK)


def _add_build(commands: Commands) -> None:
    details = """
With no gen.yaml, -t names the targets and the output goes to sdk/. Files are replaced only when they
changed and are codegen's own; any error leaves everything as it was. If nothing has
changed since the last build, codegen does not compile again (CODEGEN_CACHE=off always compiles).

  codegen build openapi.yaml -t python
  codegen build                            document, targets and output from gen.yaml
  curl ... | codegen build - -t python
"""
    parser = add(commands, "build", "compile a document to SDKs and reference pages", details)
    input_flags(parser)
    _writing_flags(parser)
    _look_flags(parser)
    parser.add_argument(
        "--daemon",
        action="store_true",
        help="build in a process that stays, so that the next build takes a fraction (or CODEGEN_DAEMON=1)",
    )
    _tool_flags(parser)
    _fleet_flags(parser)
    _debug_flags(parser)


def _add_watch(commands: Commands) -> None:
    details = """
Builds, and builds again whenever a file changes that the build reads: the document, files that it refers to,
overlays, gen.yaml, codegen.lock. What is unchanged is not compiled again. Ctrl-C ends it.

  codegen watch                            document, targets and output from gen.yaml
  codegen watch openapi.yaml -t python
"""
    parser = add(commands, "watch", "build again whenever a file changes", details)
    input_flags(parser)
    _writing_flags(parser)
    _tool_flags(parser)
    _fleet_flags(parser)
    parser.set_defaults(**_NO_LOOKS, **_NO_DEBUG)


_NO_LOOKS = {"check": False, "dry_run": False, "listing": None, "diff": False}
_NO_DEBUG = {
    "dump_ir": None, "dump_dir": None, "dump_ir_diff": False, "dump_ir_only": None, "stop_after": None,
    "time_passes": False, "trace": None, "verify_ir": False, "verify_output": False,
}  # fmt: skip


def _writing_flags(parser: Parser) -> None:
    target_flag(parser, "build this target, whether gen.yaml has it or not; may be repeated")
    parser.add_argument("-o", "--out", metavar="DIR", help="output folder (else gen.yaml's output, else sdk)")
    parser.add_argument(
        "-k",
        "--keep-going",
        action="store_true",
        help="leave out the operations that have errors, write the rest, and list what was left out",
    )
    parser.add_argument("--locked", action="store_true", help="fail if codegen.lock, which keeps names, would change")
    parser.add_argument(
        "--forget",
        action="store_true",
        help="build although the document is not gen.yaml's, or codegen.lock would lose most of its entries",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace generated files that were edited; FILE.orig keeps each edit"
    )
    wait_flag(parser)


def _look_flags(parser: Parser) -> None:
    looks = parser.add_mutually_exclusive_group()
    looks.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    looks.add_argument("--dry-run", action="store_true", help="write nothing; list the files that would change")
    looks.add_argument(
        "--list-inputs",
        dest="listing",
        action="store_const",
        const="inputs",
        help="write nothing; list the files that are read: references, overlays, gen.yaml and codegen.lock as well",
    )
    looks.add_argument(
        "--list-outputs",
        dest="listing",
        action="store_const",
        const="outputs",
        help="write nothing; list the files that a build leaves, changed or unchanged",
    )
    parser.add_argument("--diff", action="store_true", help="with --check or --dry-run: print a unified diff")


def _tool_flags(parser: Parser) -> None:
    group = parser.add_argument_group("for build tools")
    group.add_argument("--depfile", metavar="FILE", help="write the inputs to FILE as make and ninja read them")
    group.add_argument(
        "--surface", metavar="DIR", help="write what programs can name of each SDK to DIR/TARGET.surface: codegen diff"
    )
    group.add_argument("--stamp", metavar="FILE", help="write FILE when the output has changed, and only then")
    group.add_argument(
        "--jobs",
        metavar="N",
        type=positive,
        help="processes to use at most; a large document takes two (default: the number of processors)",
    )


def _fleet_flags(parser: Parser) -> None:
    group = parser.add_argument_group("many APIs (`apis` of gen.yaml)")
    group.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=positive,
        help="give up on an API after this time",
    )
    group.add_argument(
        "--scheduler", metavar="ADDRESS", help="compile on the workers of this Dask scheduler, such as tcp://host:8786"
    )
    group.add_argument(
        "--cache",
        metavar="URL",
        help="keep results here, and use those there: a folder, s3://... (fsspec)",
    )


def _debug_flags(parser: Parser) -> None:
    group = parser.add_argument_group("looking inside the compiler")
    group.add_argument(
        "--dump-ir",
        metavar="=PASS,...",
        help="print the IR after each pass, or after the named ones (a value only after =)",
    )
    group.add_argument("--dump-dir", metavar="DIR", help="write the dumps here, one numbered file for each pass")
    group.add_argument("--dump-ir-diff", action="store_true", help="print what each pass changed")
    group.add_argument(
        "--dump-ir-only",
        metavar="ID",
        help="narrow dumps to one declaration: schemas/Pet, or a symbol as `codegen why` takes it",
    )
    group.add_argument("--stop-after", metavar="PASS", help="end after this pass and write nothing")
    group.add_argument(
        "--time-passes", action="store_true", help="print the seconds that each pass and every other part took"
    )
    group.add_argument("--trace", metavar="FILE", help="write what took how long, for Perfetto or chrome://tracing")
    group.add_argument("--verify-ir", action="store_true", help="check the IR after each pass")
    group.add_argument(
        "--verify-output",
        action="store_true",
        help="compare the names, literals and comments of printed Python with the plan before writing",
    )


def _add_lint(commands: Commands) -> None:
    parser = add(commands, "lint", "report what is wrong with a document and write nothing")
    input_flags(parser)
    target_flag(parser, "check for this target; may be repeated")


def _add_init(commands: Commands) -> None:
    details = """
The file is written beside the document. It has every key as a comment, with what the document shows:
names and where they come from, pages, servers, credentials and their variables, package names. Without
DOCUMENT, the one in this folder is used (openapi.yaml, openapi.json, swagger.json ...). Editors check
gen.yaml by gen.schema.json beside it.

  codegen init -t python -t go
  codegen init --suggest                   also pages.overlay.yaml: the pagination of operations that
                                           look paged, to review and keep. An existing gen.yaml is
                                           left alone. No file is replaced without --force
"""
    parser = add(commands, "init", "write a commented gen.yaml for a document", details)
    input_flags(parser)
    target_flag(parser, "give this target a section; may be repeated (default: python)")
    parser.add_argument("-k", "--keep-going", action="store_true", help="ignore the operations that have errors")
    parser.add_argument(
        "--suggest",
        metavar="=FILE",
        help="write an overlay for operations that look paged but are not configured, to pages.overlay.yaml "
        "beside gen.yaml or to FILE (a value only after =)",
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


def _add_clean(commands: Commands) -> None:
    details = "\nRemoves only files that the manifests list and that nobody edited.\n"
    parser = add(commands, "clean", "remove the generated files", details)
    input_flags(parser)
    target_flag(parser, "clean only this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="DIR", help="output folder (else gen.yaml's output, else sdk)")
    wait_flag(parser)


def _add_worker(commands: Commands) -> None:
    details = """
codegen worker --persistent_worker [OPTIONS] reads work requests in JSON from standard input, and writes work
responses to standard output. Arguments of requests, and OPTIONS for all of them, are those of `codegen build`.
Without --persistent_worker it is one build. @FILE and --flagfile=FILE stand for arguments in a file, one a line.
"""
    add(commands, "worker", "build for Bazel, as a persistent worker", details)


def _add_daemon(commands: Commands) -> None:
    details = """
`codegen build --daemon` starts one where there is none. It ends after an hour without a build
(CODEGEN_DAEMON_IDLE=SECONDS), and when codegen is updated.
"""
    parser = add(commands, "daemon", "show or stop the process behind `codegen build --daemon`", details)
    parser.add_argument("action", metavar="status|stop", choices=("status", "stop"), help="what to do")
