"""The arguments of commands that look at documents, and into the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.commands.parsing import FORMATS, add, input_flags, positive, reading_flags, target_flag
from migrate.upgrade import add_upgrade_calls

if TYPE_CHECKING:
    from compiler.commands.parsing import Commands


def add_inspecting(commands: Commands) -> None:
    """Add them, in the order of the help."""
    _add_diff(commands)
    add_upgrade_calls(commands)
    _add_graph(commands)
    _add_why(commands)
    _add_reduce(commands)
    _add_bisect(commands)
    _add_explain(commands)
    _add_docs(commands)
    _add_passes(commands)
    _add_opt(commands)
    _add_schema(commands)
    _add_completion(commands)


def _add_diff(commands: Commands) -> None:
    details = """
OLD and NEW are documents, or files gen.yaml whose document and overlays are meant: a file, a URL, or
git:REVISION:PATH, as it was at a revision of the repository around the working folder. A break is what
makes programs fail that were right; a risk is allowed, but may surprise; a note breaks nobody; docs
are texts alone.

  codegen diff git:v1.2:openapi.yaml openapi.yaml -t python -t go
  codegen diff old/go.surface new/go.surface             as `build --surface` wrote them
  codegen diff --compiler ./old-codegen openapi.yaml     two versions of codegen
  codegen diff old.yaml new.yaml --format markdown       for a pull request
  codegen diff old.yaml new.yaml -t go --format changelog
"""
    parser = add(commands, "diff", "say what changed between two versions, and whom it breaks", details)
    parser.add_argument("old", metavar="OLD", help="the version that programs are written for")
    parser.add_argument(
        "new", metavar="NEW", nargs="?", help="the version that is to replace it; with --compiler else the same"
    )
    parser.add_argument(
        "--compiler",
        metavar="CODEGEN",
        help="another version of codegen, which compiles OLD: a command, or the folder of a checkout or environment",
    )
    parser.add_argument(
        "--fail-on",
        choices=("break", "risk", "note", "docs", "never"),
        default="break",
        help="the least change that makes the exit code 1 (default break)",
    )
    parser.set_defaults(documents=[])
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml for the SDKs (else beside each document)")
    target_flag(parser, "say also what changes for programs that use the SDK of this target; may be repeated")
    parser.add_argument("-k", "--keep-going", action="store_true", help="compare what can be compiled")
    reading_flags(parser, (*FORMATS, "markdown", "changelog"))


def _add_graph(commands: Commands) -> None:
    details = """
Nodes are operations, events and types (before shape_types: schemas). ID is an identity as dumps show it
(schemas/Trip), its last part, a name, an operationId, or "GET /trips". Without a question the graph
itself is printed.

  codegen graph openapi.yaml --around Trip | dot -Tsvg > trip.svg
  codegen graph openapi.yaml --path "GET /trips" Station
"""
    parser = add(commands, "graph", "print what refers to what, or answer a question about it", details)
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


def _add_why(commands: Commands) -> None:
    details = """
SYMBOL is what programs write, with its target; a line of printed code; the place of a diagnostic; or what the
document calls something. The answer goes from there through each pass that touched it, with the rule in words,
who else wanted the name, the line of codegen.lock, and an override to paste.

  codegen why python:client.bookings.create
  codegen why typescript:BookingInput openapi.yaml
  codegen why go:Booking.PassengerName --full
  codegen why sdk/python/acme/models/booking.py:41
  codegen why openapi.yaml:120:7
  codegen why "GET /bookings"
"""
    parser = add(commands, "why", "say where a name or a line of an SDK comes from", details)
    parser.add_argument(
        "symbol", metavar="SYMBOL", help="target:path, FILE:LINE, GET /path, an operationId, an identity"
    )
    target_flag(parser, "show the names of this target; may be repeated")
    parser.add_argument("--full", action="store_true", help="show all that each pass changed")
    input_flags(parser, ("text", "json"))


def _add_reduce(commands: Commands) -> None:
    details = """
