"""Prints ``_client.py``: the two clients, what they know of the API, and the methods at their root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from backends.python import code as py
from backends.python.docs import deprecation, say
from backends.python.facts import duration, retries_fact, servers_fact
from backends.python.group_scope import GroupScope, GroupTypes, group_types
from backends.python.groups import GroupPrinter, checker_header, members_of
from backends.python.method_docs import section
from backends.python.security import scheme_fact, security_of
from backends.python.views import class_name
from compiler.base.markdown import to_plain
from compiler.ir.credentials import CredentialKind
from compiler.plan.plan import Plan

_NONE = py.raw("None")
_SETTINGS = (
    *("base_url", "timeout", "retries", "headers", "hooks", "timezone", "auth"),
    *("validate", "validate_responses", "max_response_bytes"),
)


def client_file(plan: Plan, header: str) -> str:
    """Print ``_client.py``."""
    root = plan.surface.root
    classes = {class_name(root, asynchronous, plan) for asynchronous in (False, True)}
    scope = GroupScope("_client", members_of(root), classes)  # `Client` may be one of them, and the runtime's
    header = checker_header(header, root, plan)
    return py.module(ClientPrinter(plan, group_types(plan), scope).statements(), header=header, imports=scope)


class ClientPrinter:
    """Prints the clients of a plan."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: GroupScope) -> None:
        self.plan, self.types, self.scope = plan, types, scope
        self.group = GroupPrinter(plan, types, scope, plan.surface.root)
        self.options = [
            item for item in plan.surface.credentials if item.scheme.credential is not CredentialKind.CERTIFICATE
        ]

    def statements(self) -> list[py.Stmt]:
        """Print the file's statements."""
        api = py.assign(py.raw("_API"), self._api(), apart=True)
        facts = self.group.facts.statements()
        clients = [self._client(False), self._client(True)]
        return [api, *facts, *self.group.views.classes(), *clients]

    # ------------------------------------------------------------------ what the document says of everything

    def _api(self) -> py.Expr:
        wire, surface = self.plan.wire, self.plan.surface
        args: list[py.Expr] = [
            py.string(project_name(self.plan)),
            py.string(surface.version),
            py.string(surface.environment),
        ]
        if wire.servers:
            args.append(py.Keyword("servers", servers_fact(wire.servers, self.scope)))
        if surface.credentials:
            args.append(
                py.Keyword("schemes", py.tuple_of([scheme_fact(item, self.scope) for item in surface.credentials]))
            )
        if self.types.usual_security:
            args.append(py.Keyword("security", py.literal(self.types.usual_security)))
        undeclared = security_of(wire.undeclared)
        if undeclared != self.types.usual_security:
            args.append(py.Keyword("undeclared", py.literal(undeclared)))
        if wire.retries is not None:
            args.append(py.Keyword("retries", retries_fact(wire.retries, self.scope)))
        if wire.timeout is not None:
            args.append(py.Keyword("timeout", duration(wire.timeout)))
        if any(operation.servers for operation in wire.operations.values()):
            args.append(py.Keyword("scattered", py.raw("True")))
        return py.Call(self.scope.runtime("settings", "Api"), args)

    # ------------------------------------------------------------------ clients

    def _client(self, asynchronous: bool) -> py.Stmt:
        name = class_name(self.plan.surface.root, asynchronous, self.plan)
        base = self.scope.runtime("client", "AsyncClient" if asynchronous else "Client")
        body = [
            *self.group.views.properties(name),
            self._init(asynchronous),
            *self._with_options(asynchronous),
            *self.group.children(asynchronous),
            *self.group.methods(asynchronous),
        ]
        return py.Class(py.identifier(name), [base], body, doc=self._doc(asynchronous))

    def _doc(self, asynchronous: bool) -> str:
        wire = self.plan.wire
        if asynchronous:
            return f"{wire.title}, for asyncio. See :class:`{class_name(self.plan.surface.root, False, self.plan)}`."
        said = (to_plain(text or "") for text in (wire.summary, wire.description))
        parts = [f"{wire.title}.", *said, self._args_doc()]
        return "\n\n".join(part.strip() for part in parts if part and part.strip())

    def _args_doc(self) -> str:
        told = say("client_options", prefix=self.plan.surface.environment)
        usual = (text.split(": ", 1) for text in told.split("\n\n"))
        return section("Args", [*self._option_docs(), *((name, said) for name, said in usual)], depth=1)

    def _option_docs(self) -> Iterator[tuple[str, str]]:
        surface, wire = self.plan.surface, self.plan.wire
        for item in surface.credentials:
            said = " ".join(to_plain(item.scheme.description or "The credential.").split()).rstrip(".")
            given = ", or ".join(" and ".join(f"``{name}``" for name in names) for names in item.variables)
            yield item.option, f"{said}; else {given}."
        for parameter in wire.global_parameters:
            note = deprecation(parameter)
            told = to_plain(parameter.description or "") or f"{parameter.wire} of every request."
            said = " ".join(f"{told} {note or ''}".split())
            yield surface.global_parameters[parameter.wire], said
        if len(wire.servers) > 1:
            yield "server", "The name or the index of one of the API's servers; the first by default."
        for variable, option in surface.server_variables.items():
            yield option, f"The ``{variable}`` of the server's URL."

    def _init(self, asynchronous: bool) -> py.Stmt:
        client = py.raw("super().__init__")
        settings = py.Call(self.scope.runtime("settings", "Settings"), [py.raw("_API"), *self._settings()])
        transport = [py.raw(name) for name in ("http_client", "proxy", "max_connections")]
        body = [py.expression(py.Call(client, [settings, *transport]))]
        return py.Function(py.raw("__init__"), [py.SELF, py.STAR, *self._options(asynchronous)], _NONE, body)

    def _with_options(self, asynchronous: bool) -> Iterator[py.Stmt]:
        """Print ``with_options`` if the client has settings that its base class does not have."""
        own, both = list(self._own_options(asynchronous)), list(self._both_options())
        if not own:
            return
        validate = py.Param("validate", py.union([py.raw("bool"), _NONE]), _NONE)
        responses = py.Param("validate_responses", py.union([*self._strictness(), _NONE]), _NONE)
        result = self.scope.check("typing", "Self")
        body = [py.returns(py.Call(py.raw("self._derived"), [*self._settings()]))]
        kinds = [py.raw("int"), self.scope.hint("_runtime.unset", "Unset"), _NONE]  # None lifts the bound
        bound = py.Param("max_response_bytes", py.union(kinds), self.scope.runtime("unset", "UNSET"))
        params = [py.SELF, py.STAR, *own, *both, validate, responses, bound]
        yield py.Function(py.raw("with_options"), params, result, body, doc=say("with_options"))

    def _own_options(self, asynchronous: bool) -> Iterator[py.Param]:
        surface, wire, scope = self.plan.surface, self.plan.wire, self.scope
        for item in self.options:
            word = "BasicCredential" if item.scheme.credential is CredentialKind.BASIC else "Credential"
            kinds = [scope.hint("_runtime.security", f"Async{word}" if asynchronous else word)]
            kinds += [scope.hint("_runtime.oauth2", grant.credentials) for grant in item.scheme.grants]
            yield _optional(item.option, py.union(kinds))
        for parameter in wire.global_parameters:
            yield _optional(surface.global_parameters[parameter.wire], self.types.argument(parameter.type, scope))
        if len(wire.servers) > 1:
            yield _optional("server", py.union([py.raw("int"), py.raw("str")]))
        for option in surface.server_variables.values():
            yield _optional(option, py.raw("str"))

    def _both_options(self) -> Iterator[py.Param]:
        scope = self.scope
        yield _optional("base_url", py.raw("str"))
        unset = py.union([py.raw("float"), scope.hint("_runtime.unset", "Unset"), _NONE])
        yield py.Param("timeout", unset, scope.runtime("unset", "UNSET"))
        yield _optional("retries", py.union([py.raw("int"), scope.hint("_runtime.retries", "RetryPolicy")]))
        yield _optional("headers", py.raw(f"{scope.check('collections.abc', 'Mapping').text}[str, str]"))
        yield _optional("hooks", scope.hint("_runtime.hooks", "Hooks"))
        yield _optional("timezone", scope.check("datetime", "tzinfo"))
        yield _optional("auth", py.Subscript(scope.check("typing", "Literal"), [py.string("external")]))

    def _options(self, asynchronous: bool) -> Iterator[py.Param]:
        scope = self.scope
        yield from self._own_options(asynchronous)
        yield from self._both_options()
        first, second = ("AsyncTransport", "HttpxAsyncClient") if asynchronous else ("Transport", "HttpxClient")
        transport = scope.hint("_runtime.messages", first)
        yield _optional("http_client", py.union([transport, scope.hint("_runtime.transport", second)]))
        yield py.Param("validate", py.raw("bool"), py.raw("False"))
        yield py.Param("validate_responses", py.union(self._strictness()), py.raw("False"))
        yield _optional("max_response_bytes", py.raw("int"))
        yield _optional("proxy", py.raw("str"))
        yield _optional("max_connections", py.raw("int"))

    def _strictness(self) -> list[py.Expr]:
        return [py.raw("bool"), py.Subscript(self.scope.check("typing", "Literal"), [py.string("report")])]

    def _settings(self) -> Iterator[py.Keyword]:
        surface, wire = self.plan.surface, self.plan.wire
        tables: dict[str, list[tuple[str, py.Expr]]] = {
            "credentials": [
                (item.scheme.scheme, py.tuple_of([py.string(item.option), py.raw(py.identifier(item.option).text)]))
                for item in self.options
            ],
            "shared": _named((item.wire, surface.global_parameters[item.wire]) for item in wire.global_parameters),
            "server": [],
            "server_variables": _named(surface.server_variables.items()),
        }
        for word, pairs in tables.items():
            if pairs:
                yield py.Keyword(word, py.dict_of(pairs))
            elif word == "server" and len(wire.servers) > 1:
                yield py.Keyword(word, py.raw(word))
        for name in _SETTINGS:
            yield py.Keyword(name, py.raw(name))


def _named(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, py.Expr]]:
    """Pair names with variables."""
    return [(name, py.raw(py.identifier(variable).text)) for name, variable in pairs]


def _optional(name: str, kind: py.Expr) -> py.Param:
    return py.Param(py.identifier(name).text, py.union([kind, _NONE]), _NONE)


def project_name(plan: Plan) -> str:
    """Return the name of the package in a registry."""
    return plan.surface.package.replace("_", "-").strip("-")
