"""Prints READMEs: the sections of the plan, in the words of a language, which its :class:`Speaker` fills."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, assert_never
from urllib.parse import quote

from backends.texts import UNSIGNED
from backends.words import fill, read_words
from compiler.base.markdown import to_plain
from compiler.ir.credentials import CredentialKind
from compiler.ir.servers import Server
from compiler.ir.wire import SecurityScheme
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Method, Plan

TOLD = "credentials come from the environment, see below"
"""The comment of a client that is made without credentials."""


class Speaker(ABC):
    """What is said in one language: the sections of its words, filled with what a plan has."""

    title: str
    fence: str
    """What blocks of code are marked with."""
    program_file: str
    """The file of a program, by what it shows."""
    head = ""
    """What stands before the README."""
    brief: Callable[[Plan, Method], str]
    """Writes a method, its arguments and its result on one line."""
    values: Mapping[str, str]
    """What placeholders stand for in every section."""
    unsaid: Collection[str] = ()
    """Sections that do not hold for this package."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.readme, self.words = plan, plan.shown.readme(), read_words(folder)
        surface = plan.surface
        self.values = {"package": surface.package, "client": surface.client, "prefix": surface.environment}

    def say(self, word: str, **values: str) -> str:
        """Write a section of the words; "" if the language has none. A placeholder that nothing fills is a fault."""
        given = {**self.values, **values}

        def value(name: str, arguments: tuple[str, ...]) -> str:
            if arguments:
                return self.lay_out(name, [item for item in arguments if item])
            return given[name] if name in given else fill(self.words[self._named(name)], value)

        return fill(self.words.get(self._named(word), ""), value) if word not in self.unsaid else ""

    def _named(self, word: str) -> str:
        """Name the section that holds for a package, with its tests or without."""
        alone = f"{word}_without_tests"
        return alone if alone in self.words and not self.plan.surface.tests else word

    def code(self, code: tree.Code) -> list[str]:
        """Write code, line by line; none where the language has nothing to show."""
        word = type(code).__name__
        return self.say(word, **self.filling(code)).split("\n") if word in self.words else []

    @abstractmethod
    def filling(self, code: tree.Code) -> Mapping[str, str]:
        """Give what the placeholders of a block of code stand for."""

    @abstractmethod
    def lay_out(self, name: str, arguments: list[str]) -> str:
        """Write code that depends on the width of lines: ``make`` a client with options, ``import`` names."""

    @abstractmethod
    def program(self, code: tree.Code, lines: list[str]) -> str:
        """Write a whole program of a part of the README and its lines."""

    def option_name(self, option: str) -> str:
        """Write the name of an option of the client."""
        return option

    def error_name(self, error: tree.ErrorBody) -> str:
        """Write the type of errors that carry a schema."""
        return error.ident or ""


def printed(speaker: Speaker) -> str:
    """Print a README; a section is left out if the language has nothing to say in it."""
    wire = speaker.plan.wire
    found = [escaped(to_plain(wire.summary or ""))]
    for section in speaker.readme.sections:
        parts = [text for part in section.parts if (text := part_text(part, speaker))]
        found += [f"## {section.title}", *parts] if parts and section.title else parts
    return speaker.head + page(escaped(wire.title), *found)


def part_text(part: tree.Part, speaker: Speaker) -> str:
    """Print a part of a section; "" if the language has nothing to say in it."""
    match part:
        case tree.Text(word):
            return speaker.say(word)
        case tree.Block(shown):
            lines = speaker.code(shown)
            return code("sh" if isinstance(shown, tree.Install) else speaker.fence, *lines) if lines else ""
        case tree.CredentialsTable(rows):
            return _credentials_table(rows, speaker)
        case tree.CredentialRules(tokens):
            return speaker.say("token_rules" if tokens else "secrets_stay")
        case tree.DeclaredErrors(errors):
            return f"{speaker.say('declared_errors')} {listed(map(speaker.error_name, errors))}."
        case tree.RetryRules():
            return _retry_rules(part, speaker)
        case tree.AttemptLimit(timeout):
            return speaker.say("attempt_limit", seconds=f"{timeout / 1000:g}")
        case tree.EventRules():
            return _event_rules(part, speaker)
        case tree.ServersTable(servers):
            return table(("URL", "Name", "Description"), *map(_server, servers))
        case tree.BaseUrlVariable():
            return speaker.say("base_url_variable")
        case tree.SharedOptions(options):
            return speaker.say("shared_options", names=listed(map(speaker.option_name, options), 99))
    assert_never(part)


def _server(server: Server) -> tuple[str, str, str]:
    return f"`{escaped(server.url)}`", escaped(server.server_id or ""), escaped(to_plain(server.description or ""))