Parts are taken away as long as the document still shows what is looked for: a diagnostic (--code), a
command that fails (--run), or else a crash of codegen. References stay whole. The result goes to
reduced.yaml (or .json, as the document's name ends).

  codegen reduce openapi.yaml --code CG0403
  codegen reduce openapi.yaml -t go --anonymise
  codegen reduce openapi.yaml --run "./fails-with.sh {}"
"""
    parser = add(commands, "reduce", "write the smallest document that still shows a fault", details)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--code", metavar="CODE", help="a diagnostic that `codegen lint` reports")
    wanted.add_argument("--run", metavar="COMMAND", help="a command that fails with the document, {} or its last word")
    target_flag(parser, "build this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="FILE", help="where to write the result (else reduced.yaml)")
    parser.add_argument("--anonymise", action="store_true", help="take out texts, names and addresses where it can")
    parser.add_argument("--seconds", metavar="N", type=positive, default=300, help="no longer than this (default 300)")
    input_flags(parser)


def _add_bisect(commands: Commands) -> None:
    details = """
All passes run; the IR after each is held to what must hold: a pattern (Python's regular expressions) that
its text has or lacks, a command that succeeds with the file of the dump, or else the rules of the IR. Exit
code 1 names the first pass that ends it, with what it changed.

  codegen bisect openapi.yaml --has 'name "getTrips"'
  codegen bisect openapi.yaml --only schemas/Trip --lacks unnamed -t go
"""
    parser = add(commands, "bisect", "find the pass after which something does not hold any more", details)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--has", metavar="PATTERN", help="the dump has it")
    wanted.add_argument("--lacks", metavar="PATTERN", help="the dump does not have it")
    wanted.add_argument("--run", metavar="COMMAND", help="it succeeds with the dump, {} or its last word")
    parser.add_argument("--only", metavar="ID", help="look at one declaration, such as schemas/Trip")
    target_flag(parser, "run the passes of this target, too; may be repeated")
    input_flags(parser)


def _add_explain(commands: Commands) -> None:
    parser = add(commands, "explain", "explain a diagnostic code or a key, with the rule behind it")
    parser.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help="such as CG0106, or a key such as maxMethodParams or x-codegen-group; without it, all codes are listed",
    )


def _add_docs(commands: Commands) -> None:
    details = """
  codegen docs gen-yaml                    also docs/gen-yaml.md, as messages name it
  codegen docs gen-yaml#python             one section of it
"""
    parser = add(commands, "docs", "show a page of the documentation", details)
    parser.add_argument("page", metavar="PAGE", nargs="?", help="without it, all pages are listed")


def _add_passes(commands: Commands) -> None:
    add(commands, "passes", "print the pipeline: each pass with the facts it needs and makes")


def _add_opt(commands: Commands) -> None:
    details = """
  codegen opt --passes merge_all_of,shape_types before.ir
  codegen opt --check golden/passes/rename/*.ir          hold cases to what they say: docs/debugging.md
"""
    parser = add(commands, "opt", "run passes on IR text and print the result", details)
    parser.add_argument("files", metavar="FILE.ir", nargs="*", help="IR text; - or none: standard input")
    parser.add_argument("--passes", metavar="A,B", default="", help="the passes to run, in this order")
    parser.add_argument("-t", "--target", help="the target whose passes run")
    parser.add_argument("--max-method-params", type=int, metavar="N", help="the limit, as gen.yaml would set it")
    parser.add_argument("--print", metavar="TARGET", help="plan and print a target from what the passes leave")
    parser.add_argument("--verify-each", action="store_true", help="check the IR after each pass")
    parser.add_argument(
        "--split-input", action="store_true", help="a file has several inputs, with a line `// =====` between them"
    )
    parser.add_argument(
        "--expect-diagnostics",
        action="store_true",
        help="hold the diagnostics to comments such as `// error[CG0604] /pointer: message`",
    )
    cases = parser.add_mutually_exclusive_group()
    cases.add_argument("--check", action="store_true", help="files are cases: exit 1 if one is not what it says")
    cases.add_argument("--update", action="store_true", help="files are cases: write into them what the passes leave")


def _add_schema(commands: Commands) -> None:
    details = """
  codegen schema > gen.schema.json         of gen.yaml; codegen init writes it, and the line that editors read
  codegen schema openapi                   of OpenAPI 3.0 to 3.2 documents with the x-codegen-* keys
  codegen schema keys                      of the x-codegen-* keys alone, beside another schema of OpenAPI
"""
    parser = add(commands, "schema", "print a JSON Schema for editors and validators", details)
    parser.add_argument(
        "of",
        metavar="SCHEMA",
        nargs="?",
        choices=("config", "openapi", "keys"),
        default="config",
        help="config (default), openapi or keys",
    )


def _add_completion(commands: Commands) -> None:
    details = """
  codegen completion bash > ~/.local/share/bash-completion/completions/codegen
  codegen completion zsh > "${fpath[1]}/_codegen"
  codegen completion fish > ~/.config/fish/completions/codegen.fish
"""
    parser = add(commands, "completion", "print a script with which a shell completes command lines", details)
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")
