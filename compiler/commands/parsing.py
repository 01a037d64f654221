"""The parser that all commands share, and the options that several of them have."""

from __future__ import annotations

import argparse
import os
import sys
from typing import NoReturn, TextIO, TypeVar

from compiler.base.similar import did_you_mean
from compiler.driver.options import Exit, InputOptions

T = TypeVar("T")
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


class Parser(argparse.ArgumentParser):
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


def read_options(kind: type[T], arguments: argparse.Namespace, **given: object) -> T:
    """Return options: each is given, or the argument of its name, or has its default where the command has no such one.

    Arguments that may be repeated are lists, and options tuples.
    """
    from dataclasses import fields

    names = {field.name for field in fields(kind)} - given.keys()  # type: ignore[arg-type]
    found = {name: value for name, value in vars(arguments).items() if name in names}
    return kind(**given, **{name: tuple(value) if isinstance(value, list) else value for name, value in found.items()})


def input_options(arguments: argparse.Namespace, stderr: TextIO) -> InputOptions:
    """Return how the documents of a command are found and read."""
    from compiler.source.limits import Limits

    return read_options(
        InputOptions,
        arguments,
        document=arguments.documents[0] if arguments.documents else None,
        more=tuple(arguments.documents[1:]),
        limits=read_options(Limits, arguments),
        color=stderr.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb",
    )


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text, with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def declaration(text: str) -> str:
    """Return an identity as dumps show it, without their marks."""
    return text.removeprefix("@").strip('"')


def target_flag(parser: Parser, text: str) -> None:
    """Add `-t`, which may be repeated."""
    parser.add_argument("-t", "--target", dest="targets", action="append", default=[], metavar="TARGET", help=text)


def prefix(text: str) -> str:
    """Refuse a prefix that no key can begin with, and one without the dash before a key's name."""
    if not text.startswith("x-") or text[-1].isalnum():
        raise argparse.ArgumentTypeError(f"{text!r} must begin with 'x-' and end with '-', such as x-acme-")
    return text


def input_flags(parser: Parser, formats: tuple[str, ...] = FORMATS) -> None:
    """Add the document, gen.yaml, and how they are read."""
    parser.add_argument(
        "documents",
        metavar="DOCUMENT",
        nargs="*",
        help="OpenAPI 3 or Swagger 2.0 document: a file, - for standard input, or a URL (else gen.yaml's source); "
        "names of APIs if gen.yaml has `apis` (else all of them)",
    )
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml (else beside the document, else here)")
    reading_flags(parser, formats)


def reading_flags(parser: Parser, formats: tuple[str, ...]) -> None:
    """Add how documents are read, and in which form is printed what is found."""
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
        type=prefix,
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
        dest="overlays",
        metavar="FILE",
        action="append",
        default=[],
        help="OpenAPI overlay (1.0, 1.1) to apply to the document before it is read, after those of gen.yaml; "
        "may be repeated",
    )
    limit_flags(parser)


def limit_flags(parser: Parser) -> None:
    """Add the limits that guard the compiler (D1.5)."""
    from dataclasses import fields

    from compiler.source.limits import Limits

    group = parser.add_argument_group("limits of one input")
    for limit in fields(Limits):
        group.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=positive,
            default=limit.default,
            metavar="N",
            help=f"{limit.metadata['help']} (default {limit.default})",
        )


def wait_flag(parser: Parser) -> None:
    """Add how long to wait for another build."""
    from compiler.driver.options import WAIT

    parser.add_argument(
        "--wait",
        metavar="SECONDS",
        type=seconds,
        default=WAIT,
        help=f"as long wait for another build that writes the same (default {WAIT}; 0: not at all)",
    )


def seconds(text: str) -> int:
    """Return a number of seconds, which may be 0."""
    return 0 if text == "0" else positive(text)


def positive(text: str) -> int:
    """Return a number above zero."""
    if not text.isascii() or not text.isdigit() or text == "0":
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)
