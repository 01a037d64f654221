"""The arguments of `codegen upgrade-calls`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.commands.parsing import add, reading_flags, target_flag

if TYPE_CHECKING:
    from compiler.commands.parsing import Commands


def add_upgrade_calls(commands: Commands) -> None:
    """Add the command."""
    details = """
Methods, groups, arguments, types, fields and members of enums get their new names, and calls their new form, where
the symbols of both versions were made from the same thing. All else stays byte for byte. What cannot be told is
left as it is, below a comment `# codegen: ...`, and is listed.

  codegen upgrade-calls src --from git:v1.2:openapi.yaml --to openapi.yaml -t python --diff
  codegen upgrade-calls src --from old/go.surface --to new/go.surface
  codegen upgrade-calls src --renames renames.json --check
"""
    parser = add(commands, "upgrade-calls", "rewrite programs that use an SDK for its next version", details)
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
