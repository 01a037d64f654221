"""What the README of a package says: sections of texts, tables and code, which every language spells (D12).

Which sections there are, which method each shows and in which order all stands is the same in every language. A section
that a language has no words for is left out by it.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from compiler.ir.examples import BaseUrl, ClientOption, Credential, ExampleCall, Form, Shared
from compiler.ir.node import Id, frozen
from compiler.ir.plan import CredentialOption, Received
from compiler.ir.servers import Retries, Server

# --------------------------------------------------------------------------- code


@frozen
class Install:
    """The package is installed."""


@frozen
class FirstCall:
    """A whole program: a client is made with ``options``, and calls. ``told``: credentials come from elsewhere."""

    options: tuple[ClientOption, ...]
    call: ExampleCall
    told: bool
    objects: bool
    """One of the calls that the README shows gives a request object."""


@frozen
class AwaitedCall:
    """The same by a client for asynchronous programs; no call where there is none to be awaited."""

    options: tuple[ClientOption, ...]
    call: ExampleCall | None


@frozen
class OptionalValues:
    """A value that is there, one that is null, and one that is absent."""


@frozen
class Credentials:
    """A client for each way to give each credential."""

    options: tuple[Credential, ...]


@frozen
class Pages:
    """A loop over all pages, and the next one; ``items``: over the items that they hold, too."""

    call: ExampleCall
    items: bool


@frozen
class Stream:
    """A loop over the values of a stream."""

    call: ExampleCall


@frozen
class Reconnect:
    """A stream of events that is taken up again when it is lost."""

    call: ExampleCall


@frozen
class Upload:
    """A call that sends a file."""

    call: ExampleCall


@frozen
class Download:
    """A call that gives bytes, which are read piece by piece."""

    call: ExampleCall


@frozen
class Errors:
    """A call, and what is done with its errors."""

    call: ExampleCall


@frozen
class RetrySettings:
    """Clients with other retries and timeouts, and a call with its own."""

    call: ExampleCall


@frozen
class WholeResponse:
    """A call, and the status and the headers of its response."""

    call: ExampleCall


@frozen
class Handler:
    """A receiver that handles an event; ``signed``: it has secrets."""

    event: Received
    signed: bool


@frozen
class ValidatorImport:
    """The validators are imported."""


@frozen
class Hooks:
    """A hook that adds a header, and a log."""


@frozen
class Transport:
    """A client that sends requests through an HTTP client of the caller's, or through a proxy."""


@frozen
class FetchOptions:
    """A client with options that go along with every request."""


@frozen
class Servers:
    """A client for each option that says where the API is."""

    options: tuple[ClientOption, ...]


@frozen
class Bundle:
    """A call of a function that stands apart from the client."""

    call: ExampleCall


Code = (
    Install
    | FirstCall
    | AwaitedCall
    | OptionalValues
    | Credentials
    | Pages
    | Stream
    | Reconnect
    | Upload
    | Download
    | Errors
    | RetrySettings
    | WholeResponse
    | Handler
    | ValidatorImport
    | Hooks
    | Transport
    | FetchOptions
    | Servers
    | Bundle
)

# --------------------------------------------------------------------------- texts


class Prose(TypedDict):
    """The texts of a language; what it has no need of is empty."""

    install: str
    """The heading above the installation."""
    requirements: str
    types_alone: str
    """How types are used where there is nothing to call."""
    async_client: str
    types: str
    values: str
    narrowing: str
    """How what the document does not name is told from the values of an enum and the members of a union (D11.4)."""
    environment: str
    credential_source: str
    pages: str
    stream_end: str
    stream_switch: str
    """The argument of another method that gives the same stream (D13.2)."""
    stream_events: str
    stream_silence: str
    upload: str
    download: str
    errors: str
    declared_errors: str
    """What the names of errors follow."""
    call_options: str
    unsafe: str
    """The setting by which requests are repeated that may do their work twice."""
    event_name: str
    """How the name of an event is given where the URL does not have it."""
    event_rule: str
    """The option that finds the name of an event."""
    event_headers: str
    event_rest: str
    """The method that takes the handler of all other events."""
    any_call: str
    """How what the document does not have is called, and how clients with other settings are made (D16.3)."""
    whole_response: str
    """How a response is taken as it came, whatever it holds."""
    validators: str
    hooks: str
    transport: str
    fetch_options: str
    bundle: str
    bundle_end: str
    models: str


Word = Literal[
    "install", "requirements", "types_alone", "async_client", "types", "values", "narrowing", "environment",
    "credential_source", "pages", "stream_end", "stream_switch", "stream_events", "stream_silence", "upload",
    "download", "errors", "call_options", "any_call", "whole_response", "validators", "hooks", "transport",
    "fetch_options", "bundle", "bundle_end", "models",
]  # fmt: skip
"""The texts of a language that are parts by themselves."""


@frozen
class Text:
    """A text of the language's."""

    word: Word


@frozen
class Block:
    """A block of code."""

    code: Code


@frozen
class Accepted:
    """An option of the client that takes a credential, and how it can be given."""

    given: CredentialOption
    forms: tuple[Form, ...]


@frozen
class CredentialsTable:
    """The options that take credentials, and where the environment has them."""

    rows: tuple[Accepted, ...]


@frozen
class CredentialRules:
    """What is done with credentials, and with tokens where a client asks for them."""

    tokens: bool


@frozen
class ErrorBody:
    """A schema that errors carry, and the class that the target has for them."""

    target: Id
    ident: str | None


@frozen
class DeclaredErrors:
    """The errors whose bodies the document declares."""

    errors: tuple[ErrorBody, ...]


@frozen
class RetryRules:
    """When requests are repeated; ``keyed``: some carry an idempotency key; ``doubtful``: some that would need one have
    none."""

    policy: Retries
    keyed: bool
    doubtful: bool


@frozen
class AttemptLimit:
    """How long an attempt may take, in milliseconds."""

    timeout: int


@frozen
class EventRules:
    """How a request is known to be this event, and what ``tag`` of payloads says so."""

    event: Received
    signed: bool
    tag: str | None


@frozen
class ServersTable:
    """The servers of the document."""

    servers: tuple[Server, ...]


@frozen
class BaseUrlVariable:
    """The environment may say where the API is."""


@frozen
class SharedOptions:
    """The options whose values are sent with every request that declares them."""

    options: tuple[str, ...]


Part = (
    Text
    | Block
    | CredentialsTable
    | CredentialRules
    | DeclaredErrors
    | RetryRules
    | AttemptLimit
    | EventRules
    | ServersTable
    | BaseUrlVariable
    | SharedOptions
)


@frozen
class Section:
    """A heading and what stands below it; "" for none."""

    title: str
    parts: tuple[Part, ...]


@frozen
class Readme:
    """The sections, and what is of use elsewhere: the first call, and what a client cannot do without."""

    sections: tuple[Section, ...]
    first: ExampleCall | None
    """None where there is nothing to call."""
    base: BaseUrl | None
    """A URL to show where callers must say where the API is."""
    needed: tuple[Shared, ...]
    credentials: tuple[Credential, ...]
    requests: bool
    """Some method takes a request object."""
