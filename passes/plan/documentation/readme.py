"""The README of a package: its sections, and the content of each (D12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from compiler.base.patterns import lazy_pattern
from compiler.ir.credentials import CredentialKind, Grant
from compiler.ir.node import Id, Json
from compiler.ir.servers import Retries
from compiler.ir.types import Enum, Ref, Type, Union
from compiler.ir.wire import BodyKind, Place, SecurityScheme, Wire
from compiler.plan import readme as tree
from compiler.plan.examples import (
    BaseUrl,
    ClientOption,
    Credential,
    ExampleCall,
    Form,
    ServerName,
    Shared,
    UrlVariable,
)
from compiler.plan.exchanges import Exchange
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Argument, Group, Method, Plan, Shown, Surface
from passes.plan.documentation.examples import Examples
from passes.plan.documentation.exchanges import exchange, responses_of
from passes.plan.documentation.featured import Chosen, main_of
from passes.plan.documentation.sample import sample, whole_sample

_PATH = lazy_pattern(r"(/[\w.~-]+)*/?", re.ASCII)
_FLOWS = {Grant.CLIENT_CREDENTIALS: Form.CLIENT, Grant.PASSWORD: Form.PASSWORD}
"""The OAuth2 flows that a client runs itself, since they need no user at a browser."""


class Documentation(Shown):
    """What documentation shows of one plan."""

    def __init__(self, plan: Plan, chosen: Chosen | None) -> None:
        self._plan, self._chosen = plan, chosen

    def over(self, plan: Plan) -> Shown:
        """Return what is shown of the same plan, asked of another object."""
        return Documentation(plan, self._chosen)

    def share(self) -> None:
        """Make what more than one target shows, before each of two processes makes it: responses and calls."""
        responses_of(self._plan.wire).make()
        for method in self._plan.surface.methods():
            self.call(method)

    def call(self, method: Method) -> ExampleCall:
        """Return an example call of a method."""
        return make_call(self._plan, method)[0]

    def main(self, group: Group) -> Method | None:
        """Return the method that the documentation of a group shows."""
        return main_of(self._plan.wire, group.methods, self._plan.first, self._plan.vocabulary)

    def exchange(self, method: Method) -> Exchange:
        """Return the request and the response of a method's test."""
        return make_exchange(self._plan, method)

    def example_arguments(self, method: Method) -> Mapping[str, Json]:
        """Return the arguments of the example call, as JSON by their identifiers."""
        return make_call(self._plan, method)[1]

    def sample(self, type_: Type, name: str = "", *, whole: bool = False) -> Json:
        """Return a value of a type as JSON; ``whole``: with its optional properties, as a server may answer."""
        return (whole_sample if whole else sample)(type_, self._plan.wire.types, name)

    def readme(self) -> tree.Readme:
        """Return the content of the package's README."""
        return make_readme(self._plan, self._chosen)


class _Shared:
    """What is made once for a plan: files of tests, and pages, ask for the same calls and exchanges."""

    def __init__(self, plan: Plan) -> None:
        self.examples = Examples(plan.wire, plan.surface)
        self.exchanges: dict[int, Exchange] = {}  # by the method's id(): an exchange holds its method
        self.readmes: list[tree.Readme] = []


_shared = per_plan(_Shared)


def make_call(plan: Plan, method: Method) -> tuple[ExampleCall, Mapping[str, Json]]:
    """Make an example call of a method, and its arguments as JSON."""
    examples = _shared(plan).examples
    return examples.call(method), examples.example_arguments(method)


def make_exchange(plan: Plan, method: Method) -> Exchange:
    """Make the request and the response of a method's test."""
    found = _shared(plan).exchanges
    if id(method) not in found:
        found[id(method)] = exchange(plan, method, *make_call(plan, method))
    return found[id(method)]


def make_readme(plan: Plan, chosen: Chosen | None) -> tree.Readme:
    """Make the content of the package's README."""
    shared = _shared(plan)
    if not shared.readmes:
        shared.readmes.append(_Writer(plan, shared.examples).readme(chosen))
    return shared.readmes[0]


# --------------------------------------------------------------------------- sections