class OptionWords(NamedTuple):
    """How a language writes the options of a client, as a name and a value."""

    pair: str
    base_url: str
    server: str
    credentials: Mapping[example.Form, str]
    string: Callable[[str], str]
    value: Callable[[example.ExampleValue], str]

    def text(self, option: example.ClientOption) -> str:
        """Write an option."""
        match option:
            case example.BaseUrl(url):
                name, text = self.base_url, self.string(url)
            case example.Credential(name, form):
                text = self.credentials[form]
            case example.Shared(name, value):
                text = self.value(value)
            case example.ServerName(server):
                name, text = self.server, self.string(server)
            case example.UrlVariable(name, value):
                text = self.string(value)
            case _:
                assert_never(option)
        return self.pair.format(name, text)


# --------------------------------------------------------------------------- texts of all languages


def _retry_rules(rules: tree.RetryRules, speaker: Speaker) -> str:
    """Say when requests are retried, according to the document."""
    policy = rules.policy
    if not policy.most:
        return speaker.say("not_retried")
    *most, last = policy.status_codes or ("",)
    what = ["lost connections"] if policy.connection_errors else []
    if last:
        what.append(f"responses with status {', '.join(most)} and {last}" if most else f"responses with status {last}")
    twice = ""  # which may take effect twice (D16.5)
    if rules.doubtful:
        twice = " " + speaker.say("doubtful", unkeyed=" without an idempotency key" * rules.keyed)
    elif rules.keyed:
        twice = " " + speaker.say("keyed")
    seconds = f"{policy.max_elapsed_time / 1000:g}"
    return speaker.say("retried", what=" and ".join(what).capitalize(), seconds=seconds, twice=twice)


def _event_rules(rules: tree.EventRules, speaker: Speaker) -> str:
    """Say what a receiver does with a request, and how it knows which event that is."""
    tag = rules.tag
    found = "found_by_rule" if tag is None else "found_by_tag"
    said = speaker.say(
        "event_rules",
        verified="Signatures are verified, payloads" if rules.signed else "Payloads",
        named=f"`/webhooks/{quote(rules.event.wire.name, safe='')}`",
        found=speaker.say(found, tag=f"`{tag}`" if (tag or "").isidentifier() else "a property"),
    )
    return said if rules.signed else f"{said}\n\nEvents are unsigned: {UNSIGNED[0].lower()}{UNSIGNED[1:]}"


def _credentials_table(rows: Iterable[tree.Accepted], speaker: Speaker) -> str:
    shown = [
        (
            f"`{speaker.option_name(row.given.option)}`",
            escaped(to_plain(row.given.scheme.description or _described(row.given.scheme))),
            ", or ".join(" and ".join(f"`{name}`" for name in names) for names in row.given.variables),
        )
        for row in rows
    ]
    return table(("Option", "What it is", "Environment"), *shown)


def _described(scheme: SecurityScheme) -> str:
    match scheme.credential:
        case CredentialKind.KEY:
            return f"An API key ({scheme.place} {scheme.wire})"
        case CredentialKind.BASIC:
            return "A user name and a password"
        case CredentialKind.BEARER | CredentialKind.OAUTH | CredentialKind.CERTIFICATE:
            tokens = {"http": f"A {scheme.http} token", "oauth2": "An OAuth2 token"}
            return tokens.get(scheme.kind, "A token")
    assert_never(scheme.credential)


# --------------------------------------------------------------------------- Markdown


def escaped(text: str) -> str:
    """Keep a text of the document from being read as markup or HTML."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return re.sub(r"[\\<`\[]", r"\\\g<0>", line)


def code(language: str, *lines: str) -> str:
    """Print a block of code."""
    text = "\n".join(lines)
    return f"```{language}\n{text}\n```"


def table(*rows: tuple[str, ...]) -> str:
    """Print a table; the first row is its head. Bars in an entry are escaped here and nowhere else."""
    head, *rest = [[entry.replace("|", r"\|") for entry in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rest])


def listed(names: Iterable[str], most: int = 6) -> str:
    """List names of the code; only the first ones if there are many."""
    found = list(names)
    return ", ".join(f"`{name}`" for name in found[:most]) + (" and others" if len(found) > most else "")


def page(title: str, *parts: str) -> str:
    """Join the parts of a page; empty parts are left out."""
    return "\n\n".join([f"# {title}", *filter(None, parts)]) + "\n"


# --------------------------------------------------------------------------- beside the README


def documentation(plan: Plan) -> str | None:
    """Give the URL of the API's documentation, for the metadata of packages."""
    url = (plan.wire.external_docs or "").strip()
    return url if url.startswith(("https://", "http://")) and url.isprintable() and " " not in url else None


CHANGELOG = "CHANGELOG.md"
"""A file that is written once and belongs to the user from then on."""


def changelog(plan: Plan) -> str:
    """Print the beginning of a changelog."""
    version = escaped(plan.surface.version)
    entry = f"- The first release: {escaped(plan.wire.title)} {escaped(plan.wire.version)}."
    note = "<!-- This file is yours: codegen wrote it once and will not touch it again. -->"
    return page("Changelog", note, f"## {version}", entry)
