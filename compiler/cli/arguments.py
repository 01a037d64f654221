"""The arguments of every command, with help texts for newcomers."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from compiler.base.similar import did_you_mean
from compiler.driver.options import Exit

_DESCRIPTION = """\
codegen compiles an OpenAPI document to client SDKs and reference pages.

  codegen build openapi.yaml -t python     an SDK in sdk/python, its reference in sdk/reference
  codegen init -t python                   a gen.yaml to keep the choices in; then: codegen build
  codegen lint openapi.yaml                only say what is wrong with the document
  codegen explain CG0106                   what a message means, with an example
"""
_EXIT_CODES = """\
exit codes: 0 ok · 1 the output is stale (--check) · 2 the document has errors, or one of several APIs was not
built · 3 the command line, gen.yaml or the output folder has a mistake · 4 a bug in the compiler · 130 interrupted,
143 terminated: the output is unchanged or complete
"""


FORMATS = ("text", "json", "sarif", "github")


_USUAL = 80
"""Columns of a terminal that does not tell."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Knows the width of the terminal without shutil, since argparse makes a formatter for each argument."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the width of the terminal, as `shutil.get_terminal_size` does."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _USUAL


class _Parser(argparse.ArgumentParser):
    """argparse with our exit code and without abbreviations, which break when a flag is added."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            **settings,  # type: ignore[arg-type]
            allow_abbrev=False,
            formatter_class=_Formatter,
        )

    def error(self, message: str) -> NoReturn:
        """Print the mistake and the way to the help; exit 3, where argparse has 2."""
        self.exit(Exit.USAGE, f"{self.prog}: {message}\ntry: {self.prog} --help\n")

    def refuse(self, words: list[str]) -> NoReturn:
        """Report unknown words of the command line, and what was probably meant."""
        options = [name for name in self._option_string_actions if name.startswith("--")]
        hint = did_you_mean(words[0].partition("=")[0], options) if words[0].startswith("-") else None
        self.error("; ".join(filter(None, [f"unrecognized arguments: {' '.join(words)}", hint])))

    def _check_value(self, action: argparse.Action, value: str) -> None:
        """Report a word that is none of an option's choices, or no command, and what was probably meant."""
        if action.choices is not None and value not in action.choices:
            known = list(action.choices)
            hint = did_you_mean(value, known) or f"choose from {', '.join(known)}"
            if isinstance(action, argparse._SubParsersAction):
                raise argparse.ArgumentError(None, f"there is no command {value!r}; {hint}")
            raise argparse.ArgumentError(action, f"it cannot be {value!r}; {hint}")


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


def _refuse_parted(argv: list[str], parser: _Parser) -> None:
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
    parser = _Parser(prog="codegen", description=_DESCRIPTION, epilog=_EXIT_CODES)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    _add_build(commands)
    _add_watch(commands)
    _add_lint(commands)
    _add_init(commands)
    _add_clean(commands)
    _add_worker(commands)
    _add_daemon(commands)
    _add_diff(commands)
    _add_graph(commands)
    _add_reduce(commands)
    _add_explain(commands)
    _add_docs(commands)
    _add_passes(commands)
    _add_opt(commands)
    _add_schema(commands)
    _add_completion(commands)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when asked: reading the metadata of packages takes longer than all the arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("codegen-sdk")
        except PackageNotFoundError:
            number = "(not installed)"
        sys.stdout.write(f"codegen {number}\n")
        parser.exit(Exit.OK)


if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[_Parser]


def _add(commands: _Commands, name: str, summary: str, details: str = "") -> _Parser:
    parser = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.\n{details}")
    parser.set_defaults(command=name, parser=parser)
    return parser


def _add_build(commands: _Commands) -> None:
    details = """
With no gen.yaml, -t names the targets and the output goes to sdk/. Files are replaced only when they
changed and are codegen's own; any error leaves everything as it was. If nothing has
changed since the last build, codegen does not compile again (CODEGEN_CACHE=off always compiles).

  codegen build openapi.yaml -t python
  codegen build                            document, targets and output from gen.yaml
  curl ... | codegen build - -t python
"""
    parser = _add(commands, "build", "compile a document to SDKs and reference pages", details)
    _input_flags(parser)
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


