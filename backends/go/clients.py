"""Prints the client: its constructor, the tree of its groups, and its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from backends.go.docs import deprecation, joined, plain, say
from backends.go.facts import duration, retries_fact, servers_fact
from backends.go.methods import MethodPrinter
from backends.go.models import union_table
from backends.go.names import Names
from backends.go.profile import PROFILE
from backends.go.security import scheme_fact, security_fact
from backends.go.source import File
from backends.go.text import comment, string
from backends.go.types import Types
from backends.writer.gofmt import block, function, keyed, row, stacked
from compiler.ir.credentials import CredentialKind, Grant
from compiler.plan.plan import CredentialOption, Group, Plan

DEFAULT_TIMEOUT = 60_000


OPTION_ENDS = ("", "Source", "Password", "ClientCredentials")
"""What stands behind a security scheme's name in its options; what is no scheme has the first."""


class ClientPrinter:
    """Prints ``client.go``."""

    def __init__(self, plan: Plan, types: Types, names: Names, file: File) -> None:
        self.plan, self.types, self.names, self.file = plan, types, names, file

    def declare(self) -> None:
        """Print the file's declarations."""
        surface, wire = self.plan.surface, self.plan.wire
        name = surface.client
        doc = comment(joined(f"{name} is a client of {wire.title or 'the API'}. It is safe for concurrent use."))
        self.file.declare(*doc, block(f"type {name} struct {{", group_fields(surface.root)))
        self._constructor(name)
        self._api()
        for given in surface.credentials:
            self._credential(given)
        for variable, option in surface.server_variables.items():
            self._option(
                option,
                f"sets the {variable} of the server's URL.",
                "value string",
                f"withVariable({string(variable)}, value)",
            )
        for parameter in wire.global_parameters:
            said = " ".join(plain(parameter.description).split())
            note = deprecation(parameter)
            held = self.types.held(parameter.type, self.file)
            self._option(
                surface.global_parameters[parameter.wire],
                joined(f"sets {parameter.wire} of every request that has it. {said}", note),
                f"value {held}",
                f"withShared({string(parameter.wire)}, value)",
            )
        printer = MethodPrinter(self.plan, self.types, self.names, self.file)
        for method in surface.root.methods:
            printer.declare(surface.root, method)

    def _constructor(self, name: str) -> None:
        doc = comment(
            "New makes a client. Options that are not given are read from environment variables, if they are set."
        )
        head = f"func New(options ...Option) *{name}"
        self.file.declare(*doc, function(head, "return newClient(newSettings(theAPI, options))"))
        made = f"c := &{name}{{settings: s}}"
        head = f"func newClient(s *settings) *{name}"
        self.file.declare(function(head, made, *_tree(self.plan.surface.root, "c"), "return c"))
        doc = comment("WithOptions makes a copy of the client with these options; both share connections and tokens.")
        head = f"func (c *{name}) WithOptions(options ...Option) *{name}"
        self.file.declare(*doc, function(head, "return newClient(c.settings.derived(options))"))
        self._door(name)

    def _door(self, name: str) -> None:
        context, kind = self.file.use("context"), "R" if name == "T" else "T"  # T would hide a client called T
        doc = comment(say("request", article="an" if kind == "R" else "a", kind=kind))
        arguments = f"ctx {context}.Context, client *{name}, method, path string, options ...Option"
        head = f"func Request[{kind} any]({arguments}) ({kind}, error)"
        made = f"return request[{kind}](ctx, client.settings, method, path, options)"
        self.file.declare(*doc, function(head, made))

    def _api(self) -> None:
        surface, wire = self.plan.surface, self.plan.wire
        entries = [
            keyed("name", string(package_name(self.plan))),
            keyed("version", string(surface.version)),
            keyed("prefix", string(self.plan.surface.environment)),
        ]
        if wire.servers:
            entries.append(keyed("servers", servers_fact(wire.servers)))
        if surface.credentials:
            facts = [scheme_fact(given, self._given(given)) for given in surface.credentials]
            entries.append(keyed("schemes", stacked("[]scheme", facts)))
        if wire.undeclared:
            entries.append(keyed("security", security_fact(wire.undeclared)))
        retries = retries_fact(wire.retries, self.file) if wire.retries is not None else "DefaultRetryPolicy()"
        entries.append(keyed("retries", retries))
        entries.append(keyed("timeout", duration(wire.timeout or DEFAULT_TIMEOUT, self.file)))
        self.file.declare(stacked("var theAPI = &api", entries))
        self.file.declare(union_table(self.types, self.names))

    def _given(self, given: CredentialOption) -> str:
        """Name the option that takes a credential; a client certificate has none."""
        is_certificate = given.scheme.credential is CredentialKind.CERTIFICATE
        return "" if is_certificate else self.names.option(given.option)

    def _credential(self, given: CredentialOption) -> None:
        """Print the options of a security scheme; a client certificate has none."""
        key, option, said = string(given.scheme.scheme), given.option, joined(plain(given.scheme.description))
        own, *others = (" and ".join(names) for names in given.variables)
        match given.scheme.credential:
            case CredentialKind.CERTIFICATE:
                return
            case CredentialKind.BASIC:
                told = f"sets a user name and a password, else {own}.\n\n{said}"
                self._option(option, told, "user, password string", f"withPassword({key}, user, password)")
            case CredentialKind.KEY | CredentialKind.BEARER | CredentialKind.OAUTH:
                told = f"sets a credential, else {own}.\n\n{said}"
                self._option(option, told, "token string", f"withToken({key}, token)")
                told = "sets a function that returns a credential before each attempt."
                self._option(option, told, "source TokenSource", f"withSource({key}, source)", "Source")
                for grant, variables in zip(given.scheme.grants, others, strict=True):
                    self._grant(key, grant, option, variables)
            case _:
                assert_never(given.scheme.credential)

    def _grant(self, key: str, grant: Grant, option: str, variables: str) -> None:
        """Print the option of an OAuth2 flow that the client runs itself."""
        is_user, held = grant is Grant.PASSWORD, grant.credentials
        word, name = ("Password", "a user's password") if is_user else (held, "credentials of the client")
        told = f"requests tokens with {name}, else {variables}."
        self._option(option, told, f"credentials {held}", f"with{held}({key}, credentials)", word)

    def _option(self, option: str, said: str, arguments: str, call: str, end: str = "") -> None:
        name = self.names.option(option, end)
        doc = comment(f"{name} {said}".strip())
        self.file.declare(*doc, function(f"func {name}({arguments}) Option", f"return {call}"))


