"""Prints READMEs: the sections of the plan in Markdown, with the texts that hold in every language; a language supplies
its own texts and code as a :class:`Speaker`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import assert_never
from urllib.parse import quote

from backends.texts import UNSIGNED
from compiler.base.markdown import to_plain
from compiler.ir.credentials import CredentialKind
from compiler.ir.servers import Server
from compiler.ir.wire import SecurityScheme
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


class Speaker(ABC):
    """The README texts and code of one language."""

    fence: str
    """What blocks of code are marked with."""

    prose: tree.Prose

    def __init__(self, plan: Plan) -> None:
        self.plan, self.readme = plan, plan.shown.readme()

    @abstractmethod
    def code(self, code: tree.Code) -> Iterable[str]:
        """Write code, line by line; none where the language has nothing to show."""

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
    return page(escaped(wire.title), *found)


def part_text(part: tree.Part, speaker: Speaker) -> str:
    """Print a part of a section; "" if the language has nothing to say in it."""
    match part:
        case tree.Text(word):
            return speaker.prose[word]
        case tree.Block(shown):
            lines = list(speaker.code(shown))
            return code("sh" if isinstance(shown, tree.Install) else speaker.fence, *lines) if lines else ""
        case tree.CredentialsTable(rows):
            return _credentials_table(rows, speaker)
        case tree.CredentialRules(tokens):
            return f"{_TOKENS}\n\n{_SECRETS}" if tokens else _SECRETS
        case tree.DeclaredErrors(errors):
            return f"{speaker.prose['declared_errors']} {listed(map(speaker.error_name, errors))}."
        case tree.RetryRules():
            return _retry_rules(part, speaker.prose["unsafe"])
        case tree.AttemptLimit(timeout):
            return f"Each attempt times out after {timeout / 1000:g} seconds."
        case tree.EventRules():
            return _event_rules(part, speaker)
        case tree.ServersTable(servers):
            return table(("URL", "Name", "Description"), *map(_server, servers))
        case tree.BaseUrlVariable():
            return f"`{speaker.plan.surface.environment}_BASE_URL` in the environment sets it, too."
        case tree.SharedOptions(options):
            names = listed(map(speaker.option_name, options), 99)
            return f"Options of the client that are sent with every request that declares them: {names}."
    assert_never(part)


def _server(server: Server) -> tuple[str, str, str]:
    return f"`{escaped(server.url)}`", escaped(server.server_id or ""), escaped(to_plain(server.description or ""))


# --------------------------------------------------------------------------- texts of all languages


_TOKENS = (
    "Tokens are requested when they are needed, cached until they expire, and refreshed; concurrent calls request one "
    "token. A refused token request is a `TokenError`."
)
_SECRETS = "A credential is sent only to the API: never to another origin, and never to a log."


def _retry_rules(rules: tree.RetryRules, unsafe: str) -> str:
    """Say when requests are retried, according to the document."""
    policy = rules.policy
    if not policy.most:
        return "Requests are not retried, as the API asks."
    *most, last = policy.status_codes or ("",)
    what = ["lost connections"] if policy.connection_errors else []
    if last:
        what.append(f"responses with status {', '.join(most)} and {last}" if most else f"responses with status {last}")
    return (
        f"{' and '.join(what).capitalize()} are retried, at most twice and for "
        f"{policy.max_elapsed_time / 1000:g} seconds in all. The "
        "pauses grow and vary; `Retry-After` is respected, and if it is too long, the call fails at once with an error "
        "that says when to try again." + _doubled(rules, unsafe)
    )


def _doubled(rules: tree.RetryRules, unsafe: str) -> str:
    """Name the requests that may take effect twice when they are retried (D16.5)."""
    keyed = " POST and PATCH are retried because they carry an idempotency key from the first attempt."
    if not rules.doubtful:
        return keyed * rules.keyed
    other = " without an idempotency key" * rules.keyed
    return (
        f" A POST or PATCH{other} might be processed twice: it is retried only after 429, or if nothing was sent. "
        f"With {unsafe}, it is retried like the others."
    )


def _event_rules(rules: tree.EventRules, speaker: Speaker) -> str:
    """Say what a receiver does with a request, and how it knows which event that is."""
    prose, tag = speaker.prose, rules.tag
    verified = "Signatures are verified, payloads" if rules.signed else "Payloads"
    named = f"`/webhooks/{quote(rules.event.wire.name, safe='')}`"
    if tag is None:
        found = f"`{prose['event_rule']}` finds it in the JSON and the headers"
    else:
        named_by = f"`{tag}`" if tag.isidentifier() else "a property"
        found = f"{named_by} of the payload does, so one URL can receive all events"
    return (
        f"{verified} are decoded to their types. The last segment of the path names the event: {named}. "
        f"{prose['event_name']}\n\nIf the path does not name it, {found}. {prose['event_headers']} "
        f"{prose['event_rest']} handles events without a handler of their own."
        + ("" if rules.signed else f"\n\nEvents are unsigned: {UNSIGNED[0].lower()}{UNSIGNED[1:]}")
    )


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
