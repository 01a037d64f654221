"""The content of a package's README: sections of texts, tables and code, which each language spells (D12).

The sections, the method that each shows, and their order are the same in every language. A language leaves out a
section for which it has no texts.
"""

from __future__ import annotations

from typing import Literal

from compiler.ir.node import Id, frozen
from compiler.ir.servers import Retries, Server
from compiler.plan.examples import BaseUrl, ClientOption, Credential, ExampleCall, Form, Shared
from compiler.plan.plan import CredentialOption, Received

# --------------------------------------------------------------------------- code


@frozen
class Install:
    """The package is installed."""


@frozen
class FirstCall:
    """A whole program: it makes a client with ``options``, and a call. ``told``: credentials come from elsewhere."""

    options: tuple[ClientOption, ...]
    call: ExampleCall
    told: bool
    objects: bool
    """One of the calls that the README shows passes a request object."""


@frozen
class AwaitedCall:
    """The same by a client for asynchronous programs; None if no call can be awaited."""

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
    """A stream of events that is resumed when the connection is lost."""

    call: ExampleCall


@frozen
class Upload:
    """A call that sends a file."""

    call: ExampleCall


@frozen
class Download:
    """A call that returns bytes, which are read piece by piece."""

    call: ExampleCall


@frozen
class Errors:
    """A call, and how its errors are handled."""

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
    """A client for each option that sets the base URL of the API."""

    options: tuple[ClientOption, ...]


@frozen
class Bundle:
    """A call of a standalone function, apart from the client."""

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


Word = Literal[
    "install", "requirements", "types_alone", "async_client", "types", "values", "narrowing", "environment",
    "credential_source", "pages", "stream_end", "stream_switch", "stream_events", "stream_silence", "upload",
    "download", "errors", "call_options", "any_call", "whole_response", "validators", "hooks", "transport",
    "fetch_options", "bundle", "bundle_end", "models",
]  # fmt: skip
"""The texts of a language that are parts by themselves; it has a section of this name for each that it needs.

``install`` is the heading above the installation; ``types_alone`` says how types are used if there is no method to
call; ``narrowing``, how values and members are recognised that the document does not name (D11.4);
``stream_switch``, the argument of another method that gives the same stream (D13.2); ``any_call``, how endpoints are
called that are not in the document (D16.3); ``whole_response``, how a response is returned as it was received.
"""


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
    """The options that take credentials, and their environment variables."""

    rows: tuple[Accepted, ...]


@frozen
class CredentialRules:
    """How clients use credentials, and tokens that they request themselves."""

    tokens: bool


@frozen
class ErrorBody:
    """A schema that errors carry, and the class that the target has for these errors."""

    target: Id
    ident: str | None


@frozen
class DeclaredErrors:
    """The errors whose bodies the document declares."""

    errors: tuple[ErrorBody, ...]


@frozen
class RetryRules:
    """When requests are retried; ``keyed``: some carry an idempotency key; ``doubtful``: some that would need one have
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
    """How a request is recognised as this event, and the ``tag`` of payloads that identifies it."""

    event: Received
    signed: bool
    tag: str | None


@frozen
class ServersTable:
    """The servers of the document."""

    servers: tuple[Server, ...]


@frozen
class BaseUrlVariable:
    """The environment variable that sets the base URL."""


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
    """A heading and the content below it; "" for no heading."""

    title: str
    parts: tuple[Part, ...]


@frozen
class Readme:
    """The sections, and parts that are used elsewhere: the first call, and the options that a client requires."""

    sections: tuple[Section, ...]
    first: ExampleCall | None
    """None if there is no method to call."""
    base: BaseUrl | None
    """A URL to show if callers must give the base URL."""
    needed: tuple[Shared, ...]
    credentials: tuple[Credential, ...]
    requests: bool
    """Some method takes a request object."""