def group_fields(group: Group) -> list[str]:
    """Print the fields of a client or group."""
    return [row("settings", "*settings"), *(row(child.ident, f"*{child.type_ident}") for child in group.groups)]


def _tree(group: Group, path: str) -> Iterator[str]:
    for child in group.groups:
        yield f"{path}.{child.ident} = &{child.type_ident}{{settings: c.settings}}"
        yield from _tree(child, f"{path}.{child.ident}")


def package_name(plan: Plan) -> str:
    """Return the package's name: the last element of the module path, without characters that only paths may have."""
    parts = [part for part in plan.surface.package.lower().split("/") if part]
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = parts[-2]
    name = "".join(char for char in last if char.isascii() and char.isalnum()) or "sdk"
    if name[0].isdigit():
        name = "n" + name
    return f"{name}sdk" if name in _RESERVED_PACKAGES else name


_RESERVED_PACKAGES = PROFILE.reserved | frozenset(
    {"any", "bytes", "client", "context", "ctx", "documentation", "error", "errors", "false", "fmt", "http", "init"}
    | {"internal", "io", "log"}
    | {"iter", "json", "main", "maps", "math", "mime", "nil", "os", "rand", "reflect", "regexp", "sdk", "slices"}
    | {"string", "strings", "sync", "test", "time", "true", "url", "vendor"}
)
"""Packages that printed files import, what all examples call something else, and names that Go's tools read so."""