def _add_watch(commands: _Commands) -> None:
    details = """
Builds, and builds again whenever a file changes that the build reads: the document, files that it refers to,
overlays, gen.yaml, codegen.lock. What is unchanged is not compiled again. Ctrl-C ends it.

  codegen watch                            document, targets and output from gen.yaml
  codegen watch openapi.yaml -t python
"""
    parser = _add(commands, "watch", "build again whenever a file changes", details)
    _input_flags(parser)
    _writing_flags(parser)
    _tool_flags(parser)
    _fleet_flags(parser)
    parser.set_defaults(**_NO_LOOKS, **_NO_DEBUG)


_NO_LOOKS = {"check": False, "dry_run": False, "listing": None, "diff": False}
_NO_DEBUG = {
    "dump_ir": None, "dump_dir": None, "dump_ir_diff": False, "dump_ir_only": None, "stop_after": None,
    "time_passes": False, "trace": None, "verify_ir": False, "verify_output": False,
}  # fmt: skip


def _writing_flags(parser: _Parser) -> None:
    _target_flag(parser, "build this target, whether gen.yaml has it or not; may be repeated")
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
    _wait_flag(parser)


def _look_flags(parser: _Parser) -> None:
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


def _tool_flags(parser: _Parser) -> None:
    group = parser.add_argument_group("for build tools")
    group.add_argument("--depfile", metavar="FILE", help="write the inputs to FILE as make and ninja read them")
    group.add_argument("--stamp", metavar="FILE", help="write FILE when the output has changed, and only then")
    group.add_argument(
        "--jobs",
        metavar="N",
        type=_positive,
        help="processes to use at most; a large document takes two (default: the number of processors)",
    )


def _wait_flag(parser: _Parser) -> None:
    from compiler.driver.options import WAIT

    parser.add_argument(
        "--wait",
        metavar="SECONDS",
        type=_seconds,
        default=WAIT,
        help=f"as long wait for another build that writes the same (default {WAIT}; 0: not at all)",
    )


def _fleet_flags(parser: _Parser) -> None:
    group = parser.add_argument_group("many APIs (`apis` of gen.yaml)")
    group.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=_positive,
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


def _debug_flags(parser: _Parser) -> None:
    group = parser.add_argument_group("looking inside the compiler")
    group.add_argument(
        "--dump-ir",
        metavar="=PASS,...",
        help="print the IR after each pass, or after the named ones (a value only after =)",
    )
    group.add_argument("--dump-dir", metavar="DIR", help="write the dumps here, one numbered file for each pass")
    group.add_argument("--dump-ir-diff", action="store_true", help="print what each pass changed")
    group.add_argument("--dump-ir-only", metavar="ID", help="narrow dumps to one declaration, such as schemas/Pet")
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


def _add_lint(commands: _Commands) -> None:
    parser = _add(commands, "lint", "report what is wrong with a document and write nothing")
    _input_flags(parser)
    _target_flag(parser, "check for this target; may be repeated")


def _add_init(commands: _Commands) -> None:
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
    parser = _add(commands, "init", "write a commented gen.yaml for a document", details)
    _input_flags(parser)
    _target_flag(parser, "give this target a section; may be repeated (default: python)")
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


