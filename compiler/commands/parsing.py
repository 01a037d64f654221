"""The parser that all commands share, and the options that several of them have."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterable
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

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Write `--dump-ir[=PASS,...]` where a value comes behind `=` alone."""
        if isinstance(action.metavar, str) and action.metavar.startswith("="):
            return ", ".join(f"{option}[{action.metavar}]" for option in action.option_strings)
        return super()._format_action_invocation(action)


def _columns() -> int:
    """Return the width of the terminal, as `shutil.get_terminal_size` does."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _USUAL


TOPICS = {
    "reading": "other files, hosts and keys to read",
    "limits": "limits that guard the compiler",
    "tools": "for build tools",
    "apis": "many APIs (`apis` of gen.yaml)",
    "inside": "looking inside the compiler",
}
"""Groups of options that the help of a command leaves to `codegen help TOPIC`, with their titles."""


class Parser(argparse.ArgumentParser):
    """argparse with our exit code and without abbreviations, which break when a flag is added."""

    _action_groups: list[argparse._ArgumentGroup]

    def __init__(self, **settings: object) -> None:
        super().__init__(
            **settings,  # type: ignore[arg-type]
            allow_abbrev=False,
            formatter_class=_Formatter,
        )

    def topic(self, name: str) -> argparse._ArgumentGroup:
        """Return the group of options of one of `TOPICS`."""
        return self.group(TOPICS[name])

    def group(self, title: str) -> argparse._ArgumentGroup:
        """Return the group of options with a title."""
        found = (group for group in self._action_groups if group.title == title)
        return next(found, None) or self.add_argument_group(title)

    def format_help(self) -> str:
        """Return the help without the topics, and how to see them."""
        topics = self._topics()
        more = f"more options: codegen help {' | '.join(topics)}; all: codegen help {self.prog.split()[-1]}"
        usage = " ".join(
            ["%(prog)s [OPTION ...]", *(f"[{item.metavar} ...]" for item in self._get_positional_actions())]
        )
        return self._format(TOPICS.values(), usage if topics else None, (more if topics else None, self.epilog))

    def format_all(self) -> str:
        """Return the help with all options."""
        return self._format((), None, (self.epilog,))

    def format_topic(self, name: str) -> str:
        """Return the options of one of `TOPICS`."""
        help_ = self._get_formatter()
        self._add_group(help_, self.topic(name))
        return help_.format_help()

    def _format(self, without: Collection[str], usage: str | None, end: Iterable[str | None]) -> str:
        help_ = self._get_formatter()
        help_.add_usage(usage, self._actions, self._mutually_exclusive_groups)
        help_.add_text(self.description)
        for group in self._action_groups:
            if group.title not in without:
                self._add_group(help_, group)
        for text in end:
            help_.add_text(text)
        return help_.format_help()

    @staticmethod
    def _add_group(help_: argparse.HelpFormatter, group: argparse._ArgumentGroup) -> None:
        help_.start_section(group.title)
        help_.add_text(group.description)
        help_.add_arguments(group._group_actions)
        help_.end_section()

    def _topics(self) -> list[str]:
        titles = {group.title for group in self._action_groups}
        return [name for name, title in TOPICS.items() if title in titles]

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
        help="OpenAPI or Swagger: a file, - or a URL (else gen.yaml's source); names, if gen.yaml has `apis`",
    )
    parser.add_argument("-c", "--config", metavar="FILE", help="gen.yaml (else beside the document, else here)")
    reading_flags(parser, formats)


def reading_flags(parser: Parser, formats: tuple[str, ...]) -> None:
    """Add how documents are read, and in which form is printed what is found."""
    said = parser.group("what is printed")
    said.add_argument("-q", "--quiet", action="store_true", help="only errors, and edits of yours that are in the way")
    said.add_argument("--strict", action="store_true", help="warnings are errors")
    said.add_argument(
        "--format",
        choices=formats,
        default=formats[0],
        help=f"its form (default {formats[0]}); all but text goes to standard output",
    )
    reading = parser.topic("reading")
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

    group = parser.topic("limits")
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

    parser.topic("tools").add_argument(
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
