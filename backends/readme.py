"""What the READMEs of all languages tell: which features a document uses, the method that shows each, and what holds
in every language. The code is each language's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import quote

from compiler.ir.node import Id, frozen
from compiler.ir.plan import Argument, Method, Plan, Receiver
from compiler.ir.sample import shown_arguments
from compiler.ir.types import Alias, Declaration, ListOf, Model, Nullable, Ref, Type
from compiler.ir.wire import BodyKind, Encode, Place, Retries, SecurityScheme, WireOperation

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})


@frozen
class Shown:
    """The methods that a README shows; None where the document has no such feature."""

    first: Method | None
    """What the document marks, else something paged, else what reads most for least."""
    small: Method | None
    """Reads something and needs little: for options, errors, whole responses."""
    paged: Method | None
    streamed: Method | None
    upload: Method | None
    download: Method | None

    def methods(self) -> list[Method]:
        """Give them all."""
        found = (self.first, self.small, self.paged, self.streamed, self.upload, self.download)
        return [method for method in found if method is not None]


def shown(plan: Plan) -> Shown:
    """Choose the methods to show."""
    operations = plan.wire.operations
    simple = sorted(plan.surface.methods(), key=lambda method: len(shown_arguments(method, plan.wire.types)))

    def find(fits: Callable[[WireOperation], object]) -> Method | None:
        return next((method for method in simple if fits(operations[method.operation])), None)

    paged = find(lambda item: item.pages is not None and item.stream is None)
    plain = find(lambda item: item.pages is None and _reads(item))
    first = find(lambda item: item.usage_example) or paged or _telling(plan, simple)
    return Shown(
        first=first,
        small=_by_id(simple, operations) or plain or first,
        paged=paged,
        streamed=find(lambda item: item.stream in (BodyKind.SSE, BodyKind.JSONL)),
        upload=find(_takes_files),
        download=find(_gives_bytes),
    )


def _reads(item: WireOperation) -> bool:
    return item.method == "GET" and item.stream is None and bool(item.results)


def _telling(plan: Plan, methods: Iterable[Method]) -> Method | None:
    """Find the method that tells most as a first call: one that reads, a list before a single thing.

    One that changes things without being told what comes last: a server refuses it, or does what nobody asked for.
    """
    types = plan.wire.types

    def rank(method: Method) -> tuple[int, int, bool]:
        item, given = plan.wire.operations[method.operation], shown_arguments(method, types)
        kind = 0 if _reads(item) and not _gives_bytes(item) else 1 if item.method in _SAFE else 2 if given else 3
        return kind, len(given), not any(_is_list(result, types) for result in item.results)

    return min(methods, key=rank, default=None)


def _is_list(type_: Type, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether a result is a list, or an object around one."""
    found = types.get(type_.target) if isinstance(type_, Ref) else type_
    if isinstance(found, Model):
        return any(isinstance(field.type, ListOf) for field in found.fields)
    whole = found.type if isinstance(found, Alias) else found.inner if isinstance(found, Nullable) else found
    return isinstance(whole, ListOf)


def _by_id(methods: Iterable[Method], operations: Mapping[Id, WireOperation]) -> Method | None:
    """Find a method that reads one thing by its id: it may fail with 404, which is what examples of errors show."""
    for method in methods:
        item = operations[method.operation]
        required = [argument.place for argument in method.arguments if argument.required]
        if _reads(item) and item.pages is None and required == [Place.PATH]:
            return method
    return None


def _takes_files(item: WireOperation) -> bool:
    body = item.body
    return body is not None and body.required and any(part.encode is Encode.BYTES for part in body.parts)


def _gives_bytes(item: WireOperation) -> bool:
    decodes = [decode for answer in item.answers if not answer.error for decode in answer.decodes]
    return bool(decodes) and all(decode.kind is BodyKind.BYTES for decode in decodes)


PATH = re.compile(r"(/[\w.~-]+)*/?", re.ASCII)