def _add_clean(commands: _Commands) -> None:
    details = "\nRemoves only files that the manifests list and that nobody edited.\n"
    parser = _add(commands, "clean", "remove the generated files", details)
    _input_flags(parser)
    _target_flag(parser, "clean only this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="DIR", help="output folder (else gen.yaml's output, else sdk)")
    _wait_flag(parser)


def _add_worker(commands: _Commands) -> None:
    details = """
codegen worker --persistent_worker [OPTIONS] reads work requests in JSON from standard input, and writes work
responses to standard output. Arguments of requests, and OPTIONS for all of them, are those of `codegen build`.
Without --persistent_worker it is one build. @FILE and --flagfile=FILE stand for arguments in a file, one a line.
"""
    _add(commands, "worker", "build for Bazel, as a persistent worker", details)


def _add_daemon(commands: _Commands) -> None:
    details = """
`codegen build --daemon` starts one where there is none. It ends after an hour without a build
(CODEGEN_DAEMON_IDLE=SECONDS), and when codegen is updated.
"""
    parser = _add(commands, "daemon", "show or stop the process behind `codegen build --daemon`", details)
    parser.add_argument("action", metavar="status|stop", choices=("status", "stop"), help="what to do")


def _add_diff(commands: _Commands) -> None:
    details = """
OLD and NEW are documents, or files gen.yaml whose document and overlays are meant: a file, a URL, or
git:REVISION:PATH, as it was at a revision of the repository around the working folder. A break is what
makes programs fail that were right; a risk is allowed, but may surprise; a note breaks nobody.

  codegen diff git:v1.2:openapi.yaml openapi.yaml
  codegen diff old.yaml new.yaml --format markdown       for a pull request
"""
    parser = _add(commands, "diff", "say what changed between two versions, and whom it breaks", details)
    parser.add_argument("old", metavar="OLD", help="the version that programs are written for")
    parser.add_argument("new", metavar="NEW", help="the version that is to replace it")
    parser.add_argument(
        "--fail-on",
        choices=("break", "risk", "note", "never"),
        default="break",
        help="the least change that makes the exit code 1 (default break)",
    )
    parser.set_defaults(documents=[], config=None)
    _reading_flags(parser, (*FORMATS, "markdown"))


def _add_graph(commands: _Commands) -> None:
    details = """
Nodes are operations, events and types (before shape_types: schemas). ID is an identity as dumps show it
(schemas/Trip), its last part, a name, an operationId, or "GET /trips". Without a question the graph
itself is printed.

  codegen graph openapi.yaml --around Trip | dot -Tsvg > trip.svg
  codegen graph openapi.yaml --path "GET /trips" Station
"""
    parser = _add(commands, "graph", "print what refers to what, or answer a question about it", details)
    question = parser.add_mutually_exclusive_group()
    question.add_argument("--cycles", action="store_true", help="a circle of each cluster that refers to itself")
    question.add_argument("--reaching", metavar="ID", help="all that leads to it")
    question.add_argument("--reached-from", metavar="ID", help="all that it leads to")
    question.add_argument("--kept-by", metavar="ID", help="all that would be pruned without it")
    question.add_argument("--path", metavar="ID", nargs=2, help="the shortest way from the first to the second")
    question.add_argument("--around", metavar="ID", help="the graph around it")
    parser.add_argument("--depth", metavar="N", type=_positive, default=1, help="with --around: so many steps")
    parser.add_argument("--after", metavar="PASS", help="as it is after this pass (else after all that targets share)")
    _input_flags(parser, ("dot", "graphml", "json"))


def _add_reduce(commands: _Commands) -> None:
    details = """
Parts are taken away as long as the document still shows what is looked for: a diagnostic (--code), a
command that fails (--run), or else a crash of codegen. References stay whole. The result goes to
reduced.yaml (or .json, as the document's name ends).

  codegen reduce openapi.yaml --code CG0403
  codegen reduce openapi.yaml -t go --anonymise
  codegen reduce openapi.yaml --run "./fails-with.sh {}"
"""
    parser = _add(commands, "reduce", "write the smallest document that still shows a fault", details)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--code", metavar="CODE", help="a diagnostic that `codegen lint` reports")
    wanted.add_argument("--run", metavar="COMMAND", help="a command that fails with the document, {} or its last word")
    _target_flag(parser, "build this target; may be repeated")
    parser.add_argument("-o", "--out", metavar="FILE", help="where to write the result (else reduced.yaml)")
    parser.add_argument("--anonymise", action="store_true", help="take out texts, names and addresses where it can")
    parser.add_argument("--seconds", metavar="N", type=_positive, default=300, help="no longer than this (default 300)")
    _input_flags(parser)


def _add_explain(commands: _Commands) -> None:
    parser = _add(commands, "explain", "explain a diagnostic code or a key, with the rule behind it")
    parser.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help="such as CG0106, or a key such as maxMethodParams or x-codegen-group; without it, all codes are listed",
    )


def _add_docs(commands: _Commands) -> None:
    details = """
  codegen docs gen-yaml                    also docs/gen-yaml.md, as messages name it
  codegen docs gen-yaml#python             one section of it
"""
    parser = _add(commands, "docs", "show a page of the documentation", details)
    parser.add_argument("page", metavar="PAGE", nargs="?", help="without it, all pages are listed")


def _add_passes(commands: _Commands) -> None:
    _add(commands, "passes", "print the pipeline: each pass with the facts it needs and makes")


def _add_opt(commands: _Commands) -> None:
    details = """
  codegen opt --passes merge_all_of,shape_types before.ir
  codegen opt --check golden/passes/rename/*.ir          hold cases to what they say: docs/debugging.md
"""
    parser = _add(commands, "opt", "run passes on IR text and print the result", details)
    parser.add_argument("files", metavar="FILE.ir", nargs="*", help="IR text; - or none: standard input")
    parser.add_argument("--passes", metavar="A,B", default="", help="the passes to run, in this order")
    parser.add_argument("-t", "--target", help="the target whose passes run")
    parser.add_argument("--max-method-params", type=int, metavar="N", help="the limit, as gen.yaml would set it")
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


def _add_schema(commands: _Commands) -> None:
    details = """
  codegen schema > gen.schema.json         of gen.yaml; codegen init writes it, and the line that editors read
  codegen schema openapi                   of OpenAPI 3.0 to 3.2 documents with the x-codegen-* keys
  codegen schema keys                      of the x-codegen-* keys alone, beside another schema of OpenAPI
"""
    parser = _add(commands, "schema", "print a JSON Schema for editors and validators", details)
    parser.add_argument(
        "of",
        metavar="SCHEMA",
        nargs="?",
        choices=("config", "openapi", "keys"),
        default="config",
        help="config (default), openapi or keys",
    )


def _add_completion(commands: _Commands) -> None:
    details = """
  codegen completion bash > ~/.local/share/bash-completion/completions/codegen
  codegen completion zsh > "${fpath[1]}/_codegen"
  codegen completion fish > ~/.config/fish/completions/codegen.fish
"""
    parser = _add(commands, "completion", "print a script with which a shell completes command lines", details)
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def _target_flag(parser: _Parser, text: str) -> None:
    parser.add_argument("-t", "--target", dest="targets", action="append", default=[], metavar="TARGET", help=text)


def _prefix(text: str) -> str:
    """Refuse a prefix that no key can begin with, and one without the dash before a key's name."""
    if not text.startswith("x-") or text[-1].isalnum():
        raise argparse.ArgumentTypeError(f"{text!r} must begin with 'x-' and end with '-', such as x-acme-")
    return text


def _input_flags(parser: _Parser, formats: tuple[str, ...] = FORMATS) -> None:
    parser.add_argument(
        "documents",
        metavar="DOCUMENT",
        nargs="*",
        help="OpenAPI 3 or Swagger 2.0 document: a file, - for standard input, or a URL (else gen.yaml's source); "
        "names of APIs if gen.yaml has `apis` (else all of them)",
    )
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml (else beside the document, else here)")
    _reading_flags(parser, formats)


def _reading_flags(parser: _Parser, formats: tuple[str, ...]) -> None:
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print only errors, and what edits of yours are in the way"
    )
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    parser.add_argument(
        "--format",
        choices=formats,
        default=formats[0],
        help=f"form of what is printed (default {formats[0]}); all but text goes to standard output",
    )
    reading = parser.add_argument_group("reading")
    reading.add_argument(
        "--extension-prefix",
        metavar="PREFIX",
        type=_prefix,
        help="read keys with this prefix, such as x-acme-, like x-codegen-",
    )
    reading.add_argument(
        "--allow-remote",
        metavar="HOST",
        action="append",
        default=[],
        help="allow fetching documents and references from this host; no other is used; may be repeated",
    )
    reading.add_argument("--ref-root", metavar="DIR", help="folder that references must stay in (else the document's)")
    reading.add_argument(
        "--overlay",
        metavar="FILE",
        action="append",
        default=[],
        help="OpenAPI overlay (1.0, 1.1) to apply to the document before it is read, after those of gen.yaml; "
        "may be repeated",
    )
    _limit_flags(parser)


def _limit_flags(parser: _Parser) -> None:
    from dataclasses import fields

    from compiler.base.source.limits import Limits

    group = parser.add_argument_group("limits of one input")
    for limit in fields(Limits):
        group.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=_positive,
            default=limit.default,
            metavar="N",
            help=f"{limit.metadata['help']} (default {limit.default})",
        )


def _seconds(text: str) -> int:
    return 0 if text == "0" else _positive(text)


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or text == "0":
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)