class _Writer:
    def __init__(self, plan: Plan, examples: Examples) -> None:
        self.plan, self.wire, self.surface, self.examples = plan, plan.wire, plan.surface, examples
        self.methods = list(plan.surface.methods())
        self.needed = tuple(_needed(plan.wire, plan.surface, examples))
        self.accepted = tuple(_accepted(plan.surface))
        self.credentials = tuple(Credential(item.given.option, form) for item in self.accepted for form in item.forms)

    def readme(self, chosen: Chosen | None) -> tree.Readme:
        found = self._without_calls() if chosen is None else self._sections(chosen)
        sections = [tree.Section(title, tuple(parts)) for title, parts in found]
        return tree.Readme(
            sections=tuple(section for section in sections if section.parts),
            first=None if chosen is None else self.examples.call(chosen.first),
            base=_base_url(self.wire),
            needed=self.needed,
            credentials=self.credentials,
            requests=any(method.request is not None for method in self.methods),
        )

    def _without_calls(self) -> Iterator[tuple[str, Iterator[tree.Part]]]:
        """Yield what is said where there is nothing to call: who receives webhooks needs no client."""
        yield "", self._install()
        yield "", self._types()
        yield "Values", self._values()
        yield "Webhooks", self._webhooks()
        yield "Models", _parts("models")

    def _sections(self, chosen: Chosen) -> Iterator[tuple[str, Iterator[tree.Part]]]:
        small = self.examples.call(chosen.small)
        yield "", self._install()
        yield "First call", self._first_call(chosen)
        yield "Values", self._values()
        yield "Credentials", self._credential_parts()
        yield "Pages", self._pages(chosen.paged)
        yield "Streams", self._streams(chosen.streamed)
        yield "Files", self._files(chosen)
        yield "Errors", self._failures(small)
        yield "Retries and timeouts", self._retries(small)
        yield "Calls that the document does not have", _parts("any_call")
        yield "Whole responses", _parts(tree.WholeResponse(small), "whole_response")
        yield "Webhooks", self._webhooks()
        yield "Validators", _parts(tree.ValidatorImport(), "validators")
        yield "Hooks and logging", _parts(tree.Hooks(), "hooks")
        yield "HTTP client of your own", _parts(tree.Transport(), "transport", tree.FetchOptions(), "fetch_options")
        yield "Servers", self._servers()
        yield "Parameters of the client", self._shared()
        yield "Small bundles", _parts("bundle", tree.Bundle(small), "bundle_end")
        yield "Models", _parts("models")

    def _install(self) -> Iterator[tree.Part]:
        return _parts("install", tree.Install(), "requirements")

    def _types(self) -> Iterator[tree.Part]:
        return _parts("types_alone") if self.surface.types else _parts()

    def _values(self) -> Iterator[tree.Part]:
        if self.surface.types:
            yield from _parts(tree.OptionalValues(), "values")
        if any(isinstance(item, Enum | Union) and item.open for item in self.wire.types.values()):
            yield tree.Text("narrowing")

    def _first_call(self, chosen: Chosen) -> Iterator[tree.Part]:
        calls = [self.examples.call(method) for method in chosen.all()]
        objects = any(call.method.request is not None and not call.bare for call in calls)
        yield tree.Block(tree.FirstCall(self.needed, calls[0], bool(self.surface.schemes), objects))
        yield tree.Text("async_client")
        is_stream = self.wire.operations[chosen.small.operation].stream is not None
        yield tree.Block(tree.AwaitedCall(self.needed, None if is_stream else calls[1]))
        yield tree.Text("types")

    def _credential_parts(self) -> Iterator[tree.Part]:
        if self.accepted:
            yield tree.Text("environment")
            yield tree.CredentialsTable(self.accepted)
            yield tree.Block(tree.Credentials(self.credentials))
            yield from _parts("credential_source") if self._has(Form.TOKEN) else ()
            yield tree.CredentialRules(self._has(*_FLOWS.values()))

    def _has(self, *forms: Form) -> bool:
        return any(item.form in forms for item in self.credentials)

    def _pages(self, method: Method | None) -> Iterator[tree.Part]:
        if method is not None:
            pages = self.wire.operations[method.operation].pages
            yield tree.Block(tree.Pages(self.examples.call(method), pages is not None and pages.has_items))
            yield tree.Text("pages")

    def _streams(self, method: Method | None) -> Iterator[tree.Part]:
        if method is not None:
            call = self.examples.call(method)
            yield from _parts(tree.Stream(call), "stream_end")
            body = self.wire.operations[method.operation].body
            if body is not None and body.switch is not None:
                yield tree.Text("stream_switch")
            if self.wire.operations[method.operation].stream is BodyKind.SSE:
                yield from _parts(tree.Reconnect(call), "stream_events")
            yield tree.Text("stream_silence")

    def _files(self, chosen: Chosen) -> Iterator[tree.Part]:
        if chosen.upload is not None:
            yield from _parts(tree.Upload(self.examples.call(chosen.upload)), "upload")
        if chosen.download is not None:
            yield from _parts(tree.Download(self.examples.call(chosen.download)), "download")

    def _failures(self, call: ExampleCall) -> Iterator[tree.Part]:
        yield from _parts(tree.Errors(call), "errors")
        declared = [tree.ErrorBody(item.target, item.ident) for item in self.plan.errors.values()]
        declared = declared or [tree.ErrorBody(target, None) for target in self._error_bodies()]
        if declared:
            yield tree.DeclaredErrors(tuple(declared))

    def _error_bodies(self) -> dict[Id, None]:
        """Return the schemas that bodies of errors have, in the order of the methods."""
        answers = (answer for method in self.methods for answer in self.wire.operations[method.operation].answers)
        decodes = (decode for answer in answers if answer.error for decode in answer.decodes)
        types = (decode.type for decode in decodes if decode.kind is BodyKind.JSON)
        return dict.fromkeys(item.target for item in types if isinstance(item, Ref))

    def _retries(self, call: ExampleCall) -> Iterator[tree.Part]:
        policy, operations = self.wire.retries or Retries(), self.wire.operations.values()
        doubtful = not policy.unsafe and any(item.is_doubtful for item in operations)
        yield tree.RetryRules(policy, any(item.sends_key for item in operations), doubtful)
        if self.wire.timeout is not None:
            yield tree.AttemptLimit(self.wire.timeout)
        yield from _parts(tree.RetrySettings(call), "call_options")

    def _webhooks(self) -> Iterator[tree.Part]:
        receiver = self.plan.receiver
        if receiver is not None:
            signed = receiver.signature is not None
            yield tree.Block(tree.Handler(receiver.example_event, signed))
            yield tree.EventRules(receiver.example_event, signed, receiver.tag)

    def _servers(self) -> Iterator[tree.Part]:
        if _names_servers(self.wire):
            yield tree.ServersTable(self.wire.servers)
        yield tree.Block(tree.Servers(tuple(_choices(self.wire, self.surface))))
        yield tree.BaseUrlVariable()

    def _shared(self) -> Iterator[tree.Part]:
        if self.surface.global_parameters:
            yield tree.SharedOptions(tuple(self.surface.global_parameters.values()))