def needs_base_url(plan: Plan) -> bool:
    """Tell whether callers must say where the API is: the document does not."""
    return not any("://" in server.url for server in plan.wire.servers)


def base_url(plan: Plan) -> str | None:
    """Give a base URL to show where callers must say one, with the path that the document names; None elsewhere."""
    path = next((server.url.rstrip("/") for server in plan.wire.servers if PATH.fullmatch(server.url)), "")
    return f"https://api.example.com{path}" if needs_base_url(plan) else None


def required_options(plan: Plan) -> list[Argument]:
    """List the global parameters that a client cannot do without (D14), as arguments of its construction.

    An operation may require what the root only offers.
    """
    operations = plan.wire.operations.values()
    needed = {(item.place, item.wire) for one in operations for item in one.parameters if item.required}
    return [
        Argument(plan.surface.global_parameters[one.wire], one.place, one.wire, one.type, True, example=one.example)
        for one in plan.wire.global_parameters
        if (one.required or (one.place, one.wire) in needed or one.place is Place.PATH) and one.fixed is None
    ]


# --------------------------------------------------------------------------- texts


def escaped(text: str) -> str:
    """Keep a text of the document from being read as markup or HTML."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return re.sub(r"[\\<`\[]", r"\\\g<0>", line)


def code(language: str, *lines: str) -> str:
    """Print a block of code."""
    text = "\n".join(lines)
    return f"```{language}\n{text}\n```"


def table(*rows: tuple[str, ...]) -> str:
    """Print a table; the first row is its head."""
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, tuple("---" for _ in head), *rest])


def page(title: str, *parts: str | Iterator[str]) -> str:
    """Join the parts of a page; what is empty is left out."""
    found = [f"# {title}"]
    for part in parts:
        found += [part] if isinstance(part, str) else list(part)
    return "\n\n".join(part for part in found if part) + "\n"


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


def retries_text(plan: Plan) -> str:
    """Say when requests are repeated, as the document has it."""
    policy = plan.wire.retries
    if policy is not None and policy.strategy == "none":
        return "Requests are not repeated, as the API asks."
    policy = policy or Retries()
    statuses = list(policy.status_codes)
    listed = f"{', '.join(statuses[:-1])} and {statuses[-1]}" if len(statuses) > 1 else "".join(statuses)
    what = [f"answers with status {listed}"] if statuses else []
    if policy.connection_errors:
        what.insert(0, "lost connections")
    elapsed = f"{policy.max_elapsed_time / 1000:g}"
    keyed = any(item.idempotency for item in plan.wire.operations.values())
    return (
        f"{' and '.join(what).capitalize()} are tried again, at most twice and for {elapsed} seconds in all. The "
        "pauses grow and vary; `Retry-After` is kept to, and one that is too long ends the call at once, with an error "
        "that says when to come back."
        + (
            " POST and PATCH are repeated because they carry an idempotency key from the first attempt."
            if keyed
            else ""
        )
    )


def timeout_text(plan: Plan) -> str:
    """Say how long an attempt may take."""
    if plan.wire.timeout is None:
        return ""
    return f"An attempt is given up after {plan.wire.timeout / 1000:g} seconds."


def webhooks_text(receiver: Receiver, otherwise: str, rule: str, headers: str, other: str) -> str:
    """Say what a receiver does with a request, and how it knows which event that is.

    Args:
        receiver: what receives the events.
        otherwise: how an event is named where the path does not.
        rule: the option that finds the name of an event.
        headers: what gives a handler the headers, as a sentence.
        other: the method that takes the handler of all other events.
    """
    verified = "Signatures are verified, payloads" if receiver.signature is not None else "Payloads"
    named = f"`/webhooks/{quote(receiver.shown.wire.name, safe='')}`"
    tag = receiver.tag
    if tag is None:
        found = f"`{rule}` finds it in JSON and headers"
    else:
        found = f"{f'`{tag}`' if tag.isidentifier() else 'a property'} of the payload does, so one URL can receive all"
    return (
        f"{verified} are read as their types. The last part of the path says which event it is: {named}. {otherwise}"
        f"\n\nWhere the path names none, {found}. {headers} {other} handles what has no handler of its own."
    )


# --------------------------------------------------------------------------- what is given to a client


def is_basic(scheme: SecurityScheme) -> bool:
    """Tell whether a scheme takes a user name and a password."""
    return scheme.kind == "http" and scheme.http == "basic"


def flows_of(scheme: SecurityScheme) -> set[str]:
    """Find the OAuth2 flows that a client can run by itself."""
    return {flow.kind for flow in scheme.flows} & {"clientCredentials", "password"}


def credentials(plan: Plan) -> dict[str, SecurityScheme]:
    """Map the options of the client to the security schemes that they are for; a certificate is no option."""
    schemes = plan.wire.schemes
    return {option: schemes[at] for at, option in plan.surface.schemes.items() if schemes[at].kind != "mutualTLS"}


def credentials_table(
    plan: Plan, prefix: str, variable: Callable[[str], str], option: Callable[[str], str] = str
) -> str:
    """Print which options take credentials, and where the environment has them.

    Args:
        plan: the plan.
        prefix: what environment variables begin with.
        variable: what an option is called in them.
        option: how an option is written.
    """
    rows = [
        (f"`{option(name)}`", escaped(_described(scheme)), _environment(f"{prefix}_{variable(name)}", scheme))
        for name, scheme in credentials(plan).items()
    ]
    return table(("Option", "What it is", "Environment"), *rows)


def _environment(name: str, scheme: SecurityScheme) -> str:
    user = f"`{name}_USERNAME` and `{name}_PASSWORD`"
    if is_basic(scheme):
        return user
    flows = flows_of(scheme)
    found = [f"`{name}`"]
    if "clientCredentials" in flows:
        found.append(f"`{name}_CLIENT_ID` and `{name}_CLIENT_SECRET`")
    return ", or ".join([*found, user] if "password" in flows else found)


def _described(scheme: SecurityScheme) -> str:
    if scheme.description:
        return scheme.description
    match scheme.kind:
        case "apiKey":
            return f"An API key ({scheme.place} {scheme.wire})"
        case "http":
            return "A user name and a password" if is_basic(scheme) else f"A {scheme.http} token"
    return "An OAuth2 token" if scheme.kind == "oauth2" else "A token"


TOKENS = (
    "Tokens are asked for when they are needed, kept until they expire, and refreshed; many calls at once ask once. "
    "A request for a token that is refused is a `TokenError`."
)
SECRETS = "A credential goes to the API alone: never to another origin, and never into a log."


def servers_table(plan: Plan) -> str:
    """Print the servers of the document; empty where it names none."""
    if needs_base_url(plan):
        return ""
    rows = [
        (f"`{escaped(server.url)}`", escaped(server.server_id or ""), escaped(server.description or ""))
        for server in plan.wire.servers
    ]
    return table(("URL", "Name", "Description"), *rows)


def chosen_server(plan: Plan) -> str | None:
    """Give the name of a server that is not the default."""
    return next((server.server_id for server in plan.wire.servers[1:] if server.server_id), None)


def chosen_variables(plan: Plan) -> dict[str, str]:
    """Map the options that fill the servers' URLs to a value of each."""
    variables = {item.wire: item for server in plan.wire.servers for item in server.variables}
    return {
        option: variables[wire].values[-1] if variables[wire].values else variables[wire].default
        for wire, option in plan.surface.server_variables.items()
        if wire in variables
    }


def listed(names: Iterable[str], most: int = 6) -> str:
    """List names of the code, the first of many."""
    found = list(names)
    return ", ".join(f"`{name}`" for name in found[:most]) + (" and others" if len(found) > most else "")
