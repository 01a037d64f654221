"""`codegen upgrade-calls`: its arguments. It rewrites programs for another version of an SDK."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TextIO

from compiler.base.frozen import frozen
from compiler.commands.parsing import input_options, read_options, reading_flags, target_flag
from compiler.driver.options import Exit, InputOptions
from migrate.upgrade.untraced import help_text

if TYPE_CHECKING:
    from argparse import Namespace

    from compiler.commands.parsing import Parser


@frozen
class UpgradeOptions:
    """`codegen upgrade-calls`: rewrites programs from one version of an SDK to another; ``document`` of ``input`` has
    no meaning."""

    paths: tuple[str, ...]
    """Files and folders of the program."""
    input: InputOptions = field(default_factory=InputOptions)
    old: str | None = None
    """A version as `codegen diff` takes it; None: ``renames`` has what changed."""
    new: str | None = None
    renames: str | None = None
    targets: tuple[str, ...] = ()
    keep_going: bool = False
    check: bool = False
    """Write nothing; exit 1 if anything would change."""
    dry_run: bool = False
    diff: bool = False
    write_renames: str | None = None
    """The file that receives what became of names."""
    sdk: tuple[str, ...] = ()
    """Folders that have the old SDK, for its types."""
    python: str | None = None
    """The interpreter whose packages programs in Python use."""

    @property
    def looks(self) -> bool:
        """Whether nothing is written."""
        return self.check or self.dry_run


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.description = f"{parser.description}\n{help_text()}\n"
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files and folders of the program")
    parser.add_argument(
        "--from", dest="old", metavar="OLD", help="the version that the program uses: as for `codegen diff`"
    )
    parser.add_argument("--to", dest="new", metavar="NEW", help="the version that it is to use")
    parser.add_argument("--renames", metavar="FILE", help="what became of names, in place of --from and --to")
    parser.add_argument("--write-renames", metavar="FILE", help="write what became of names to FILE")
    looks = parser.add_mutually_exclusive_group()
    looks.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    looks.add_argument("--dry-run", action="store_true", help="write nothing; list the files that would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; print a unified diff")
    parser.add_argument(
        "--sdk", metavar="DIR", action="append", default=[], help="a folder with the old SDK, where it is not installed"
    )
    parser.add_argument("--python", metavar="FILE", help="the interpreter whose packages the program uses")
    parser.set_defaults(documents=[])
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml for the SDKs (else beside each document)")
    target_flag(parser, "rewrite programs of this target; may be repeated; surfaces say it themselves")
    parser.add_argument("-k", "--keep-going", action="store_true", help="use what can be compiled of the documents")
    reading_flags(parser, ("text", "json", "github"))


def run(arguments: Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command; returns the exit code."""
    from migrate.upgrade.upgrade_calls import upgrade_calls

    targets = tuple(dict.fromkeys(arguments.targets))
    options = read_options(UpgradeOptions, arguments, input=input_options(arguments, stderr), targets=targets)
    mistake = _mistake(options)
    if mistake:
        stderr.write(f"codegen upgrade-calls: {mistake}\n")
        return Exit.USAGE
    return upgrade_calls(options, stdout, stderr)


def _mistake(options: UpgradeOptions) -> str:
    if options.renames is None and (options.old is None or options.new is None):
        return "--from OLD and --to NEW, or --renames FILE, say what changed"
    if options.renames is not None and (options.old is not None or options.new is not None):
        return "--renames is in place of --from and --to"
    if not options.paths and options.write_renames is None:
        return "name the files or folders of the program"
    return ""