def _parts(*found: tree.Word | tree.Code) -> Iterator[tree.Part]:
    """Yield texts and blocks of code."""
    for item in found:
        yield tree.Text(item) if isinstance(item, str) else tree.Block(item)


# --------------------------------------------------------------------------- options of a client


def _base_url(wire: Wire) -> BaseUrl | None:
    """Return a base URL to show where callers must say one, with the path that the document names."""
    if _names_servers(wire):
        return None
    path = next((server.url.rstrip("/") for server in wire.servers if _PATH.fullmatch(server.url)), "")
    return BaseUrl(f"https://api.example.com{path}")


def _names_servers(wire: Wire) -> bool:
    return any("://" in server.url for server in wire.servers)


def _needed(wire: Wire, surface: Surface, examples: Examples) -> Iterator[Shared]:
    """Yield the global parameters that a client cannot do without (D14); an operation may require what the root only
    offers."""
    required = {(item.place, item.wire) for one in wire.operations.values() for item in one.parameters if item.required}
    for one in wire.global_parameters:
        if (one.required or (one.place, one.wire) in required or one.place is Place.PATH) and one.fixed is None:
            ident = surface.global_parameters[one.wire]
            argument = Argument(ident, one.place, one.wire, one.type, True, example=one.example)
            yield Shared(ident, examples.value(argument))


def _accepted(surface: Surface) -> Iterator[tree.Accepted]:
    """Yield the options of the client that take credentials; a certificate is no option."""
    for given in surface.credentials:
        if given.scheme.credential is not CredentialKind.CERTIFICATE:
            yield tree.Accepted(given, tuple(_forms(given.scheme)))


def _forms(scheme: SecurityScheme) -> Iterator[Form]:
    """Yield how a credential can be given; a client runs the OAuth2 flows by itself for which it needs nobody."""
    if scheme.credential is CredentialKind.BASIC:
        yield Form.BASIC
        return
    yield Form.TOKEN
    yield from (_FLOWS[grant] for grant in scheme.grants)
    if scheme.credential is not CredentialKind.KEY:
        yield Form.SOURCE


def _choices(wire: Wire, surface: Surface) -> Iterator[ClientOption]:
    """Yield a server that is not the default, the variables of URLs, and a URL of the caller's."""
    yield from [ServerName(server.server_id) for server in wire.servers[1:] if server.server_id][:1]
    variables = {item.wire: item for server in wire.servers for item in server.variables}
    for name, option in surface.server_variables.items():
        if name in variables:
            found = variables[name]
            yield UrlVariable(option, found.values[-1] if found.values else found.default)
    yield BaseUrl("https://api.example.com")
