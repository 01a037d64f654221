"""`codegen build`: its arguments, and those that other commands share with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from compiler.base.similar import did_you_mean
from compiler.commands.parsing import (
    declaration,
    input_flags,
    input_options,
    names_in,
    positive,
    read_options,
    target_flag,
    wait_flag,
)
from compiler.driver.options import BuildOptions, DebugOptions, Exit

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser

    Build = Callable[[BuildOptions, TextIO, TextIO], int]


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    input_flags(parser)
    writing_flags(parser)
    parser.add_argument(
        "--daemon", action="store_true", help="build in a process that stays, so that the next build is quick"
    )
    looks = parser.group(EARLIER).add_mutually_exclusive_group()
    looks.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    looks.add_argument("--dry-run", action="store_true", help="write nothing; list the files that would change")
    parser.group(EARLIER).add_argument("--diff", action="store_true", help="with these two: print a unified diff")
    for what, help_ in _LISTED.items():
        parser.topic("tools").add_argument(
            f"--list-{what}", dest="listing", action="store_const", const=what, help=f"write nothing; list {help_}"
        )
    tool_flags(parser)
    fleet_flags(parser)
    _debug_flags(parser)


EARLIER = "what is there already"
_LISTED = {
    "inputs": "the files that are read: references, overlays, gen.yaml and codegen.lock as well",
    "outputs": "the files that a build leaves, changed or unchanged",
}


def writing_flags(parser: Parser) -> None:
    """Add what to build, where to, and what may be replaced there."""
    target_flag(parser, "python, typescript, go or reference, in gen.yaml or not; may be repeated")
    parser.add_argument("-o", "--out", metavar="DIR", help="output folder (else gen.yaml's output, else sdk)")
    parser.add_argument(
        "-k", "--keep-going", action="store_true", help="leave out the operations that have errors, and list them"
    )
    parser.group("what is printed").add_argument(
        "-v", "--verbose", action="store_true", help="every warning and info, with the lines that they are about"
    )
    there = parser.group(EARLIER)
    there.add_argument("--locked", action="store_true", help="fail if codegen.lock, which keeps names, would change")
    there.add_argument(
        "--forget", action="store_true", help="build although codegen.lock would lose most, or is of another document"
    )
    there.add_argument("--force", action="store_true", help="replace files that were edited; FILE.orig keeps each edit")
    wait_flag(parser)


def tool_flags(parser: Parser) -> None:
    """Add files for build tools, and the number of processes."""
    group = parser.topic("tools")
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


def fleet_flags(parser: Parser) -> None:
    """Add how many APIs are compiled."""
    group = parser.topic("apis")
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
    group = parser.topic("inside")
    group.add_argument(
        "--dump-ir",
        metavar="=PASS,...",
        type=names_in,
        help="print the IR after each pass, or after the named ones",
    )
    group.add_argument(
        "--dump-dir",
        metavar="DIR",
        help="write what --dump-ir or --dump-ir-diff print to a folder, one numbered file for each pass",
    )
    group.add_argument("--dump-ir-diff", dest="dump_diff", action="store_true", help="print what each pass changed")
    group.add_argument(
        "--dump-ir-only",
        dest="dump_only",
        metavar="ID",
        type=declaration,
        help="narrow dumps to one declaration: schemas/Pet, or a symbol as `codegen why` takes it",
    )
    group.add_argument("--stop-after", metavar="PASS", help="end after this pass and write nothing")
    group.add_argument(
        "--time-passes", action="store_true", help="print the seconds that each pass and every other part took"
    )
    group.add_argument("--trace", metavar="FILE", help="write what took how long, for Perfetto or chrome://tracing")
    group.add_argument("--verify-ir", dest="verify", action="store_true", help="check the IR after each pass")
    group.add_argument(
        "--verify-output",
        action="store_true",
        help="compare the names, literals and comments of printed Python with the plan before writing",
    )


def check_arguments(arguments: Namespace) -> None:
    """Refuse options that narrow dumps where there are none: a real build would run; and two that write nothing."""
    looks = [name for name in ("check", "dry_run") if getattr(arguments, name)]
    if arguments.listing and looks:
        name = looks[0].replace("_", "-")
        arguments.parser.error(f"argument --list-{arguments.listing}: not allowed with argument --{name}")
    if arguments.dump_ir is None and not arguments.dump_diff:
        for name, value in (("--dump-dir", arguments.dump_dir), ("--dump-ir-only", arguments.dump_only)):
            if value is not None:
                arguments.parser.error(f"{name} needs --dump-ir or --dump-ir-diff, which dump")


def build_options(arguments: Namespace, stderr: TextIO) -> BuildOptions:
    """Return the options of `codegen build`, and of commands that build as it does."""
    debug = read_options(DebugOptions, arguments)
    return read_options(BuildOptions, arguments, input=input_options(arguments, stderr), debug=debug)


def run_build(arguments: Namespace, stdout: TextIO, stderr: TextIO, build: Build | None = None) -> int:
    """Run `codegen build`; ``build`` is that of a resident process, where one builds."""
    from compiler.driver import entry
    from compiler.output.interrupts import terminable

    options = build_options(arguments, stderr)
    mistake = _mistake(options)
    if not mistake and options.debug.dump_only is not None:
        options, mistake = _narrowed(options)
    if mistake:
        stderr.write(f"codegen build: {mistake}\n")
        return Exit.USAGE
    with terminable():
        refused = _unknown_pass(options.debug, stderr) or _unwritable_trace(options.debug, stderr)
        return refused or (build or entry.build)(options, stdout, stderr)


def _narrowed(options: BuildOptions) -> tuple[BuildOptions, str]:
    """Return options whose dumps are of a declaration, which a symbol may name; or what is wrong with the symbol."""
    from compiler.commands.lookup import UnknownError
    from compiler.commands.why.command import narrowed

    try:
        only = narrowed(options.debug.dump_only, options.input, options.targets)
    except UnknownError as error:
        return options, f"--dump-ir-only: {error}"
    return replace(options, debug=replace(options.debug, dump_only=only)), ""


def _mistake(options: BuildOptions) -> str:
    """Return what is wrong with options that do not go together; "" if nothing is."""
    if options.diff and not (options.check or options.dry_run):
        return "--diff shows the changes that --check or --dry-run finds: add one of them"
    if options.looks and (options.depfile or options.stamp or options.surface):
        return "--depfile, --stamp and --surface are written by builds: leave them out where nothing is written"
    return ""


def _unknown_pass(debug: DebugOptions, stderr: TextIO) -> int:
    """Refuse the name of a pass that does not exist: it would dump nothing, or stop nowhere."""
    from passes import PASS_NAMES

    for name in (*(debug.dump_ir or ()), *filter(None, [debug.stop_after])):
        if name not in PASS_NAMES and (name != "lower" or name == debug.stop_after):
            hint = did_you_mean(name, PASS_NAMES) or "`codegen passes` lists them"
            stderr.write(f"codegen build: there is no pass {name!r}; {hint}\n")
            return Exit.USAGE
    return Exit.OK


def _unwritable_trace(debug: DebugOptions, stderr: TextIO) -> int:
    """Refuse a file that cannot be written before the work is done and not after it."""
    if debug.trace is None:
        return Exit.OK
    from compiler.driver.timing import write_trace

    problem = write_trace(debug.trace)
    stderr.write(problem and f"codegen build: {problem}\n")
    return Exit.USAGE if problem else Exit.OK


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    return run_build(arguments, stdout, stderr)
